import { sql } from 'kysely'
import { addDays, DAY_MS, dayOf } from '#contracts/dates.ts'
import type { AppContext } from '#server/platform/context.ts'
import { defineCron, type RegisteredJob, registerJob } from './job-definition.ts'

/** Longer than the longest range of days that a call may ask for (366). */
const KEEP_DAYS = 400
/**
 * For mail and messages that could not be sent: after this they are useless, and a recipient's
 * address should not be kept.
 */
const KEEP_MAIL_MS = 7 * DAY_MS
/** The console shows the last day. */
const KEEP_SLOTS_MS = 2 * DAY_MS
/** Small enough that a statement neither takes long nor holds many locks. */
const BATCH_ROWS = 5_000

const purgeOldRows = defineCron({
  name: 'purge-old-rows',
  maxAttempts: 3,
  cron: '37 2 * * *',
  run: (ctx, signal) => deleteOldRows(ctx, signal),
})

/**
 * Deletes trends and audit events older than 400 days, mail and messages to webhooks that could not
 * be sent in a week, old messages from visitors, webhooks without an account, and expired rows:
 * nonces, export tickets, newsletter requests, counts per five minutes.
 */
export async function deleteOldRows(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  signal?: AbortSignal,
): Promise<void> {
  const before = addDays(dayOf(now()), -KEEP_DAYS)
  const ticketBefore = new Date(now().getTime() - DAY_MS)
  const slotBefore = new Date(now().getTime() - KEEP_SLOTS_MS)
  const mailBefore = new Date(now().getTime() - KEEP_MAIL_MS)
  const deletions = [
    sql`delete from product_trends where (store_id, product_id, day) in (
      select store_id, product_id, day from product_trends where day < ${before}::date limit ${BATCH_ROWS})`,
    sql`delete from trend_scores where (cluster, day) in (
      select cluster, day from trend_scores where day < ${before}::date limit ${BATCH_ROWS})`,
    // Locked rows are being written, and wait for the next night.
    sql`update stores set last_trending_day = null where id in (
      select id from stores where last_trending_day < ${before}::date order by id limit ${BATCH_ROWS} for update skip locked)`,
    sql`delete from audit_events where id in (
      select id from audit_events where at < ${before}::date limit ${BATCH_ROWS})`,
    sql`delete from outgoing_mails where id in (
      select id from outgoing_mails where created_at < ${mailBefore} limit ${BATCH_ROWS})`,
    sql`delete from webhook_deliveries where id in (
      select id from webhook_deliveries where created_at < ${mailBefore}
      order by id limit ${BATCH_ROWS} for update skip locked)`,
    // Left behind when a worker of a release that does not know the table erased the account.
    sql`delete from webhooks where id in (
      select id from webhooks where not exists (select from users where users.id = webhooks.user_id) limit ${BATCH_ROWS})`,
    // A search does not look back so far (`LATE_MATCH_MS`), and its mails and webhooks do not wait
    // so long.
    sql`delete from saved_search_hits where (search_id, store_id) in (
      select hit.search_id, hit.store_id from saved_search_hits as hit
      join saved_searches as search on search.id = hit.search_id
      where hit.at < search.checked_at - interval '14 days' limit ${BATCH_ROWS})`,
    sql`delete from contact_messages where id in (
      select id from contact_messages where created_at < ${before}::date limit ${BATCH_ROWS})`,
    // Unconfirmed requests, whose link expires at the same time.
    sql`delete from newsletter_subscriptions where id in (
      select id from newsletter_subscriptions
      where confirmed_at is null and requested_at < ${mailBefore} limit ${BATCH_ROWS} for update skip locked)`,
    // Their addresses work for minutes; the security log keeps the exports.
    sql`delete from export_tickets where token_hash in (
      select token_hash from export_tickets where expires_at < ${ticketBefore} limit ${BATCH_ROWS})`,
    sql`delete from export_usage where (user_id, day) in (
      select user_id, day from export_usage where day < ${before}::date limit ${BATCH_ROWS})`,
    // Only today's rows have any effect.
    sql`delete from shown_contacts where (user_id, day, store_id) in (
      select user_id, day, store_id from shown_contacts where day < ${addDays(dayOf(now()), -1)}::date limit ${BATCH_ROWS})`,
    sql`delete from contact_usage where (user_id, day) in (
      select user_id, day from contact_usage where day < ${before}::date limit ${BATCH_ROWS})`,
    sql`delete from tally_slots where (name, slot, label) in (
      select name, slot, label from tally_slots where slot < ${slotBefore} limit ${BATCH_ROWS})`,
    // An expired nonce is refused for that reason alone.
    sql`delete from used_nonces where nonce_hash in (
      select nonce_hash from used_nonces where expires_at < ${now()} limit ${BATCH_ROWS})`,
  ]
  for (const deletion of deletions) {
    let deleted = BATCH_ROWS
    while (deleted >= BATCH_ROWS && !signal?.aborted)
      deleted = Number((await deletion.execute(db)).numAffectedRows ?? 0)
  }
}

/** Long enough to answer "why was I signed out". */
const KEEP_ENDED_MS = 7 * DAY_MS

const purgeSessions = defineCron({
  name: 'purge-sessions',
  maxAttempts: 3,
  cron: '17 * * * *',
  run: (ctx) => deleteEndedSessions(ctx),
})

/** Deletes sessions that expired or were revoked a week ago. */
export async function deleteEndedSessions({
  db,
  now,
}: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - KEEP_ENDED_MS)
  await db
    .deleteFrom('sessions')
    .where((where) =>
      where.or([where('expires_at', '<', before), where('revoked_at', '<', before)]),
    )
    .execute()
}

/**
 * Jobs that belong to no domain. A job that is missing in the registry has no queue and cannot be
 * enqueued.
 */
export const platformJobs: RegisteredJob[] = [registerJob(purgeSessions), registerJob(purgeOldRows)]
