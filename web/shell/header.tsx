import { ArrowLeft, Menu as MenuIcon, Search } from 'lucide-react'
import { memo, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { cn } from '#web/lib/cn.ts'
import { openSurface, usePaletteKey } from '#web/lib/navigation/open-surface.ts'
import { readListReturn } from '#web/lib/navigation/return-state.ts'
import { useSession, visitorOf } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { Logo, Mark } from '#web/ui/logo.tsx'
import {
  AccountMenu,
  avatarSize,
  backTarget,
  LanguageMenu,
  logoTarget,
  type NavLink,
  navLinks,
  ThemeMenu,
} from './header-menus.tsx'
import { LateDialog, warmUpDialog } from './late-dialog.ts'
import { useWorkScreen } from './work-frame.tsx'

export function Header() {
  const { t } = useTranslation('navigation')
  const session = useSession()
  const { pathname, state } = useLocation()
  const visitor = visitorOf(session)
  const isWork = useWorkScreen() !== null
  const back = backTarget(visitor, pathname, readListReturn(state)?.listSearch)
  return (
    <header
      data-work={isWork || undefined}
      data-print="no"
      className="sticky top-0 z-30 border-b border-line bg-canvas"
    >
      {/* At double text size the bar wraps to a second line, so that the page does not scroll sideways. */}
      <div
        className={cn(
          'flex items-center gap-2 md:flex-wrap',
          isWork
            ? 'min-h-[calc(var(--spacing-header)-1px)] px-pad work:ps-6.5 work:pe-4'
            : 'page min-h-header',
        )}
      >
        {back && (
          <Link
            to={back}
            aria-label={t('back')}
            className={buttonClass('quiet', 'icon', '-ms-3 md:hidden')}
          >
            <ArrowLeft className="size-5" aria-hidden />
          </Link>
        )}
        <Link
          to={logoTarget(visitor)}
          aria-label={t('toHome')}
          className="flex items-center rounded-sm py-2 in-data-work:py-0 work:in-data-work:w-42.5"
        >
          <span className={cn('flex', back && 'max-md:hidden')}>
            {/* On the narrowest phones, the buttons leave room only for the symbol. */}
            <Logo wordClass="max-[22.5rem]:hidden" />
          </span>
          {back && <Mark className="md:hidden" />}
        </Link>
        {isWork && <PaletteButton />}
        <nav
          aria-label={t('main')}
          className="ms-6 flex items-center gap-1 in-data-work:ms-auto max-md:hidden"
        >
          {navLinks(visitor, pathname).map(({ name, to }) => (
            <LinkButton key={name} to={to} variant="quiet" size="sm">
              {t(name)}
            </LinkButton>
          ))}
        </nav>
        <div className="ms-auto flex items-center gap-1 md:in-data-work:ms-0">
          {session.status === 'signed-in' && !isWork && <PaletteButton />}
          {visitor === 'unknown' && !isWork && <PaletteBone />}
          <Preferences />
          {session.status === 'signed-in' && <AccountMenu user={session.user} />}
          {visitor === 'unknown' && <AvatarBone />}
          {visitor === 'anonymous' && (
            <AnonymousParts
              isChecking={session.status === 'checking'}
              links={navLinks(visitor, pathname)}
            />
          )}
        </div>
      </div>
    </header>
  )
}

/** Memoised, so that it does not re-render on every change of the address. */
const Preferences = memo(function Preferences() {
  return (
    <>
      <LanguageMenu />
      <ThemeMenu />
    </>
  )
})

type AnonymousProps = { isChecking: boolean; links: readonly NavLink[] }

/**
 * During the session check, browsers that hold a token show a member's placeholder:
 * web/lib/app/page-bootstrap.ts.
 */
function AnonymousParts({ isChecking, links }: AnonymousProps) {
  return (
    <>
      {isChecking && <AvatarBone className="hidden in-data-token:block" />}
      <div className={cn('contents', isChecking && 'in-data-token:hidden')}>
        <SignInLinks />
        <MobileMenu links={links} />
      </div>
    </>
  )
}

const AvatarBone = ({ className }: { className?: string }) => (
  <span className={cn('bone rounded-full', avatarSize, className)} />
)

function SignInLinks() {
  const { t } = useTranslation('navigation')
  return (
    <div className="flex items-center gap-2 ps-2 max-md:hidden">
      <LinkButton to={paths.login()} variant="quiet" size="sm">
        {t('login')}
      </LinkButton>
      <LinkButton to={paths.register()} variant="secondary" size="sm">
        {t('getStarted')}
      </LinkButton>
    </div>
  )
}

const SIZE = 'lg:w-52! max-md:hidden xl:in-data-work:w-85! md:in-data-work:h-8'

/** Opens the command palette. On small screens the account menu has this entry. */
function PaletteButton() {
  const { t } = useTranslation('navigation')
  const key = usePaletteKey()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={key.aria}
      title={`${t('palette')} (${key.shown})`}
      onClick={() => openSurface('palette')}
      className={buttonClass(
        'quiet',
        'icon',
        cn(
          SIZE,
          'text-muted hover:text-ink lg:justify-start lg:border lg:border-control lg:bg-surface lg:px-3 lg:hover:border-ink',
        ),
      )}
    >
      <Search className="size-5 shrink-0 lg:size-4" aria-hidden />
      <span className="min-w-0 flex-1 truncate text-start text-sm font-normal max-lg:sr-only">
        {t('palette')}
      </span>
      <kbd className="font-sans text-xs font-normal text-faint max-lg:hidden" aria-hidden>
        {key.shown}
      </kbd>
    </button>
  )
}

const PaletteBone = () => <span className={cn('bone size-10 pointer-coarse:size-11', SIZE)} />

function MobileMenu({ links }: { links: readonly NavLink[] }) {
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
        onPointerEnter={warmUpDialog}
        onFocus={warmUpDialog}
      >
        <MenuIcon className="size-6" aria-hidden />
      </button>
      {isOpen && (
        <Suspense>
          <LateDialog kind="sheet" title={t('menu')} onClose={close}>
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
          </LateDialog>
        </Suspense>
      )}
    </div>
  )
}
