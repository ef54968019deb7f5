import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onOpenSurface, openSurface, type SurfaceName } from '#web/lib/open-surface.ts'
import { isPaletteKey } from '#web/lib/palette-key.ts'
import { isPaid, useSession } from '#web/lib/session.tsx'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { notify } from '#web/ui/toast-store.ts'

const loadLayer = async () => (await import('./palette-layer.tsx')).PaletteLayer
type Layer = Awaited<ReturnType<typeof loadLayer>>

/** What of the palette every page loads: the ear for its keys. The rest comes when it is asked for, to members before that. */
export function PaletteHost() {
  const { t } = useTranslation('components')
  const isMember = isPaid(useSession())
  const [loaded, setLoaded] = useState<{ Layer: Layer; first: SurfaceName | null } | null>(null)
  const load = useEffectEvent((first: SurfaceName | null) => {
    // From then on it listens itself.
    if (loaded) return
    loadLayer().then(
      // It may be on its way to a member already: what was asked for meanwhile is opened all the same.
      (Layer) => setLoaded((before) => ({ Layer, first: before?.first ?? first })),
      () => first && notify({ kind: 'error', title: t('palette.failed'), subject: 'palette' }),
    )
  })
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (loaded || event.defaultPrevented || !isPaletteKey(event)) return
    event.preventDefault()
    openSurface('palette')
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    const end = onOpenSurface((name) => load(name))
    if (takeEarlyPalette()) openSurface('palette')
    return () => {
      document.removeEventListener('keydown', press)
      end()
    }
  }, [])
  useShortcuts({ '?': () => openSurface('shortcuts') })
  useEffect(() => {
    if (isMember) load(null)
  }, [isMember])
  return loaded && <loaded.Layer first={loaded.first} />
}

/** Whether its key was pressed before this page listened; true once. */
function takeEarlyPalette(): boolean {
  const wasPressed = globalThis.__EARLY_PALETTE__?.() ?? false
  Reflect.deleteProperty(globalThis, '__EARLY_PALETTE__')
  return wasPressed
}
