import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { dayOf } from '#contracts/dates.ts'
import { enrolOperator } from '#server/operator/api.ts'
import { disputeAddress } from '#testing/ask-saved.ts'
import type { Ask } from '#testing/ask.ts'
import { insertUser } from '#testing/factories.ts'
import { codeAt } from '#testing/operator-calls.ts'
import type { TestApp } from '#testing/test-app.ts'

type Asking = { app: TestApp; ask: Ask }
type Calls = Asking & { secrets: Set<string> }

/** The operator console: its lists, accounts, messages, deliveries and switches. */
export async function askConsole({ app, ask, secrets }: Calls, bearer: string): Promise<void> {
  const { email } = await ask('getProfile', { bearer })
  await ask('openOperatorSession', { body: { code: '000000' }, bearer })
  const enrolment = await enrolOperator(app.ctx, email)
  if (!enrolment) throw new Error('the operator was not enrolled')
  secrets.add(enrolment.secret)
  await ask('openOperatorSession', {
    body: { code: codeAt(enrolment.secret, app.ctx.now()) },
    bearer,
  })
  await ask('getOperatorSession', { bearer })
  for (const name of ['getSystemState', 'listDeadJobs', 'listAuditEvents', 'listAccounts'])
    await ask(name, { bearer })
  await askAccounts({ app, ask }, bearer)
  await askDesk({ app, ask }, bearer)
  await ask('closeOperatorSession', { bearer })
}

async function askDesk({ app, ask }: Asking, bearer: string): Promise<void> {
  const { db, now } = app.ctx
  const { content } = await ask('listContactMessages', { bearer })
  const message = { params: { id: content[0]?.id ?? '' }, bearer }
  await ask('answerContactMessage', { ...message, body: { answer: 'Yes, we do.' } })
  await db.updateTable('contact_messages').set({ answered_at: null }).execute()
  await ask('closeContactMessage', message)
  const mails = await ask('listWaitingMails', { bearer })
  for (const name of ['sendWaitingMail', 'deleteWaitingMail'])
    await ask(name, { params: { id: mails.content[0]?.id ?? '' }, bearer })
  const event = { provider: 'sandbox', id: 'evt_waiting' }
  await db
    .insertInto('billing_events')
    .values({
      provider: event.provider,
      event_id: event.id,
      kind: 'invoice.paid',
      customer_id: 'cus_unknown',
      received_at: now(),
    })
    .execute()
  for (const name of ['listWaitingEvents', 'listWaitingWebhooks']) await ask(name, { bearer })
  await ask('applyPaymentEvent', { body: event, bearer })
  await ask('listOptOuts', { bearer })
  await disputeAddress(app)
  await ask('listContradictedBounces', { bearer })
  await ask('traceShop', { query: { shop: 'other.example' }, bearer })
  await ask('previewOptOut', { query: { domain: 'other.example' }, bearer })
  await ask('optOutDomain', { body: { domain: 'other.example' }, bearer })
  for (const name of ['getLimits', 'listFeatures']) await ask(name, { bearer })
  for (const isOn of [false, true])
    await ask('switchFeature', { params: { name: 'exports' }, body: { isOn }, bearer })
}

async function askAccounts({ app, ask }: Asking, bearer: string): Promise<void> {
  const { userId } = await insertUser(app.ctx)
  const params = { id: userId }
  await ask('getAccount', { params, bearer })
  await ask('grantPlan', { params, body: { plan: 'pro', until: dayOf(app.ctx.now()) }, bearer })
  for (const name of [
    'endPlan',
    'endAccountSessions',
    'lockAccount',
    'unlockAccount',
    'eraseAccountNow',
  ])
    await ask(name, { params, bearer })
  for (const name of ['retryDeadJob', 'deleteDeadJob', 'retryDeadJobs']) {
    const id = randomUUID()
    await sql`insert into pgboss.job (id, name, data, source_name) values (${id}, 'dead-letter', '{}', 'tidy-photos')`.execute(
      app.ctx.db,
    )
    const input = name === 'retryDeadJobs' ? { body: { job: 'tidy-photos' } } : { params: { id } }
    await ask(name, { ...input, bearer })
  }
}
