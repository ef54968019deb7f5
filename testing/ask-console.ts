import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { dayOf } from '#contracts/dates.ts'
import { enrolOperator } from '#server/operator/api.ts'
import { disputeAddress } from '#testing/ask-saved.ts'
import { type Ask, askEach } from '#testing/ask.ts'
import { insertUser } from '#testing/factories.ts'
import { codeAt } from '#testing/operator-calls.ts'
import type { TestApp } from '#testing/test-app.ts'

type Asking = { app: TestApp; ask: Ask }
type Calls = Asking & { secrets: Set<string> }

/** The operator console: its lists, accounts, messages, deliveries and switches. */
export async function askConsole({ app, ask, secrets }: Calls): Promise<void> {
  const { email } = await ask('getProfile')
  await ask('openOperatorSession', { body: { code: '000000' } })
  const enrolment = await enrolOperator(app.ctx, email)
  if (!enrolment) throw new Error('the operator was not enrolled')
  secrets.add(enrolment.secret)
  const code = codeAt(enrolment.secret, app.ctx.now())
  await ask('openOperatorSession', { body: { code } })
  const lists = ['getSystemState', 'listDeadJobs', 'listAuditEvents', 'listAccounts']
  await askEach(ask, ['getOperatorSession', ...lists])
  await askAccounts({ app, ask })
  await askDesk({ app, ask })
  await ask('closeOperatorSession')
}

async function askDesk({ app, ask }: Asking): Promise<void> {
  const { db, now } = app.ctx
  const { content } = await ask('listContactMessages')
  const message = { params: { id: content[0]?.id ?? '' } }
  await ask('answerContactMessage', { ...message, body: { answer: 'Yes, we do.' } })
  await db.updateTable('contact_messages').set({ answered_at: null }).execute()
  await ask('closeContactMessage', message)
  const mails = await ask('listWaitingMails')
  const mail = { params: { id: mails.content[0]?.id ?? '' } }
  await askEach(ask, ['sendWaitingMail', 'deleteWaitingMail'], mail)
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
  await askEach(ask, ['listWaitingEvents', 'listWaitingWebhooks'])
  await ask('applyPaymentEvent', { body: event })
  await ask('listOptOuts')
  await disputeAddress(app)
  await ask('listContradictedBounces')
  await ask('traceShop', { query: { shop: 'other.example' } })
  await ask('previewOptOut', { query: { domain: 'other.example' } })
  await ask('optOutDomain', { body: { domain: 'other.example' } })
  await askEach(ask, ['getLimits', 'listFeatures'])
  for (const isOn of [false, true])
    await ask('switchFeature', { params: { name: 'exports' }, body: { isOn } })
}

async function askAccounts({ app, ask }: Asking): Promise<void> {
  const { userId } = await insertUser(app.ctx)
  const params = { id: userId }
  await ask('getAccount', { params })
  await ask('grantPlan', { params, body: { plan: 'pro', until: dayOf(app.ctx.now()) } })
  const deeds = ['endPlan', 'endAccountSessions', 'lockAccount', 'unlockAccount', 'eraseAccountNow']
  await askEach(ask, deeds, { params })
  for (const name of ['retryDeadJob', 'deleteDeadJob', 'retryDeadJobs']) {
    const id = randomUUID()
    await sql`insert into pgboss.job (id, name, data, source_name) values (${id}, 'dead-letter', '{}', 'tidy-photos')`.execute(
      app.ctx.db,
    )
    const input = name === 'retryDeadJobs' ? { body: { job: 'tidy-photos' } } : { params: { id } }
    await ask(name, input)
  }
}
