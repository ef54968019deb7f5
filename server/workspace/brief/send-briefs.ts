import { sql } from 'kysely'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import type { CatalogContext } from '#server/catalog/api.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { isSearchUnavailable } from '#server/platform/errors.ts'
import { defineCron } from '#server/platform/jobs/job-definition.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { queueDeliveries } from '#server/workspace/webhooks/send-webhooks.ts'
import { readDueSteps, readNews } from './brief-contents.ts'
import { type BriefItem, insertBrief, withoutKnown } from './brief-items.ts'
import { briefMail } from './brief-mail.ts'
import { settleMatches, takeMatches } from './brief-matches.ts'
import { lockSettings, presentSettings, type SettingsRow } from './brief-settings.ts'
import { dueDay, nextTime } from './brief-times.ts'
import { findRecipient, type Recipient } from './recipient.ts'

/** Hours begin at a quarter of an hour UTC in every zone. A run that failed is repeated soon. */
export const sendBriefs = defineCron({
  name: 'send-briefs',
  maxAttempts: 1,
  cron: '*/5 * * * *',
  run: (ctx: CatalogContext, signal) => sendDueBriefs(ctx, signal),
})

/** A failing brief does not hold up the others, unless the search engine is away. */
export async function sendDueBriefs(ctx: CatalogContext, signal?: AbortSignal): Promise<void> {
  for await (const due of readDue(ctx)) {
    if (signal?.aborted) return
    try {
      await sendBrief(ctx, due)
    } catch (error) {
      const fields = { event: 'brief.not_sent', userId: due.user_id, err: error }
      ctx.log.warn(fields, 'a brief could not be put together')
      // It is away for the others too, and has its own alarm. All stay due for the next run.
      if (isSearchUnavailable(error)) return
    }
  }
}

type Deps = Pick<CatalogContext, 'db' | 'now'>

const BATCH_SIZE = 100

/** The longest waiting come first. */
async function* readDue({ db, now }: Deps): AsyncGenerator<SettingsRow> {
  const at = now()
  let last: SettingsRow | undefined
  for (;;) {
    const after = last
    const rows = await db
      .selectFrom('brief_settings')
      .selectAll()
      .where('due_at', '<=', at)
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(due_at, user_id) > (${after?.due_at}, ${after?.user_id}::uuid)`),
      )
      .orderBy('due_at')
      .orderBy('user_id')
      .limit(BATCH_SIZE)
      .execute()
    yield* rows
    last = rows.at(-1)
    if (!last || rows.length < BATCH_SIZE) return
  }
}

/**
 * One transaction writes the brief, its items, the mail, the webhook message and the next due time:
 * a process that is killed before its end leaves none of them, and the next run sends the brief.
 */
async function sendBrief(ctx: CatalogContext, due: SettingsRow): Promise<void> {
  const recipient = await findRecipient(ctx, due.user_id)
  const settings = presentSettings(due)
  const day = dueDay(settings, due.last_day, ctx.now())
  const since = due.briefed_until
  const gathered = recipient && (await gather(ctx, { recipient, day, since, isMailed: due.mail }))
  await inTransaction(ctx, async (ctx) => {
    if (!(await lockSettings(ctx.db, due, 'due_at'))) return
    const until = gathered?.until ?? ctx.now()
    if (recipient && gathered) await hand(ctx, { due, recipient, day, since, ...gathered })
    await ctx.db
      .updateTable('brief_settings')
      .set({ last_day: day, due_at: nextTime(settings, day), briefed_until: until })
      .where('user_id', '=', due.user_id)
      .execute()
  })
}

type Gathering = { recipient: Recipient; day: string; since: Date; isMailed: boolean }

async function gather(
  ctx: CatalogContext,
  { recipient, day, since, isMailed }: Gathering,
): Promise<{ until: Date; items: BriefItem[] }> {
  const { until, matches } = await takeMatches(ctx, { ...recipient, since, isMailed })
  const steps = await readDueSteps(ctx.db, { ...recipient, day })
  const news = await readNews(ctx, recipient, { since, until })
  const once = await withoutKnown(ctx.db, recipient.userId, news.filter(isChange))
  return {
    until,
    items: [...steps, ...matches, ...once, ...news.filter((item) => !isChange(item))],
  }
}

const isChange = ({ kind }: BriefItem): boolean => kind === 'change'

type Handing = {
  due: SettingsRow
  recipient: Recipient
  day: string
  since: Date
  until: Date
  items: readonly BriefItem[]
}

/** Nothing is sent of a brief without anything in it. */
async function hand(
  ctx: Omit<CatalogContext, 'db'> & { db: Db },
  { due, recipient, day, since, until, items }: Handing,
): Promise<void> {
  const { userId, role, language, email } = recipient
  const isMailed = due.mail && email !== null
  const brief = {
    user_id: userId,
    kind: 'morning',
    day,
    since,
    until,
    is_mailed: isMailed,
  } as const
  const briefId = await insertBrief(ctx.db, brief, items)
  if (isMailed) await settleMatches(ctx.db, recipient, until)
  if (briefId === null) return
  if (isMailed)
    await queueMail(ctx, briefMail, {
      recipient: email,
      userId,
      language,
      params: { briefIds: [briefId] },
    })
  if (due.webhook && rightsOf(role).hasWebhooks)
    await queueDeliveries(ctx, { userId, searchId: null, foundAt: until })
}
