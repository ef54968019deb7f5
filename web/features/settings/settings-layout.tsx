import { CreditCard, SlidersHorizontal, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NavLink, Outlet } from 'react-router'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { paths } from '#web/paths.ts'

const entries = [
  { name: 'user', to: paths.settingsUser(), Icon: UserRound },
  { name: 'plan', to: paths.settingsPlan(), Icon: CreditCard },
  { name: 'preferences', to: paths.settingsPreferences(), Icon: SlidersHorizontal },
] as const

/** The menu, at the side or above, and the page that was chosen in it. */
export function SettingsLayout() {
  return (
    <div className="page grid min-h-dvh content-start gap-x-12 gap-y-6 py-6 sm:py-10 lg:grid-cols-[14rem_minmax(0,44rem)]">
      <PageMeta page="settings" noindex />
      <SettingsMenu />
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  )
}

function SettingsMenu() {
  const { t } = useTranslation('settings')
  return (
    <nav
      aria-label={t('menu.label')}
      className="flex flex-wrap gap-x-1 border-b border-line lg:sticky lg:top-24 lg:grid lg:gap-1 lg:self-start lg:border-b-0"
    >
      {entries.map(({ name, to, Icon }) => (
        <NavLink
          key={name}
          to={to}
          className="-mb-px flex min-h-11 items-center gap-2.5 border-b-2 border-transparent px-2 py-1.5 text-sm font-semibold text-muted hover:text-ink aria-[current=page]:border-sun aria-[current=page]:text-ink lg:mb-0 lg:rounded-md lg:border-b-0 lg:px-3 lg:hover:bg-sunken lg:aria-[current=page]:bg-sunken"
        >
          <Icon className="size-4.5 shrink-0 max-sm:hidden" aria-hidden />
          {t(`menu.${name}`)}
        </NavLink>
      ))}
    </nav>
  )
}
