import { ArrowLeft, Search } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { cn } from '#web/lib/cn.ts'
import { openSurface } from '#web/lib/navigation/open-surface.ts'
import { readListReturn } from '#web/lib/navigation/return-state.ts'
import { useSession, visitorOf } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { usePaletteKey } from '#web/shell/palette/palette-key.ts'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { Logo, Mark } from '#web/ui/logo.tsx'
import { AccountMenu } from './account-menu.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { backTarget, logoTarget, navLinks } from './nav-links.ts'
import { LanguageMenu, ThemeMenu } from './preference-menus.tsx'

export function Header() {
  const { t } = useTranslation('navigation')
  const session = useSession()
  const { pathname, state } = useLocation()
  const visitor = visitorOf(session)
  const back = backTarget(visitor, pathname, readListReturn(state)?.listSearch)
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-canvas">
      {/* At double text size the bar wraps to a second line, so that the page does not scroll sideways. */}
      <div className="page flex min-h-16 items-center gap-2 md:flex-wrap">
        {back && (
          <Link to={back} aria-label={t('back')} className={buttonClass('quiet', 'icon', '-ms-3 md:hidden')}>
            <ArrowLeft className="size-5" aria-hidden />
          </Link>
        )}
        <Link to={logoTarget(visitor)} aria-label={t('toHome')} className="flex items-center rounded-sm py-2">
          <span className={cn('flex', back && 'max-md:hidden')}>
            {/* On the narrowest phones, the buttons leave room only for the symbol. */}
            <Logo wordClass="max-[22.5rem]:hidden" />
          </span>
          {back && <Mark className="md:hidden" />}
        </Link>
        <nav aria-label={t('main')} className="ms-6 flex items-center gap-1 max-md:hidden">
          {navLinks(visitor, pathname).map(({ name, to }) => (
            <LinkButton key={name} to={to} variant="quiet" size="sm">
              {t(name)}
            </LinkButton>
          ))}
        </nav>
        <div className="ms-auto flex items-center gap-1">
          {session.status === 'signed-in' && <PaletteButton />}
          {visitor === 'unknown' && <PaletteBone />}
          <Preferences />
          {session.status === 'signed-in' && <AccountMenu user={session.user} />}
          {visitor === 'unknown' && (
            <span className="bone ms-1 size-10 rounded-full pointer-coarse:size-11" />
          )}
          {visitor === 'anonymous' && <SignInLinks />}
          {visitor === 'anonymous' && <MobileMenu links={navLinks(visitor, pathname)} />}
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

function SignInLinks() {
  const { t } = useTranslation('navigation')
  return (
    <div className="flex items-center gap-2 ps-2 max-md:hidden">
      <LinkButton to={paths.login()} variant="quiet" size="sm">
        {t('login')}
      </LinkButton>
      <LinkButton to={paths.register()} size="sm">
        {t('getStarted')}
      </LinkButton>
    </div>
  )
}

const SIZE = 'lg:w-52 max-md:hidden'

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

/** Placeholder during the session check. */
const PaletteBone = () => <span className={cn('bone size-10 pointer-coarse:size-11', SIZE)} />
