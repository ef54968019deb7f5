import { type ComponentType, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { Namespace } from '#i18n/languages.ts'
import { type Services, useServices } from '#web/lib/app/services.ts'
import { loadTexts } from '#web/lib/i18n/load-texts.ts'
import {
  isPaletteKey,
  onOpenSurface,
  openSurface,
  type SurfaceName,
  type SurfaceProps,
} from '#web/lib/navigation/open-surface.ts'
import { isPaid, useSession } from '#web/lib/session/session.tsx'
import { notify } from '#web/lib/toast.ts'

type Surface = ComponentType<SurfaceProps>
type Open = { name: SurfaceName; Surface: Surface; pathname: string; opener: Element | null }

/** `first`: what the user requested before this component loaded. */
export function PaletteLayer({ first }: { first: SurfaceName | null }) {
  const { t } = useTranslation('components')
  const services = useServices()
  const isMember = isPaid(useSession())
  const { pathname } = useLocation()
  const [open, setOpen] = useState<Open | null>(null)
  const [seen, setSeen] = useState(pathname)
  const close = () => setOpen(null)
  // The user has left for another page in the meantime, for example with Back. A surface that
  // already belongs to the new page stays.
  if (seen !== pathname) {
    setSeen(pathname)
    if (open?.pathname !== pathname) setOpen(null)
  }
  const show = useEffectEvent(async (name: SurfaceName) => {
    const opener = findOpener()
    // The address bar's path: while a page change is rendering, the router still reports the page
    // that is being left.
    const { pathname } = globalThis.location
    try {
      const Surface = await loadSurface(services, name, isMember)
      if (globalThis.location.pathname === pathname) setOpen({ name, opener, pathname, Surface })
    } catch {
      notify({ kind: 'error', title: t('palette.failed'), subject: 'palette' })
    }
  })
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isPaletteKey(event) || event.defaultPrevented || event.repeat) return
    const isOpen = open?.name === 'palette' && open.pathname === pathname
    if (!isOpen && isOtherDialogOpen()) return
    event.preventDefault()
    if (isOpen) close()
    else void show('palette')
  })
  // A layout effect, so that it listens before the next key press: the host stops listening in the
  // same moment.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', onKeyDown)
    const end = onOpenSurface((name) => void show(name))
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      end()
    }
  }, [])
  useEffect(() => {
    // Uses the normal event, since this component listens to it now.
    if (first) queueMicrotask(() => openSurface(first))
  }, [first])
  useEffect(() => {
    if (!isMember) return
    return whenIdle(() => void loadSurface(services, 'palette', true).catch(() => undefined))
  }, [isMember, services])

  if (open?.pathname !== pathname) return null
  return <open.Surface opener={open.opener} onClose={close} />
}

const memberTexts: readonly Namespace[] = ['palette', 'date-picker', 'list', 'today']

async function loadSurface(
  services: Services,
  name: SurfaceName,
  isMember: boolean,
): Promise<Surface> {
  const texts = loadTexts(services, name === 'palette' && isMember ? memberTexts : ['palette'])
  switch (name) {
    case 'palette': {
      const [{ Palette }] = await Promise.all([import('./palette.tsx'), texts])
      return Palette
    }
    case 'shortcuts': {
      const [{ ShortcutList }] = await Promise.all([import('./shortcut-list.tsx'), texts])
      return ShortcutList
    }
    default:
      return name satisfies never
  }
}

/** A popover note does not count: it closes by itself. */
const isOtherDialogOpen = () =>
  [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].some(
    (each) => !each.closest('[data-radix-popper-content-wrapper]'),
  )

const IDLE_AT_LATEST_MS = 4_000

/** @returns cancels the call */
function whenIdle(run: () => void): () => void {
  // Not supported by every version of Safari.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, IDLE_AT_LATEST_MS)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(run, { timeout: IDLE_AT_LATEST_MS })
  return () => cancelIdleCallback(id)
}

/**
 * To restore the focus later: of a menu's item, which goes with it, the button that opened the
 * menu.
 */
function findOpener(): Element | null {
  const active = document.activeElement
  const menu = active?.closest('[role=menu]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
}
