import {
  cloneElement,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#web/lib/toast.ts'
import type * as parts from '#web/ui/menu-parts.tsx'

type MenuParts = typeof parts

// Positioning, focus and type-ahead cost 20 kB that no first load needs, so they load when the
// pointer first reaches a menu.
const loadParts = (): Promise<MenuParts> => import('#web/ui/menu-parts.tsx')
const warmUp = () => void loadParts().catch(() => undefined)

type Props = {
  /** A single button. */
  trigger: ReactElement<ComponentProps<'button'>>
  className?: string
  children: (parts: MenuParts) => ReactNode
}

/** `<Menu trigger={<button …/>}>{({ MenuItem }) => …}</Menu>` */
export function Menu({ trigger, className, children }: Props) {
  const { t } = useTranslation('errors')
  const [loaded, setLoaded] = useState<MenuParts | null>(null)
  const [isOpen, setOpen] = useState(false)

  if (loaded) {
    return (
      <loaded.MenuRoot
        trigger={trigger}
        isOpen={isOpen}
        onOpenChange={setOpen}
        className={className}
      >
        {children(loaded)}
      </loaded.MenuRoot>
    )
  }
  const openFirstTime = async () => {
    try {
      setLoaded(await loadParts())
      setOpen(true)
    } catch {
      notify({ kind: 'error', title: t('network') })
    }
  }
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => void openFirstTime(),
    onPointerEnter: warmUp,
    onFocus: warmUp,
  })
}
