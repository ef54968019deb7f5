import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '#web/lib/browser/shortcuts.ts'
import {
  isPaletteKey,
  onOpenSurface,
  openSurface,
  type SurfaceName,
} from '#web/lib/navigation/open-surface.ts'
import { isPaid, useSession } from '#web/lib/session/session.tsx'
import { notify } from '#web/lib/toast.ts'

const loadLayer = async () => (await import('./palette-layer.tsx')).PaletteLayer
type Layer = Awaited<ReturnType<typeof loadLayer>>

/** Every page loads this key listener; the rest loads on demand, for members in advance. */
export function PaletteHost() {
  const { t } = useTranslation('components')
  const isMember = isPaid(useSession())
  const [loaded, setLoaded] = useState<{ Layer: Layer; first: SurfaceName | null } | null>(null)
  const load = useEffectEvent((first: SurfaceName | null) => {
    // Once loaded, the layer listens itself.
    if (loaded) return
    loadLayer().then(
      // The layer may already be loading for a member; still open what the user requested
      // meanwhile.
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

/** Whether the user pressed the palette's key before this page listened; true only once. */
function takeEarlyPalette(): boolean {
  const wasPressed = globalThis.__EARLY_PALETTE__?.() ?? false
  Reflect.deleteProperty(globalThis, '__EARLY_PALETTE__')
  return wasPressed
}
