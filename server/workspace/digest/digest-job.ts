import { sql } from 'kysely'
import type { Day } from '#contracts/dates.ts'
import { type UserId, toUserId } from '#contracts/ids.ts'
import { languageOrFallback } from '#i18n/languages.ts'
import type { CatalogContext } from '#server/catalog/api.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { defineCron } from '#server/platform/jobs/job-definition.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { roleAt } from '#server/platform/session/viewer.ts'
import { digestMail } from './digest-mail.ts'
import { countSearchMatches, dueWeek, hasStores, type SearchCount } from './weekly-figures.ts'

const BATCH_SIZE = 100
const FIRST_ID = toUserId('00000000-0000-0000-0000-000000000000')

/** Each hour, so that a digest that failed on Monday at seven goes out an hour later. */
export const sendDigests = defineCron({
  name: 'send-digests',
  maxAttempts: 1,
  cron: '0 * * * 1-3',
  run: (ctx: CatalogContext, signal) => queueDigests(ctx, signal),
})

type Recipient = Awaited<ReturnType<typeof findRecipients>>[number]

/**
 * No second one for the same week, even after a crash or a second run. An account whose searches
 * cannot be counted does not hold up the others; it is tried again an hour later.
 * @throws Error after all were tried
 */
export async function queueDigests(ctx: CatalogContext, signal?: AbortSignal): Promise<void> {
  const week = dueWeek(ctx.now())
  if (week === null || !(await hasStores(ctx.db, week))) return
  let after = FIRST_ID
  let failed = 0
  while (!signal?.aborted) {
    const recipients = await findRecipients(ctx.db, week, after)
    const last = recipients.at(-1)
    if (!last) break
    failed += await queueBatch(ctx, week, recipients)
    after = last.id
  }
  if (failed > 0) throw new Error(`${failed} digests failed`)
}

/** Who have not received this one yet. */
const findRecipients = (db: Db, week: Day, after: UserId) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'language', 'role', 'plan_until'])
    .where('email_updates', '=', true)
    .where('email_verified_at', 'is not', null)
    .where('deletion_requested_at', 'is', null)
    .where('locked_at', 'is', null)
    .where('id', '>', after)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('digests')
            .select('digests.user_id')
            .whereRef('digests.user_id', '=', 'users.id')
            .where('digests.week', '=', week),
        ),
      ),
    )
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()

/** @returns how many failed */
async function queueBatch(
  ctx: CatalogContext,
  week: Day,
  recipients: readonly Recipient[],
): Promise<number> {
  const searches = new Map<UserId, SearchCount[]>()
  // Before the transaction: the index reads on a separate connection.
  for (const recipient of recipients) {
    const who = { userId: recipient.id, role: roleAt(recipient, ctx.now()) }
    const counts = await countSearchMatches(ctx, { ...who, week }).catch((error: unknown) => {
      const fields = { event: 'digest.not_counted', userId: recipient.id, err: error }
      ctx.log.warn(fields, 'the saved searches of a digest could not be counted')
      return null
    })
    if (counts) searches.set(recipient.id, counts)
  }
  const counted = recipients.filter(({ id }) => searches.has(id))
  await inTransaction(ctx, async (ctx) => {
    const claimed = await claimDigests(ctx, week, counted)
    for (const { id, email, language } of counted.filter((recipient) => claimed.has(recipient.id)))
      await queueMail(ctx, digestMail, {
        recipient: email,
        userId: id,
        language: languageOrFallback(language),
        params: { week, searches: searches.get(id) ?? [] },
      })
  })
  return recipients.length - counted.length
}

/**
 * Locks the accounts, so that an erasure meanwhile cannot leave traces.
 * @returns the accounts whose digest no other process has taken
 */
async function claimDigests(
  { db, now }: Pick<CatalogContext, 'db' | 'now'>,
  week: Day,
  recipients: readonly Recipient[],
): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: UserId }>`
    insert into digests (user_id, week, at)
    select id, ${week}::date, ${now()}::timestamptz from users
    where id = any(${recipients.map(({ id }) => id)}::uuid[]) and email_updates
      and deletion_requested_at is null and locked_at is null
    order by id for share
    on conflict do nothing
    returning user_id`.execute(db)
  return new Set(rows.map((row) => row.user_id))
}
