import { CreditCard, Send, SlidersHorizontal, Sunrise, UserRound, Webhook } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { paths } from '#web/paths.ts'
import { SideMenu } from '#web/ui/side-menu.tsx'
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
        <SideMenu
          label={t('menu.label')}
          entries={entries.map(({ name, ...entry }) => ({ ...entry, text: t(`menu.${name}`) }))}
        />
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
  { name: 'brief', to: paths.settingsBrief(), Icon: Sunrise },
  { name: 'api', to: paths.settingsApi(), Icon: Webhook },
  { name: 'deliveries', to: paths.settingsDeliveries(), Icon: Send },
] as const
