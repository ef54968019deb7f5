import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { PaidPlan } from '#contracts/billing/price-list.ts'
import { addDays } from '#contracts/dates.ts'
import { toUserId } from '#contracts/ids.ts'
import {
  type Account,
  endAccountSessions,
  endPlan,
  getAccount,
  grantPlan,
  LONGEST_GRANT_DAYS,
} from '#contracts/operator/accounts.ts'
import { q } from '#web/api/query.ts'
import { useToday } from '#web/lib/dates/calendar.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Field, Select, TextField } from '#web/ui/form/form-controls.tsx'
import { AccountBadges } from './accounts-page.tsx'
import { LockAndErase } from './lock-and-erase.tsx'
import { Answer, Block, CallAction, List, SectionHead, usePlanName } from './parts.tsx'

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

function Plan({ account }: Props) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const { subscription, role, planUntil } = account
  const until = planUntil && ` · ${t('accounts.until', { at: formats.moment(planUntil) })}`
  return (
    <Block title={t('account.plan')} text={t(`accounts.roles.${role}`) + (until ?? '')}>
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
  const nameOf = usePlanName()
  return (
    <div className="flex flex-wrap items-end gap-3 px-5 py-4">
      <Field label={t('accounts.plan')}>
        {(control) => (
          <Select
            {...control}
            value={plan}
            onChange={(event) => setPlan(PaidPlan.safeParse(event.target.value).data ?? 'pro')}
          >
            {PaidPlan.options.map((each) => (
              <option key={each} value={each}>
                {nameOf(each)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextField
        label={t('account.lastDay')}
        type="date"
        min={today}
        max={addDays(today, LONGEST_GRANT_DAYS)}
        value={until}
        onChange={(event) => setUntil(event.target.value)}
      />
      <CallAction
        call={grantPlan}
        input={{ params: { id }, body: { plan, until } }}
        done={t('account.granted')}
        reload={[getAccount]}
        label={t('account.grant')}
        title={t('account.grantTitle', { plan: nameOf(plan) })}
        text={t('account.grantText', { email, plan: nameOf(plan), day: formats.day(until) })}
        disabled={until < today}
      />
      {role !== 'GUEST' && (
        <CallAction
          call={endPlan}
          input={{ params: { id } }}
          done={t('account.ended')}
          reload={[getAccount]}
          label={t('account.endPlan')}
          title={t('account.endTitle')}
          text={t('account.endText', { email })}
          variant="quiet"
          isDangerous
        />
      )}
    </div>
  )
}

function SessionList({ account: { id, email, sessions } }: Props) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const text = { count: sessions.length, email, sessions: formats.number(sessions.length) }
  return (
    <Block
      title={t('account.sessions')}
      aside={
        sessions.length > 0 && (
          <CallAction
            call={endAccountSessions}
            input={{ params: { id } }}
            done={t('account.signedOut')}
            reload={[getAccount]}
            label={t('account.signOut')}
            title={t('account.signOutTitle')}
            text={t('account.signOutText', text)}
            size="sm"
            isDangerous
          />
        )
      }
    >
      <List items={sessions} none={t('account.noSessions')}>
        {(session) => (
          <li key={session.id} className="px-5 py-3 text-sm">
            <p className="font-medium">
              {[session.browser, session.system].filter(Boolean).join(' · ') ||
                t('account.unknownDevice')}
            </p>
            <p className="text-muted">
              {t('account.lastUsed', { at: formats.moment(session.lastUsedAt) })}
            </p>
          </li>
        )}
      </List>
    </Block>
  )
}
