import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod'
import { type Day, isDay } from '#contracts/dates.ts'
import { languageOrFallback } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { defineCron } from '#server/platform/jobs/job-definition.ts'
import { defineMail, queueMail } from '#server/platform/mail/mail.ts'
import { unsubscribeLink } from '#server/platform/mail/unsubscribe-link.ts'
import { pageLink } from '#server/platform/links.ts'
import { writeMail } from '#server/platform/mail/write-mail.ts'
import { dueWeek, hasStores, readWeekNews } from '#server/workspace/api.ts'

/** The public figures of the week, to an address that has confirmed. */
export const newsletterMail = defineMail({
  kind: 'newsletter',
  isBulk: true,
  params: z.object({ subscriptionId: z.uuid(), week: z.string().refine(isDay) }),
  async compose(ctx, { recipient, language, params: { subscriptionId: id, week } }) {
    const subscription = await ctx.db
      .selectFrom('newsletter_subscriptions')
      .select('id')
      .where('id', '=', id)
      .where('email', '=', recipient)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst()
    if (!subscription) return null
    const news = await readWeekNews(ctx, language, week)
    if (!news) return null
    const { link: unsubscribeUrl, headers } = await unsubscribeLink(
      ctx,
      { kind: 'newsletter', id },
      language,
    )
    const content = writeMail(ctx.config, language, 'newsletter', {
      name: '',
      ...news,
      link: pageLink(ctx.config, '/', language),
      unsubscribeUrl,
    })
    return { ...content, headers }
  },
})

/** Asks an address to confirm the newsletter; a subscribed address gets a notice instead. */
export const subscriptionMail = defineMail({
  kind: 'newsletter_request',
  params: z.object({ subscriptionId: z.uuid() }),
  async compose(ctx, { recipient, language, params: { subscriptionId: id } }) {
    const subscription = await ctx.db
      .selectFrom('newsletter_subscriptions')
      .select('confirmed_at')
      .where('id', '=', id)
      .where('email', '=', recipient)
      .executeTakeFirst()
    if (!subscription) return null
    if (subscription.confirmed_at) {
      const { link, headers } = await unsubscribeLink(ctx, { kind: 'newsletter', id }, language)
      return {
        ...writeMail(ctx.config, language, 'newsletterAlready', { name: '', unsubscribeUrl: link }),
        headers,
      }
    }
    const token = createSubscriptionToken(ctx, id)
    const link = pageLink(ctx.config, '/newsletter', language, { token })
    return writeMail(ctx.config, language, 'newsletterConfirm', { name: '', link })
  },
})

const ID_BYTES = 16
/** 128 bits cannot be guessed. */
const SIGNATURE_BYTES = 16

type Deps = Pick<AppContext, 'keyring'>

/**
 * For the mail that asks to confirm. It is not stored: its signature shows that we made it, and it
 * works while the request is open.
 */
function createSubscriptionToken(ctx: Deps, subscriptionId: string): string {
  const id = Buffer.from(subscriptionId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, sign(ctx.keyring.current('newsletter'), id)]).toString('base64url')
}

/** Null for a token that was not made here or is incomplete. */
export function readSubscriptionToken(ctx: Deps, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== token)
    return null
  const [id, signature] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)]
  const keys = ctx.keyring.accepted('newsletter')
  if (!keys.some((key) => timingSafeEqual(signature, sign(key, id)))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const sign = (key: Uint8Array, id: Uint8Array): Buffer =>
  createHmac('sha256', key)
    .update('newsletter-confirm:')
    .update(id)
    .digest()
    .subarray(0, SIGNATURE_BYTES)

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
