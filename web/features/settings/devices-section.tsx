import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listSessions } from '#contracts/auth.ts'
import { q } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Bone, Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState, OfflineState } from '#web/ui/states.tsx'
import { DeviceRow } from './device-row.tsx'
import { LogOutEverywhere } from './log-out-everywhere.tsx'
import { Section } from './section.tsx'

/** The account's sessions, each with a button to end it. */
export function DevicesSection() {
  const { t } = useTranslation('settings')
  const { data, error, fetchStatus, dataUpdatedAt, refetch } = useQuery(q(listSessions, {}))
  const [isAsking, setAsking] = useState(false)
  const retry = () => void refetch()
  return (
    <Section title={t('devices.title')} text={t('devices.text')}>
      {data ? (
        <>
          <ul className="-mt-2 divide-y divide-line">
            {data.sessions.map((session) => (
              <DeviceRow key={session.id} session={session} nowMs={dataUpdatedAt} />
            ))}
          </ul>
          <Button variant="secondary" className="mt-4" onClick={() => setAsking(true)}>
            {t('devices.everywhere')}
          </Button>
          {isAsking && <LogOutEverywhere onCancel={() => setAsking(false)} />}
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : fetchStatus === 'paused' ? (
        <OfflineState onRetry={retry} />
      ) : (
        <Skeleton className="grid gap-4">
          <Bone className="h-14" />
          <Bone className="h-14" />
          <Bone className="h-11 w-48" />
        </Skeleton>
      )}
    </Section>
  )
}
