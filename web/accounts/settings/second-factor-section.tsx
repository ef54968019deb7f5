import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CurrentUser } from '#contracts/accounts/auth.ts'
import { listSessions } from '#contracts/accounts/auth.ts'
import { beginSecondFactor, getSecondFactor } from '#contracts/accounts/second-factor.ts'
import { useReauthentication } from '#web/accounts/identity/confirm-identity.tsx'
import { q } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useFailureToast } from './action-feedback.ts'
import { EndSecondFactor } from './end-second-factor.tsx'
import { SetUpSecondFactor, type Enrolment } from './set-up-second-factor.tsx'
import { Section } from './settings-page.tsx'

type Open = { kind: 'none' } | { kind: 'set-up'; enrolment: Enrolment } | { kind: 'end' }

/** Whether logging in also asks for a code of an authenticator app. */
export function SecondFactorSection({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const factor = useQuery(q(getSecondFactor, {}))
  const [open, setOpen] = useState<Open>({ kind: 'none' })
  const begin = useBegin(user, (enrolment) => setOpen({ kind: 'set-up', enrolment }))
  const close = () => {
    setOpen({ kind: 'none' })
    for (const { name } of [getSecondFactor, listSessions])
      void client.invalidateQueries({ queryKey: [name] })
  }
  return (
    <Section title={t('secondFactor.title')} text={t('secondFactor.text')}>
      <Loaded query={factor} skeleton={<StateSkeleton />}>
        {(data) => (
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <State {...data} />
            {data.onSince === null ? (
              <Button variant="secondary" isBusy={begin.isBusy} onClick={() => void begin.run()}>
                {t('secondFactor.turnOn')}
              </Button>
            ) : (
              <Button variant="secondary" onClick={() => setOpen({ kind: 'end' })}>
                {t('secondFactor.turnOff')}
              </Button>
            )}
          </div>
        )}
      </Loaded>
      {begin.dialog}
      {open.kind === 'set-up' && <SetUpSecondFactor enrolment={open.enrolment} onEnd={close} />}
      {open.kind === 'end' && <EndSecondFactor user={user} onEnd={close} />}
    </Section>
  )
}

const StateSkeleton = () => (
  <Skeleton>
    <Bone className="h-11" />
  </Skeleton>
)

type StateProps = { onSince: string | null; recoveryCodesLeft: number }

function State({ onSince, recoveryCodesLeft }: StateProps) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  if (onSince === null) return <p className="font-medium">{t('secondFactor.offState')}</p>
  return (
    <div>
      <p className="font-medium">
        {t('secondFactor.onState', { date: formats.day(onSince.slice(0, 10)) })}
      </p>
      <p className="text-sm text-muted">{t('secondFactor.left', { count: recoveryCodesLeft })}</p>
    </div>
  )
}

function useBegin({ hasPassword }: CurrentUser, onBegun: (enrolment: Enrolment) => void) {
  const fail = useFailureToast()
  const call = useCall(beginSecondFactor)
  const reauthentication = useReauthentication({ hasPassword })
  const run = async () => {
    try {
      const outcome = await reauthentication.run(() => call.mutateAsync({}))
      if (outcome.kind === 'done') onBegun(outcome.value)
    } catch (error) {
      fail('secondFactor', error)
    }
  }
  return { run, isBusy: call.isPending, dialog: reauthentication.dialog }
}
