import { expect } from '@playwright/test'
import { toUserId } from '#contracts/ids.ts'
import type { Account } from '#contracts/operator/accounts.ts'
import type { Alarm, SystemState } from '#contracts/operator/system.ts'
import { refusal } from '#e2e/account-answers.ts'
import { BUSY, LONG_NAME, pageOf } from '#e2e/research-examples.ts'
import { button, buttonWith } from '#e2e/page.ts'
import { EMAIL, type Scenario, statesOf } from './scenario.ts'

const AT = '2026-11-25T10:00:00.000Z'
const ID = '8d4e2a52-3c0b-4c7e-9f1e-0a1b2c3d4e5f'
const LONG_WORD = 'https://log.example/'.padEnd(90, 'x')
const RUNBOOK = 'docs/operating.md#a-provider-is-down'

const alarms: Alarm[] = [
  { name: 'ShopsThrottle', severity: 'page', item: null, unit: 'share', value: 0.123, limit: 0.05, runbook: RUNBOOK },
  { name: 'LogSilent', severity: 'ticket', item: LONG_WORD, unit: 'seconds', value: 12_345, limit: 600, runbook: RUNBOOK },
  { name: 'QueueOld', severity: 'ticket', item: 'catalogueWalk', unit: 'seconds', value: 99_999, limit: 21_600, runbook: RUNBOOK },
] // prettier-ignore

const calm: SystemState = {
  measuredAt: AT,
  alarms: [],
  freshness: { stores: 0, p95Seconds: null },
  logs: [],
  queues: [],
  jobQueues: [],
  budget: null,
  backups: { isScheduledHere: true, last: null, writtenAt: null, verifiedAt: null },
  visits: [],
  requests: [],
  mails: { waiting: 0, retrying: 0, oldestAt: null },
  deliveries: { waiting: 0, retrying: 0, oldestAt: null },
  billingEvents: { waiting: 0, oldestAt: null },
  deadJobs: 0,
  databaseBytes: 1,
  business: {
    signUpsToday: 0,
    signUps: 0,
    confirmed: 0,
    ended: 0,
    revenuePerMonth: [],
    paying: { PLUS: 0, PRO: 0 },
    failedPayments: { count: 0, amounts: [] },
  },
}

const count = { lastHour: 1_234_567, lastDay: 12_345_678, total: 123_456_789 }
const troubled: SystemState = {
  ...calm,
  alarms,
  jobQueues: [{ name: 'sync-billing-customer', waiting: 123_456, oldestSeconds: 98_765, running: 12, dead: 9 }],
  budget: { requestsPerSecond: 5, hostGapMs: 1_000, share: 0.5, restingSites: 12_345, requestsLastHour: 17_999, heldSecondsLastHour: 1_240, reportedAt: '2026-11-25T09:00:00.000Z' },
  backups: { isScheduledHere: true, last: { startedAt: AT, bytes: null, problem: `ENOSPC: ${LONG_WORD}` }, writtenAt: AT, verifiedAt: AT },
  visits: [{ outcome: 'refused_by_host', ...count }],
  requests: [{ outcome: 'failed_too_large', ...count }],
  business: {
    signUpsToday: 1_234, signUps: 34_567, confirmed: 30_000, ended: 1_234,
    paying: { PLUS: 12_345, PRO: 23_456 },
    revenuePerMonth: [{ currency: 'USD', amountMinor: 123_456_789 }, { currency: 'EUR', amountMinor: 98_765_432 }, { currency: 'TRY', amountMinor: 987_654_321 }],
    failedPayments: { count: 345, amounts: [{ currency: 'USD', amountMinor: 1_234_567 }] },
  },
} // prettier-ignore

const job = {
  id: ID,
  job: 'sync-billing-customer',
  error: LONG_WORD,
  attempts: 5,
  requestId: ID,
  diedAt: AT,
}
const mail = { id: ID, kind: 'saved_search', recipient: EMAIL, tries: 3, createdAt: AT, dueAt: AT }
const event = {
  provider: 'stripe',
  id: `evt_${'x'.repeat(60)}`,
  kind: 'customer.subscription.updated',
  receivedAt: AT,
}
/** The console is open for any user: these states need its answers, not its rights. */
const inConsole = (scenario: Scenario): Scenario => ({
  ...scenario,
  async play(stage) {
    await stage.answer('/api/operator/session', {
      json: { isOperator: true, until: new Date(Date.now() + 3_000_000).toISOString() },
    })
    await scenario.play(stage)
  },
})

const SYSTEM = '/api/operator/system'
const overview = inConsole(
  statesOf('console, overview', 'pro', [
    [
      'loading',
      '/operator',
      { [SYSTEM]: 'never' },
      ({ page, t }) =>
        page.getByRole('heading', { level: 1, name: t('operator:menu.overview'), exact: true }),
    ],
    [
      'failed',
      '/operator',
      { [SYSTEM]: BUSY },
      ({ main, t }) => buttonWith(main, t('errors:retry')),
    ],
    ['nothing yet', '/operator', { [SYSTEM]: { json: calm } }, ['operator:alarms.none']],
    [
      'trouble',
      '/operator',
      { [SYSTEM]: { json: troubled } },
      ['operator:alarms.names.ShopsThrottle'],
    ],
  ]),
)

