import { sql } from 'kysely'
import type { Day } from '#contracts/dates.ts'
import { languageOrFallback } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { defineCron } from '#server/platform/jobs/job-definition.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { dueWeek, hasStores } from '#server/workspace/api.ts'
import { newsletterMail } from './newsletter-mails.ts'

const BATCH_ADDRESSES = 100

/**
 * Each hour, like the accounts' digests, so that a newsletter that failed on Monday at seven goes
 * out an hour later.
 */
export const sendNewsletters = defineCron({
  name: 'send-newsletters',
  maxAttempts: 1,
  cron: '0 * * * 1-3',
  run: (ctx, signal) => queueNewsletters(ctx, signal),
})

/**
 * One mail for each confirmed address, and no second one for the same week, even after a crash or a
 * second run.
 */
export async function queueNewsletters(ctx: AppContext, signal?: AbortSignal): Promise<void> {
  const week = dueWeek(ctx.now())
  if (week === null || !(await hasStores(ctx.db, week))) return
  let queued = BATCH_ADDRESSES
  while (queued === BATCH_ADDRESSES && !signal?.aborted) queued = await queueBatch(ctx, week)
}

const queueBatch = (ctx: AppContext, week: Day): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    const readers = await claimReaders(ctx.db, week)
    for (const { id, email, language, has_digest } of readers) {
      if (has_digest) continue
      await queueMail(ctx, newsletterMail, {
        recipient: email,
        userId: null,
        language: languageOrFallback(language),
        params: { subscriptionId: id, week },
      })
    }
    return readers.length
  })

type Reader = { id: string; email: string; language: string; has_digest: boolean }

/** An account that receives the digest gets these figures there, and not twice. */
async function claimReaders(db: Db, week: Day): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    update newsletter_subscriptions as subscription set last_week = ${week}::date
    where id in (
      select id from newsletter_subscriptions
      where confirmed_at is not null and (last_week is null or last_week < ${week}::date)
      order by id limit ${BATCH_ADDRESSES} for update skip locked
    )
    returning id, email, language, exists (
      select from users
      where users.email_key = subscription.email_key and email_updates
        and email_verified_at is not null and deletion_requested_at is null and locked_at is null
    ) as has_digest`.execute(db)
  return rows
}
