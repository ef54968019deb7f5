import { toUserId } from '#contracts/ids.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import {
  type Account,
  endAccountSessions,
  endPlan,
  getAccount,
  grantPlan,
  LONGEST_GRANT_DAYS,
} from '#contracts/operator/accounts.ts'
import { PaidPlan } from '#contracts/billing/price-list.ts'
import { addDays } from '#contracts/dates.ts'
import { q, useCall } from '#web/api/query.ts'
import { pageLoader } from '#web/lib/app/page.tsx'
import { useToday } from '#web/lib/dates/calendar.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { ConfirmedAction } from '#web/ui/dialog.tsx'
import { Field, Input, Select } from '#web/ui/form/form-controls.tsx'
import { LockAndErase } from './lock-and-erase.tsx'
import { AccountBadges } from './accounts-page.tsx'
import { Block, Answer, Nothing, SectionHead, useAction } from './parts.tsx'

/** An account with its plan and sessions. */
function AccountPage() {
  const { t } = useTranslation('operator')
  const { id = '' } = useParams()
  const account = useQuery(q(getAccount, { params: { id: toUserId(id) } }))
  return (
    <>
      <Link to={paths.operator('accounts')} className="link text-sm">
        {t('account.back')}
      </Link>
      <Answer query={account}>
        {(data) => (
          <>
            <SectionHead title={data.email}>
              <AccountBadges account={data} />
            </SectionHead>
            <div className="mt-6 grid grid-cols-1 gap-6">
              <Facts account={data} />
              <Plan account={data} />
              <SessionList account={data} />
              <LockAndErase account={data} />
            </div>
          </>
        )}
      </Answer>
    </>
  )
}

export { AccountPage as Component }

export const loader = pageLoader(['operator', 'forms'])

type Props = { account: Account }

function Facts({ account }: Props) {
  const { t } = useTranslation(['operator', 'navigation'])
  const formats = useFormats()
  const facts = [
    [t('account.name'), account.name || '–'],
    ['ID', account.id],
    [t('accounts.created'), formats.moment(account.createdAt)],
    [t('account.lastSeen'), account.lastSeenAt ? formats.moment(account.lastSeenAt) : '–'],
    [t('navigation:language'), formats.capitalised(formats.language(account.language))],
    [t('account.savedStores'), formats.number(account.savedStores)],
    [t('account.savedSearches'), formats.number(account.savedSearches)],
  ]
  return (
    <Block
      title={t('account.facts')}
      aside={
        <Link to={`${paths.operator('audit')}?account=${account.id}`} className="link text-sm">
          {t('account.audit')}
        </Link>
      }
    >
      <dl className="grid gap-x-8 gap-y-3 px-5 py-4 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Block>
  )
}

const useAccountAction = () => useAction(getAccount.name)

function Plan({ account }: Props) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const { subscription, role, planUntil } = account
  return (
    <Block
      title={t('account.plan')}
      text={
        <>
          {t(`accounts.roles.${role}`)}
          {planUntil && ` · ${t('accounts.until', { at: formats.moment(planUntil) })}`}
        </>
      }
    >
      {subscription ? (
        <p className="px-5 py-4 text-sm text-muted">
          {t('account.subscribed', { at: formats.moment(subscription.periodEndsAt) })}
        </p>
      ) : (
        <Grant account={account} />
      )}
    </Block>
  )
}

const USUAL_GRANT_DAYS = 30

function Grant({ account: { id, email, role } }: Props) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const today = useToday()
  const [plan, setPlan] = useState<PaidPlan>('pro')
  const [until, setUntil] = useState(addDays(today, USUAL_GRANT_DAYS))
  const grant = useCall(grantPlan)
  const end = useCall(endPlan)
  const { run, isBusy } = useAccountAction()
  const planName = t(plan === 'pro' ? 'accounts.roles.PRO_USER' : 'accounts.roles.PLUS_USER')
  return (
    <div className="flex flex-wrap items-end gap-3 px-5 py-4">
      <Field label={t('accounts.plan')}>
        {(control) => (
          <Select
            {...control}
            value={plan}
            onChange={(event) => setPlan(PaidPlan.safeParse(event.target.value).data ?? 'pro')}
          >
            <option value="pro">{t('accounts.roles.PRO_USER')}</option>
            <option value="plus">{t('accounts.roles.PLUS_USER')}</option>
          </Select>
        )}
      </Field>
      <Field label={t('account.lastDay')}>
        {(control) => (
          <Input
            {...control}
            type="date"
            min={today}
            max={addDays(today, LONGEST_GRANT_DAYS)}
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
        )}
      </Field>
      <ConfirmedAction
        label={t('account.grant')}
        title={t('account.grantTitle', { plan: planName })}
        text={t('account.grantText', { email, plan: planName, day: formats.day(until) })}
        disabled={until < today}
        isBusy={isBusy}
        onConfirm={() =>
          run(
            () => grant.mutateAsync({ params: { id }, body: { plan, until } }),
            t('account.granted'),
          )
        }
      />
      {role !== 'GUEST' && (
        <ConfirmedAction
          label={t('account.endPlan')}
          title={t('account.endTitle')}
          text={t('account.endText', { email })}
          variant="quiet"
          isDangerous
          isBusy={isBusy}
          onConfirm={() =>
            run(() => end.mutateAsync({ params: { id: toUserId(id) } }), t('account.ended'))
          }
        />
      )}
    </div>
  )
}

function SessionList({ account: { id, email, sessions } }: Props) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const end = useCall(endAccountSessions)
  const { run, isBusy } = useAccountAction()
  const text = { count: sessions.length, email, sessions: formats.number(sessions.length) }
  return (
    <Block
      title={t('account.sessions')}
      aside={
        sessions.length > 0 && (
          <ConfirmedAction
            label={t('account.signOut')}
            title={t('account.signOutTitle')}
            text={t('account.signOutText', text)}
            size="sm"
            isDangerous
            isBusy={isBusy}
            onConfirm={() =>
              run(() => end.mutateAsync({ params: { id: toUserId(id) } }), t('account.signedOut'))
            }
          />
        )
      }
    >
      {sessions.length === 0 ? (
        <Nothing text={t('account.noSessions')} />
      ) : (
        <ul className="divide-y divide-line">
          {sessions.map((session) => (
            <li key={session.id} className="px-5 py-3 text-sm">
              <p className="font-medium">
                {[session.browser, session.system].filter(Boolean).join(' · ') ||
                  t('account.unknownDevice')}
              </p>
              <p className="text-muted">
                {t('account.lastUsed', { at: formats.moment(session.lastUsedAt) })}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}