const work = inConsole({
  name: 'console, work',
  visitor: 'pro',
  async play({ page, dialog, t, open, answer, look }) {
    await answer('/api/operator/jobs', { json: { ...pageOf([]).json, jobs: [] } })
    await open('/operator/jobs')
    await expect(page.getByText(t('operator:jobs.none.title'))).toBeVisible()
    await look('no failed job')
    const jobs = [{ job: job.job, count: 1_234 }]
    await answer('/api/operator/jobs', {
      json: { ...pageOf([job]).json, totalElements: 1_234, jobs },
    })
    await open(`/operator/jobs?job=${job.job}`)
    await button(page, t('operator:jobs.retryAll')).click()
    await expect(dialog).toBeVisible()
    await look('retry all?')
    await page.keyboard.press('Escape')

    await answer('/api/operator/mails', {
      json: { ...pageOf([mail]).json, kinds: [{ kind: mail.kind, count: 1 }] },
    })
    const events = [
      { ...event, customerId: 'cus_1' },
      { ...event, id: 'evt_2', customerId: null },
    ]
    await answer('/api/operator/payment-events', { json: pageOf(events).json })
    await open('/operator/deliveries')
    await expect(page.getByText(t('operator:events.noCustomer'))).toBeVisible()
    await look('mails and events')
    await button(page, t('operator:mails.send')).click()
    await expect(dialog).toContainText(mail.recipient)
    await look('send now?')
  },
})

const session = (browser: string, system: string) => ({
  id: ID,
  isCurrent: false,
  browser,
  system,
  kind: 'desktop' as const,
  rememberMe: false,
  createdAt: AT,
  lastUsedAt: AT,
  expiresAt: AT,
})

const person: Account = {
  id: toUserId(ID),
  email: EMAIL,
  name: LONG_NAME,
  role: 'PRO_USER',
  planUntil: AT,
  createdAt: AT,
  isVerified: true,
  isBeingDeleted: false,
  isLocked: false,
  isOperator: false,
  language: 'de',
  lastSeenAt: AT,
  savedStores: 123_456,
  savedSearches: 12,
  subscription: null,
  sessions: [
    session('Microsoft Edge', 'Windows'),
    session('Samsung Internet for Android', 'Android'),
  ],
}

const account = inConsole({
  name: 'console, account',
  visitor: 'pro',
  async play({ page, dialog, t, open, answer, look }) {
    const path = `/operator/accounts/${ID}`
    await answer(`/api${path}`, { json: person })
    await open(path)
    await expect(page.getByText(EMAIL).first()).toBeVisible()
    await look('an account with a granted plan')
    for (const key of [
      'account.grant',
      'account.signOut',
      'ending.lock',
      'ending.erase',
    ] as const) {
      await button(page, t(`operator:${key}`)).click()
      await expect(dialog).toBeVisible()
      await look(key)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
    const subscription = { plan: 'plus', status: 'past_due', periodEndsAt: AT } as const
    const troubled = { ...person, isLocked: true, isBeingDeleted: true, sessions: [], subscription }
    await answer(`/api${path}`, { json: troubled })
    await open(path)
    await expect(page.getByText(t('operator:ending.subscribed'))).toBeVisible()
    await look('a locked account with a subscription')
  },
})

const features = inConsole({
  name: 'console, feature switches',
  visitor: 'pro',
  async play({ page, dialog, t, open, answer, look }) {
    const names = ['sign_up', 'checkout', 'exports', 'screenshots', 'crawler']
    const content = names.map((name) => ({ name, isOn: name === 'exports', changedAt: AT }))
    await answer('/api/operator/features', { json: { content } })
    await open('/operator/features')
    await expect(page.getByText(t('operator:features.offText.crawler'))).toBeVisible()
    await look('switched off')
    await page
      .getByRole('listitem')
      .filter({ hasText: t('operator:features.names.exports') })
      .getByRole('button')
      .click()
    await expect(dialog).toContainText(t('operator:features.offText.exports'))
    await look('switch off?')
  },
})

const closed: Scenario = {
  name: 'what operators have closed',
  visitor: 'guest',
  async play({ page, main, t, open, answer, look }) {
    const message = t('errors:checkout_closed')
    await answer('/api/subscription/create-checkout', refusal(403, 'checkout_closed', message))
    await open('/pricing')
    await buttonWith(main, t('pricing:choose', { plan: 'Pro' })).click()
    await expect(page.getByText(message)).toBeVisible()
    await look('checkout closed')
  },
}

export const operatorScenarios: readonly Scenario[] = [overview, work, account, features, closed]
