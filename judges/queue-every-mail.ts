import { randomUUID } from 'node:crypto'
import { addDays, DAY_MS, dayOf } from '#contracts/dates.ts'
import type { StoreId, UserId } from '#contracts/ids.ts'
import { type Language, languages } from '#i18n/languages.ts'
import * as account from '#server/accounts/account-mails.ts'
import { ensureAccount } from '#server/accounts/sign-up/ensure-account.ts'
import * as billing from '#server/billing/billing-mails.ts'
import { optOutMail } from '#server/opt-out/opt-out-requests.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { emailKeyOf } from '#server/platform/mail/email-address.ts'
import { type MailKind, queueMail } from '#server/platform/mail/mail.ts'
import { contactMail, contactReplyMail } from '#server/site/contact/contact.ts'
import { newsletterMail, subscriptionMail } from '#server/site/newsletter/newsletter-mails.ts'
import { digestMail } from '#server/workspace/digest/digest-mail.ts'
import { searchMatchesMail } from '#server/workspace/saved-searches/search-matches-mail.ts'
import { webhookPausedMail } from '#server/workspace/webhooks/webhook-message.ts'

export type QueuedMail = { id: string; kind: string; language: string }

/** Letters outside of ASCII, quotes, and lines that a mail server could take for its own. */
const NAMES: Record<Language, string> = {
  en: 'Zoë O’Neil',
  tr: 'Işıl',
  es: 'Íñigo',
  fr: 'Maëlle',
  de: 'Jörg',
  pt: 'João',
}
const MESSAGE = `Größe?\r\n.\r\nFrom here on: ${'a line that does not end – '.repeat(60)}\r\n\r\n.. çok iyi`
const PAYMENT = {
  amountMinor: 7950,
  currency: 'EUR',
  invoiceNumber: 'SD-2026-0042',
  plan: 'plus',
} as const

type Deps = Pick<AppContext, 'db' | 'now' | 'jobs'>
type Member = { email: string; userId: UserId }

/**
 * Queues mails of each kind in each language, for the running product to compose and send. Left out
 * is the brief, which the product sends itself when it is asked for one.
 */
export async function queueEveryMail(db: Db): Promise<QueuedMail[]> {
  const startedAt = new Date()
  // Without jobs: the product looks for due mails each minute.
  const jobs: AppContext['jobs'] = { enqueue: async () => false, redrive: async () => 0 }
  const ctx: Deps = { db, now: () => startedAt, jobs }
  const run = randomUUID().slice(0, 8)
  const people = await Promise.all(languages.map((language) => insertPeople(ctx, language, run)))
  const stores = await readStores(db)
  // In one transaction, because a mail is gone from the table when it is sent.
  return inTransaction(ctx, async (ctx) => {
    for (const [at, person] of people.entries()) {
      const letters = lettersTo(ctx, person)
      await queueAccountMails(letters)
      await queueBillingMails(letters)
      await queueWorkspaceMails(ctx, letters, stores)
      await queueSiteMails(ctx, letters)
      const { domain, email } = stores[at] ?? { domain: '', email: null }
      await letters.send(optOutMail, { domain }, { email: email ?? '', userId: null })
    }
    return ctx.db
      .selectFrom('outgoing_mails')
      .select(['id', 'kind', 'language'])
      .where('created_at', '=', startedAt)
      .execute()
  })
}

type People = {
  language: Language
  name: string
  member: Member
  newcomer: Member
  leaver: Member
  /** An address of this run, without an account. */
  addressOf: (what: string) => string
}

async function insertPeople(ctx: Deps, language: Language, run: string): Promise<People> {
  const name = NAMES[language]
  const addressOf = (what: string) => `${what}.${language}.${run}@judged.example`
  const insert = async (what: string, verified: boolean): Promise<Member> => {
    const own = {
      email: addressOf(what),
      firstName: name,
      lastName: 'Byron',
      password: randomUUID(),
    }
    const { userId } = await ensureAccount(ctx, { ...own, role: 'PLUS_USER', verified })
    return { email: own.email, userId }
  }
  const member = await insert('member', true)
  const leaver = await insert('leaver', true)
  const changes = { email_updates: true, pending_email: addressOf('next'), language }
  await ctx.db.updateTable('users').set(changes).where('id', '=', member.userId).execute()
  await ctx.db
    .updateTable('users')
    .set({ deletion_requested_at: ctx.now() })
    .where('id', '=', leaver.userId)
    .execute()
  return { language, name, addressOf, member, leaver, newcomer: await insert('newcomer', false) }
}

/** With a mailbox that the world's mail server accepts. */
const readStores = (db: Db) =>
  db
    .selectFrom('stores')
    .select(['id', 'domain', 'email'])
    .where('email', 'is not', null)
    .where('email', 'like', '%@%')
    .where('email_state', 'is distinct from', 'no_mx')
    .where('domain', 'not like', 'www.%')
    .orderBy('id', 'desc')
    .limit(languages.length)
    .execute()

type Letters = People & {
  /** To the member unless said otherwise. */
  send: <Params extends Record<string, unknown>>(
    kind: MailKind<Params>,
    params: Params,
    to?: Recipient,
  ) => Promise<void>
}
type Recipient = { email: string; userId: UserId | null }

