import { HOUR_MS, MINUTE_MS } from '#contracts/dates.ts'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import type { UserId } from '#contracts/ids.ts'
import type { CatalogContext } from '#server/catalog/api.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { defineCron } from '#server/platform/jobs/job-definition.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { queueDeliveries } from '#server/workspace/webhooks/send-webhooks.ts'
import { readChanges } from './brief-contents.ts'
import { type BriefItem, insertBrief, withoutKnown } from './brief-items.ts'
import { briefMail } from './brief-mail.ts'
import { lockSettings, presentSettings, type SettingsRow } from './brief-settings.ts'
import { isQuiet, localDay } from './brief-times.ts'
import { findRecipient, type Recipient } from './recipient.ts'

/** As often as instant searches look, and mail. */
const EVERY_MS = 5 * MINUTE_MS
const MAIL_EVERY_MS = HOUR_MS

export const sendNewsAtOnce = defineCron({
  name: 'send-news-at-once',
  maxAttempts: 1,
  cron: '*/5 * * * *',
  run: (ctx: CatalogContext, signal) => reportNews(ctx, signal),
})

type Deps = Pick<CatalogContext, 'db' | 'now'>

/** An account whose news fails does not hold up the others; the next run tries it again. */
export async function reportNews(ctx: CatalogContext, signal?: AbortSignal): Promise<void> {
  for await (const row of readAwaiting(ctx)) {
    if (signal?.aborted) return
    try {
      await reportTo(ctx, row)
    } catch (error) {
      const fields = { event: 'brief.not_sent', userId: row.user_id, err: error }
      ctx.log.warn(fields, 'news could not be reported at once')
    }
  }
}

const BATCH_SIZE = 100

async function* readAwaiting({ db, now }: Deps): AsyncGenerator<SettingsRow> {
  const lookedBefore = new Date(now().getTime() - (now().getTime() % EVERY_MS))
  let after: SettingsRow | undefined
  for (;;) {
    const last = after
    const rows = await db
      .selectFrom('brief_settings')
      .selectAll()
      .where('at_once', '=', true)
      .where('looked_at', '<', lookedBefore)
      .$if(last !== undefined, (query) => query.where('user_id', '>', last?.user_id ?? null))
      .orderBy('user_id')
      .limit(BATCH_SIZE)
      .execute()
    yield* rows
    after = rows.at(-1)
    if (!after || rows.length < BATCH_SIZE) return
  }
}

/** Quiet hours postpone it; their events are reported when they end. */
async function reportTo(ctx: CatalogContext, row: SettingsRow): Promise<void> {
  if (isQuiet(presentSettings(row), ctx.now())) return
  const recipient = await findRecipient(ctx, row.user_id)
  const isAllowed = recipient !== null && rightsOf(recipient.role).hasInstantAlerts
  const until = ctx.now()
  const items = isAllowed
    ? await withoutKnown(
        ctx.db,
        row.user_id,
        await readChanges(ctx, recipient, { since: row.looked_at, until }),
      )
    : []
  await inTransaction(ctx, async (ctx) => {
    if (!(await lockSettings(ctx.db, row, 'looked_at'))) return
    const mailing = isAllowed
      ? await hand(ctx, { row, recipient, items, until })
      : { unmailed_since: null }
    await ctx.db
      .updateTable('brief_settings')
      .set({ looked_at: until, ...mailing })
      .where('user_id', '=', row.user_id)
      .execute()
  })
}

type Handing = {
  row: SettingsRow
  recipient: Recipient
  items: readonly BriefItem[]
  until: Date
}
type HandContext = Pick<CatalogContext, 'now' | 'jobs'> & { db: Db }
type Mailing = { mailed_at?: Date; unmailed_since: Date | null }

/** Queues one mail an hour at most, with all that waits for it. */
async function hand(ctx: HandContext, { row, recipient, items, until }: Handing): Promise<Mailing> {
  const { userId, role, email, language } = recipient
  const isMailing = row.mail && email !== null
  const briefId = await insertBrief(
    ctx.db,
    {
      user_id: userId,
      kind: 'atOnce',
      day: localDay(until, row.time_zone),
      since: row.looked_at,
      until,
      is_mailed: isMailing,
    },
    items,
  )
  if (briefId !== null && row.webhook && rightsOf(role).hasWebhooks)
    await queueDeliveries(ctx, { userId, searchId: null, foundAt: until })
  const waitsSince = isMailing ? (row.unmailed_since ?? (briefId === null ? null : until)) : null
  const isDue = row.mailed_at === null || until.getTime() - row.mailed_at.getTime() >= MAIL_EVERY_MS
  if (waitsSince === null || email === null || !isDue) return { unmailed_since: waitsSince }
  const briefIds = await readWaiting(ctx.db, userId, waitsSince)
  await queueMail(ctx, briefMail, { recipient: email, userId, language, params: { briefIds } })
  return { mailed_at: until, unmailed_since: null }
}

async function readWaiting(db: Db, userId: UserId, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('briefs')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'atOnce')
    .where('until', '>=', since)
    .orderBy('until')
    .execute()
  return rows.map(({ id }) => id)
}
