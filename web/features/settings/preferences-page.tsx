import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CurrentUser } from '#contracts/auth.ts'
import { getPreferences } from '#contracts/users.ts'
import { q } from '#web/api/query.ts'
import { isPaid, useSession } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Bone, Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState, OfflineState } from '#web/ui/states.tsx'
import { DangerSection } from './danger-section.tsx'
import { DataSection } from './data-section.tsx'
import { PreferencesForm } from './preferences-form.tsx'
import { Section } from './section.tsx'
import { SettingsPage } from './settings-page.tsx'

export function PreferencesPage() {
  return (
    <SettingsPage name="preferences">
      {(user) => (
        <>
          <PreferencesSection key={user?.id} user={user} />
          <DataSection user={user} />
          <DangerSection user={user} />
        </>
      )}
    </SettingsPage>
  )
}

/** Settings of a new account, shown to signed-out visitors. */
const initial = { emailUpdates: false }

function PreferencesSection({ user }: { user: CurrentUser | null }) {
  const { t } = useTranslation('settings')
  const { data, error, fetchStatus, refetch } = useQuery({
    ...q(getPreferences, {}),
    enabled: user !== null,
  })
  const session = useSession()
  const retry = () => void refetch()
  return (
    <Section title={t('preferences.title')}>
      {data || !user ? (
        <>
          <PreferencesForm saved={data ?? initial} canEdit={user !== null} />
          {isPaid(session) && <SearchMails />}
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : fetchStatus === 'paused' ? (
        <OfflineState onRetry={retry} />
      ) : (
        <Skeleton className="grid gap-5">
          <Bone className="h-36 sm:h-18" />
          <Bone className="h-18 w-44 sm:h-11" />
        </Skeleton>
      )}
    </Section>
  )
}

/** Points to the other mail settings, which are kept with their own feature. */
function SearchMails() {
  const { t } = useTranslation('settings')
  return (
    <p className="mt-5 border-t border-line pt-4 text-sm text-muted">
      {t('preferences.searches')}{' '}
      <Link to={paths.list()} className="link">
        {t('preferences.toSearches')}
      </Link>
    </p>
  )
}
