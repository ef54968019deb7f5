import { Menu as MenuIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import type { NavLink } from './nav-links.ts'

// The sheet includes focus trap and scroll lock; only small screens load it.
const loadDialog = async () => ({ default: (await import('#web/ui/dialog.tsx')).Dialog })
const warmUp = () => void loadDialog().catch(() => undefined)
const Dialog = lazy(loadDialog)

/** Links that do not fit into the bar on small screens. */
export function MobileMenu({ links }: { links: readonly NavLink[] }) {
  const { t } = useTranslation('navigation')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className="md:hidden">
      <button
        type="button"
        className={buttonClass('quiet', 'icon', '-me-2')}
        aria-label={t('openMenu')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        onPointerEnter={warmUp}
        onFocus={warmUp}
      >
        <MenuIcon className="size-6" aria-hidden />
      </button>
      {isOpen && (
        <Suspense>
          <Dialog kind="sheet" title={t('menu')} isOpen onOpenChange={setOpen}>
            <nav aria-label={t('main')} className="grid gap-1">
              {links.map(({ name, to }) => (
                <Link
                  key={name}
                  to={to}
                  onClick={close}
                  className="flex min-h-12 items-center border-b border-line text-lg"
                >
                  {t(name)}
                </Link>
              ))}
              <div className="mt-6 grid gap-3">
                <LinkButton to={paths.register()} onClick={close}>
                  {t('getStarted')}
                </LinkButton>
                <LinkButton to={paths.login()} variant="secondary" onClick={close}>
                  {t('login')}
                </LinkButton>
              </div>
            </nav>
          </Dialog>
        </Suspense>
      )}
    </div>
  )
}
