import { type Selectable, sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import type { DeliveryReason } from '#contracts/workspace/deliveries.ts'
import { languageOrFallback } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'
import { recordDelivery } from '#server/platform/delivery-log.ts'
import type { Database } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { placeOf } from '#server/platform/log.ts'
import {
  defineCron,
  defineJob,
  type RegisteredJob,
  registerJob,
} from '#server/platform/jobs/job-definition.ts'
import { type Origin, readOrigin, runFrom, traced } from '#server/platform/tracing/tracing.ts'
import { type RegisteredMail, sendMailJob } from './mail.ts'
import {
  type MailFailure,
  openSmtp,
  type OutgoingMail,
  type SendOutcome,
  type Smtp,
} from './smtp.ts'

/** The rest is taken by the next run, a minute later at most. */
const MAX_PER_RUN = 200
const MAX_WAIT_MS = 15 * MINUTE_MS
/**
 * Rejections of one message by a server that accepted its recipient: an operator may have to fix
 * the sender's records first.
 */
const MAX_REJECTIONS = 8

/**
 * Sends the due mails one after the other, each to exactly one recipient and at least once. Without
 * a mail server all mails wait. A server that does not answer ends the run, since it would not
 * answer for the next mail either.
 */
export async function sendDueMails(
  ctx: AppContext,
  mails: readonly RegisteredMail[],
  signal: AbortSignal,
): Promise<void> {
  if (!ctx.config.SMTP_URL) return
  const smtp = openSmtp(ctx.config.SMTP_URL, ctx.config.MAIL_FROM)
  let shouldContinue = true
  for (let count = 0; shouldContinue && count < MAX_PER_RUN && !signal.aborted; count++)
    shouldContinue = await sendNext(ctx, { mails, smtp, signal })
}

/**
 * A queued mail is sent at once; a run every minute sends delayed mail (waiting for the server, for
 * the next hour, for a killed process). Each sends all that is due, so that a burst does not wait
 * for the queue's polling.
 */
export function createMailJobs(mails: readonly RegisteredMail[]): RegisteredJob[] {
  const sendQueued = defineJob({
    ...sendMailJob,
    run: (ctx, _payload, signal) => sendDueMails(ctx, mails, signal),
  })
  const sendWaiting = defineCron({
    name: 'send-waiting-mails',
    maxAttempts: 1,
    cron: '* * * * *',
    run: (ctx, signal) => sendDueMails(ctx, mails, signal),
  })
  return [registerJob(sendQueued), registerJob(sendWaiting)]
}

type RunDeps = { mails: readonly RegisteredMail[]; smtp: Smtp; signal: AbortSignal }

/** @returns whether the run should continue with the next mail */
async function sendNext(ctx: AppContext, { mails, smtp, signal }: RunDeps): Promise<boolean> {
  const claim = await claimMail(ctx, mails)
  const origin = 'mail' in claim ? claim.mail.origin : {}
  return runFrom(origin, () => handleClaim(ctx, { claim, smtp, signal }))
}

type ClaimDeps = Omit<RunDeps, 'mails'> & { claim: ClaimResult }

async function handleClaim(ctx: AppContext, { claim, smtp, signal }: ClaimDeps): Promise<boolean> {
  switch (claim.kind) {
    case 'nothing_due':
      return false
    case 'over_budget':
      ctx.log.warn({ event: 'mail.over_budget' }, 'hourly mail limit reached: the other mails wait')
      return false
    case 'dropped':
      return true
    case 'broken':
      logBroken(ctx, claim.mail, claim.error)
      await postpone(ctx, claim.mail, { status: null, reason: 'internal' })
      return true
    case 'claimed':
      return recordOutcome(ctx, claim.mail, await sendTraced(claim, smtp, signal))
    default:
      return claim satisfies never
  }
}

const sendTraced = (
  { mail: { kind, origin }, content }: Extract<ClaimResult, { kind: 'claimed' }>,
  smtp: Smtp,
  signal: AbortSignal,
): Promise<SendOutcome> =>
  traced(
    `mail ${kind}`,
    { kind: 'client', parent: origin.traceparent },
    () => smtp.send(content, signal),
    (outcome) => ({ 'storedawn.outcome': outcome.kind }),
  )

async function recordOutcome(
  ctx: AppContext,
  mail: ClaimedMail,
  outcome: SendOutcome,
): Promise<boolean> {
  const about = { mailId: mail.id, kind: mail.kind }
  if (outcome.kind === 'sent') {
    ctx.log.info({ event: 'mail.sent', ...about }, 'mail sent')
    await deleteMail(ctx, mail, null)
    return true
  }
  await releaseQuota(ctx)
  const { reason, status } = outcome
  const failure = { status, reason: REASONS[outcome.kind] }
  if (outcome.kind === 'refused' || (outcome.kind === 'rejected' && mail.tries >= MAX_REJECTIONS)) {
    ctx.log.warn({ event: 'mail.refused', reason, ...about }, 'mail refused, not tried again')
    await deleteMail(ctx, mail, { ...failure, nextAt: null })
    return true
  }
  ctx.log.warn(
    { event: 'mail.failed', reason, tries: mail.tries, ...about },
    'mail failed, tried again later',
  )
  await postpone(ctx, mail, failure)
  return outcome.kind !== 'unavailable'
}

const REASONS = {
  refused: 'mailbox',
  rejected: 'message',
  failed: 'later',
  unavailable: 'mailServer',
} as const satisfies Record<MailFailure['kind'], DeliveryReason>

type Failure = Parameters<typeof recordDelivery>[1]['failure']

/** In the log of its account first: a process killed in between sends the mail again. */
async function deleteMail(ctx: AppContext, mail: ClaimedMail, failure: Failure): Promise<void> {
  await logDelivery(ctx, mail, failure)
  await ctx.db.deleteFrom('outgoing_mails').where('id', '=', mail.id).execute()
}

async function postpone(
  ctx: AppContext,
  mail: ClaimedMail,
  failure: Omit<NonNullable<Failure>, 'nextAt'>,
): Promise<void> {
  const wait = Math.min(2 ** (mail.tries - 1) * MINUTE_MS, MAX_WAIT_MS)
  const nextAt = new Date(ctx.now().getTime() + wait)
  await logDelivery(ctx, mail, { ...failure, nextAt })
  await ctx.db
    .updateTable('outgoing_mails')
    .set({ due_at: nextAt })
    .where('id', '=', mail.id)
    .execute()
}

/** Null is a success. */
async function logDelivery(ctx: AppContext, mail: ClaimedMail, failure: Failure): Promise<void> {
  const { id: messageId, userId, kind, subject, recipient: target } = mail
  const outcome = failure ? 'failed' : 'sent'
  const attempt = { channel: 'mail', kind, subject, target, messageId, outcome, failure } as const
  if (userId) await recordDelivery(ctx, { userId, ...attempt })
}

const logBroken = ({ log }: AppContext, { id: mailId, kind }: ClaimedMail, error: unknown): void =>
  log.error({ event: 'mail.broken', mailId, kind, ...placeOf(error) }, 'mail could not be composed')

/**
 * Longer than sending may take; after this another process retries a mail whose sender was killed.
 */
const LEASE_MS = 2 * MINUTE_MS
/** Week-old mail is useless. Older rows are purged. */
const KEEP_MS = 7 * DAY_MS

type ClaimedMail = Pick<LeasedRow, 'id' | 'kind' | 'recipient' | 'tries'> & {
  userId: UserId | null
  origin: Origin
  /** Null until it is composed. */
  subject: string | null
}

type ClaimResult =
  | { kind: 'nothing_due' }
  /** The hourly budget is used up; the remaining mails wait for the next hour. */
  | { kind: 'over_budget' }
  /** There was nothing to send; its row is deleted. */
  | { kind: 'dropped' }
  | { kind: 'broken'; mail: ClaimedMail; error: unknown }
  | { kind: 'claimed'; mail: ClaimedMail; content: OutgoingMail }

type LeasedRow = Omit<Selectable<Database['outgoing_mails']>, 'created_at' | 'due_at'>

/**
 * Takes the next due mail, urgent ones first and regular news last, and composes it. No other
 * process gets it for two minutes.
 */
export async function claimMail(
  ctx: AppContext,
  mails: readonly RegisteredMail[],
): Promise<ClaimResult> {
  const row = await leaseNext(ctx, mails)
  const definition = mails.find(({ kind }) => kind === row?.kind)
  if (!row || !definition) return { kind: 'nothing_due' }
  const { id, kind, recipient, user_id: userId, tries } = row
  const mail = { id, kind, recipient, userId, tries, origin: readOrigin(row.origin), subject: null }
  try {
    return await inTransaction(ctx, async (ctx): Promise<ClaimResult> => {
      if (!(await reserveQuota(ctx, definition))) {
        await unclaim(ctx, id)
        return { kind: 'over_budget' }
      }
      const content = await compose(ctx, definition, row)
      if (content) return { kind: 'claimed', mail: { ...mail, subject: content.subject }, content }
      await releaseQuota(ctx)
      await ctx.db.deleteFrom('outgoing_mails').where('id', '=', id).execute()
      return { kind: 'dropped' }
    })
  } catch (error) {
    return { kind: 'broken', mail, error }
  }
}

async function leaseNext(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  mails: readonly RegisteredMail[],
): Promise<LeasedRow | undefined> {
  const kinds = mails.map(({ kind }) => kind)
  const first = mails.filter(({ isUrgent }) => isUrgent).map(({ kind }) => kind)
  const last = mails.filter(({ isBulk }) => isBulk).map(({ kind }) => kind)
  const { rows } = await sql<LeasedRow>`
    update outgoing_mails set due_at = ${new Date(now().getTime() + LEASE_MS)}, tries = tries + 1
    where id = (
      select id from outgoing_mails
      where due_at <= ${now()} and created_at > ${new Date(now().getTime() - KEEP_MS)} and kind = any(${kinds})
      order by kind = any(${first}) desc, kind = any(${last}), created_at, id
      limit 1
      for update skip locked
    )
    returning id, kind, recipient, user_id, language, params, origin, tries`.execute(db)
  return rows[0]
}

async function unclaim({ db, now }: Pick<AppContext, 'db' | 'now'>, id: string): Promise<void> {
  await db
    .updateTable('outgoing_mails')
    .set(({ eb }) => ({ due_at: now(), tries: eb('tries', '-', 1) }))
    .where('id', '=', id)
    .execute()
}

async function compose(
  ctx: AppContext,
  definition: RegisteredMail,
  row: LeasedRow,
): Promise<OutgoingMail | null> {
  const language = languageOrFallback(row.language)
  const { recipient, user_id: userId, params } = row
  const content = await definition.parseAndCompose(ctx, { recipient, userId, language, params })
  const { requestId } = readOrigin(row.origin)
  return content && { ...content, id: row.id, recipient, language, requestId }
}

/**
 * Of the hourly budget: reserved for urgent mails, so that a flood of others cannot delay them, and
 * as much again for all but news.
 */
const RESERVED_SHARE = 0.2

type Deps = Pick<AppContext, 'db' | 'now' | 'config'>

const hourOf = (now: Date) => Math.floor(now.getTime() / HOUR_MS)
const keyOf = (now: Date) => `mail-hour:${hourOf(now)}`

/**
 * Counts one mail of this hour, over all processes.
 * @returns false when the budget for its kind is used up
 */
async function reserveQuota(
  { db, now, config }: Deps,
  { isUrgent, isBulk }: Pick<RegisteredMail, 'isUrgent' | 'isBulk'>,
): Promise<boolean> {
  const reserved = Math.floor(config.MAIL_PER_HOUR * RESERVED_SHARE)
  const limit = config.MAIL_PER_HOUR - (isUrgent ? 0 : reserved) - (isBulk ? reserved : 0)
  const { rows } = await sql`
    insert into request_limits (key, points, expire)
    values (${keyOf(now())}, 1, ${(hourOf(now()) + 1) * HOUR_MS})
    on conflict (key) do update set points = request_limits.points + 1 where request_limits.points < ${limit}
    returning points`.execute(db)
  return rows.length === 1
}

/** For a mail that was not sent after all. */
async function releaseQuota({ db, now }: Omit<Deps, 'config'>): Promise<void> {
  await sql`update request_limits set points = points - 1 where key = ${keyOf(now())} and points > 0`.execute(
    db,
  )
}
