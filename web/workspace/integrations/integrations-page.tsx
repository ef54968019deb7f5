import { SettingsPage } from '#web/accounts/api.ts'
import { pageLoader } from '#web/lib/app/page-loader.ts'
import { ApiKeysSection } from './api-keys-section.tsx'
import { FeedsSection } from './feeds-section.tsx'
import { WebhooksSection } from './webhooks-section.tsx'

/** What the programs of a member use: keys, webhooks and feeds. */
function IntegrationsPage() {
  return (
    <SettingsPage name="api">
      {(user) =>
        user && (
          <>
            <ApiKeysSection key={`keys-${user.id}`} user={user} />
            <WebhooksSection key={`webhooks-${user.id}`} user={user} />
            <FeedsSection key={`feeds-${user.id}`} />
          </>
        )
      }
    </SettingsPage>
  )
}

export { IntegrationsPage as Component }

export const loader = pageLoader(['changes'])