const lettersTo = (ctx: Deps, people: People): Letters => ({
  ...people,
  send: (kind, params, { email: recipient, userId } = people.member) =>
    queueMail(ctx, kind, { recipient, userId, language: people.language, params }),
})

async function queueAccountMails(letters: Letters): Promise<void> {
  const { send, name, member, newcomer, leaver, addressOf } = letters
  const at = new Date().toISOString()
  await send(account.verifySignUpMail, { credentials: null }, newcomer)
  await send(account.alreadyRegisteredMail, {})
  await send(account.resetPasswordMail, {})
  await send(account.passwordChangedMail, { name })
  await send(account.newSignInMail, { name, browser: 'Firefox', system: null, at })
  await send(account.identityLinkedMail, { name, provider: 'Google' })
  for (const kind of ['apiKey', 'feed', 'webhook'] as const)
    await send(account.integrationCreatedMail, { name, kind, label: '' })
  for (const change of ['on', 'off', 'recoveryUsed'] as const)
    await send(account.secondFactorMail, { name, change })
  const next = { email: addressOf('next'), userId: member.userId }
  await send(account.confirmEmailChangeMail, { userId: member.userId }, next)
  for (const isDone of [false, true])
    await send(account.emailChangeNoticeMail, { name, newEmail: next.email, isDone })
  await send(account.deletionMail, {}, leaver)
}

async function queueBillingMails({ send, name }: Letters): Promise<void> {
  const at = new Date(Date.now() + 30 * DAY_MS).toISOString()
  await send(billing.paymentReceivedMail, { name, ...PAYMENT })
  await send(billing.paymentFailedMail, { name, ...PAYMENT, invoiceNumber: null })
  await send(billing.subscriptionCancelledMail, { name, plan: 'plus', endsAt: at })
  await send(billing.subscriptionEndedMail, { name, plan: 'pro' })
  const { amountMinor, currency } = PAYMENT
  await send(billing.renewalSoonMail, { name, plan: 'pro', renewsAt: at, amountMinor, currency })
}

async function queueWorkspaceMails(
  { db, now }: Deps,
  { send, member: { userId }, name }: Letters,
  stores: readonly { id: StoreId }[],
): Promise<void> {
  const at = now()
  const [searchId, webhookId] = [randomUUID(), randomUUID()]
  const search = {
    id: searchId,
    user_id: userId,
    name: `${name} & <Lampen>`,
    view: 'stores',
  } as const
  const times = { mails_since: at, checked_at: at, created_at: at, updated_at: at, seen_at: at }
  await db
    .insertInto('saved_searches')
    .values({ ...search, ...times, query: '', mails: true })
    .execute()
  await db
    .insertInto('saved_search_hits')
    .values(stores.map(({ id: store_id }) => ({ search_id: searchId, store_id, at })))
    .execute()
  const [from, until] = [new Date(at.getTime() - DAY_MS), new Date(at.getTime() + 1)]
  await send(searchMatchesMail, { searchId, from: from.toISOString(), at: until.toISOString() })
  await send(digestMail, {
    week: addDays(dayOf(at), -6),
    searches: [{ id: searchId, count: stores.length }],
  })
  const webhook = { id: webhookId, user_id: userId, secret: 'unused', last_status: 500 }
  await db
    .insertInto('webhooks')
    .values({ ...webhook, url: 'https://hooks.example/x', created_at: at, paused_at: at })
    .execute()
  await send(webhookPausedMail, { webhookId })
}

async function queueSiteMails(ctx: Deps, letters: Letters): Promise<void> {
  const { send, language, name, addressOf } = letters
  const at = ctx.now()
  const [id, email] = [randomUUID(), addressOf('visitor')]
  const written = {
    full_name: name,
    email,
    email_key: emailKeyOf(email),
    language,
    message: MESSAGE,
  }
  const stored = { day: dayOf(at), content_hash: id, created_at: at, answered_at: at }
  await ctx.db
    .insertInto('contact_messages')
    .values({ id, subject: `Frage – ${name}`, ...written, ...stored, answer: MESSAGE })
    .execute()
  await send(contactMail, { messageId: id })
  await send(contactReplyMail, { messageId: id }, { email, userId: null })
  const reader = await subscribe(ctx, letters, at)
  await send(newsletterMail, { subscriptionId: reader.id, week: addDays(dayOf(at), -6) }, reader)
  for (const each of [reader, await subscribe(ctx, letters, null)])
    await send(subscriptionMail, { subscriptionId: each.id }, each)
}

async function subscribe(
  { db, now }: Deps,
  { language, addressOf }: People,
  confirmed_at: Date | null,
): Promise<Recipient & { id: string }> {
  const id = randomUUID()
  const email = addressOf(confirmed_at ? 'reader' : 'asked')
  const row = { id, email, email_key: emailKeyOf(email), language, requested_at: now() }
  await db
    .insertInto('newsletter_subscriptions')
    .values({ ...row, ...(confirmed_at && { confirmed_at }) })
    .execute()
  return { id, email, userId: null }
}
