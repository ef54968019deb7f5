import { CreditCard, SlidersHorizontal, UserRound, Webhook } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NavLink, Outlet, useLocation } from 'react-router'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { paths } from '#web/paths.ts'
import { WorkBar } from '#web/ui/work-bar.tsx'

function SettingsLayout() {
  const { t } = useTranslation('settings')
  const { pathname } = useLocation()
  const current = entries.find(({ to }) => pathname.startsWith(to))?.name ?? 'user'
  return (
    <>
      <PageMeta page="settings" noindex />
      <WorkBar title={t(`menu.${current}`)} />
      <div className="page grid min-h-dvh grid-cols-[minmax(0,1fr)] content-start gap-x-12 gap-y-6 py-5 lg:grid-cols-[14rem_minmax(0,44rem)]">
        <SettingsMenu />
        <div className="min-w-0">
          <Outlet />
        </div>
      </div>
    </>
  )
}

export { SettingsLayout as Component }

export const loader = pageLoader(['settings', 'forms'])

const entries = [
  { name: 'user', to: paths.settingsUser(), Icon: UserRound },
  { name: 'plan', to: paths.settingsPlan(), Icon: CreditCard },
  { name: 'preferences', to: paths.settingsPreferences(), Icon: SlidersHorizontal },
  { name: 'api', to: paths.settingsApi(), Icon: Webhook },
] as const

function SettingsMenu() {
  const { t } = useTranslation('settings')
  return (
    <nav
      aria-label={t('menu.label')}
      className="border-line max-lg:border-b max-lg:pb-3 lg:sticky lg:top-[calc(var(--spacing-below)+1.5rem)] lg:self-start"
    >
      <div className="-mx-3 flex flex-wrap gap-1 lg:mx-0 lg:grid">
        {entries.map(({ name, to, Icon }) => (
          <NavLink
            key={name}
            to={to}
            className="flex min-h-11 items-center gap-2.5 rounded-md px-3 py-1.5 text-sm font-semibold text-muted hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink"
          >
            <Icon className="size-4.5 shrink-0 max-sm:hidden" aria-hidden />
            {t(`menu.${name}`)}
          </NavLink>
        ))}
      </div>
    </nav>
  )
}
