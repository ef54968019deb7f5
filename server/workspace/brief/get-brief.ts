import { randomUUID } from 'node:crypto'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import { DAY_MS } from '#contracts/dates.ts'
import type { Brief, BriefChannel, testBrief as testEndpoint } from '#contracts/workspace/brief.ts'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import type { CatalogRequest } from '#server/catalog/api.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { notFound, planRequired } from '#server/platform/errors.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { openWebhookPost, sendMessage } from '#server/workspace/webhooks/webhook-message.ts'
import { readDueSteps, readNews } from './brief-contents.ts'
import { type BriefItem, countOf, insertBrief, presentItems, readItems } from './brief-items.ts'
import { briefMail } from './brief-mail.ts'
import { findContacted, previewMatches } from './brief-matches.ts'
import { linked } from './brief-message.ts'
import { presentSettings, readSettingsRow } from './brief-settings.ts'
import { localDay } from './brief-times.ts'

/** The current brief; its items do not count as sent. */
export async function getBrief(ctx: CatalogRequest): Promise<Brief> {
  const { since, until, items, sent, leftOut } = await gatherNow(ctx)
  const contents = await presentItems(ctx, { since, until, items, counts: countOf(items) })
  const sentAt = sent?.until.toISOString() ?? null
  return { ...contents, leftOut, sentAt, isMailed: sent?.is_mailed ?? false }
}

/** Reaches back to where the brief of today began, or to the end of an earlier one. */
async function gatherNow(ctx: CatalogRequest) {
  const { userId, role } = requirePaid(ctx)
  const row = await readSettingsRow(ctx.db, userId)
  const settings = presentSettings(row)
  const until = ctx.now()
  const day = localDay(until, settings.timeZone)
  const sent = await ctx.db
    .selectFrom('briefs')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'morning')
    .where('day', '=', day)
    .orderBy('until', 'desc')
    .executeTakeFirst()
  const yesterday = new Date(until.getTime() - DAY_MS)
  const since = sent?.since ?? (row && row.pace !== 'off' ? row.briefed_until : yesterday)
  const taken = (await readItems(ctx.db, sent ? [sent] : []))
    .flatMap(({ items }) => items)
    .filter(({ kind }) => kind === 'match')
  const ids = taken.flatMap(({ storeId }) => storeId ?? [])
  const contacted = await findContacted(ctx, { userId, role, since, taken: ids })
  const items: BriefItem[] = [
    ...(await readDueSteps(ctx.db, { userId, day })),
    ...taken.filter(({ storeId }) => storeId === null || !contacted.has(storeId)),
    ...(await previewMatches(ctx, { userId, role, since })),
    ...(await readNews(ctx, { userId, language: ctx.language }, { since, until })),
  ]
  return { since, until, day, items, sent, leftOut: contacted.size }
}

/**
 * The brief of now in one channel, whatever its switches say.
 * @throws AppError `plan_required`, or `not_found` without anything to send or anywhere to send it
 */
export async function testBrief(
  ctx: CatalogRequest,
  { channel }: BodyOf<typeof testEndpoint>,
): Promise<ResponseOf<typeof testEndpoint>> {
  const isSent = channel === 'mail' ? await mailNow(ctx) : await postNow(ctx)
  return { message: ctx.say(isSent ? SENT[channel] : 'done_brief_refused') }
}

const SENT = { mail: 'done_brief_mailed', webhook: 'done_brief_posted' } as const satisfies Record<
  BriefChannel,
  string
>

async function mailNow(ctx: CatalogRequest): Promise<true> {
  const { userId, email } = requirePaid(ctx)
  const { items, since, until, day } = await gatherNow(ctx)
  await inTransaction(ctx, async (ctx) => {
    const brief = { user_id: userId, kind: 'test', day, since, until, is_mailed: true } as const
    const briefId = await insertBrief(ctx.db, brief, items)
    if (briefId === null) throw notFound()
    const params = { briefIds: [briefId] }
    await queueMail(ctx, briefMail, { recipient: email, userId, language: ctx.language, params })
  })
  return true
}

/** @returns whether every webhook accepted it; a paused one gets it too, as with its own test */
async function postNow(ctx: CatalogRequest): Promise<boolean> {
  const { userId, role } = requirePaid(ctx)
  if (!rightsOf(role).hasWebhooks) throw planRequired()
  const webhooks = await ctx.db
    .selectFrom('webhooks')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  if (webhooks.length === 0) throw notFound()
  const { since, until, items } = await gatherNow(ctx)
  const contents = await presentItems(ctx, { since, until, items, counts: countOf(items) })
  const data = linked(ctx, ctx.language, contents, true)
  await using post = openWebhookPost(ctx)
  const results = await Promise.all(
    webhooks.map((webhook) => {
      const of = { id: randomUUID(), about: null, type: 'brief.ready' } as const
      const message = { ...of, timestamp: until, data }
      return sendMessage(ctx, { post, webhook, message, nextAt: null })
    }),
  )
  return results.every((result) => result === 'accepted')
}
