import { sql } from 'kysely'
import { type Day, daysBetween, MINUTE_MS } from '#contracts/dates.ts'
import type { StoreId, UserId } from '#contracts/ids.ts'
import type { Change } from '#contracts/workspace/changes.ts'
import { CLOSED_STAGES } from '#contracts/workspace/stage-keys.ts'
import { type CatalogContext, createPictureAddresses } from '#server/catalog/api.ts'
import type { Language } from '#i18n/languages.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { readChangesOfFollowed, readFollowedNews } from '#server/workspace/follows/follows.ts'
import type { BriefItem } from './brief-items.ts'

/** Whom a brief is for. */
type Reader = { userId: UserId; language: Language }
type Span = { since: Date; until: Date }

const MAX_STEPS = 1_000

/**
 * Those due on the day of the reader's zone, and the overdue ones of open leads: of leads that
 * replied first, then the longest overdue.
 */
export async function readDueSteps(
  db: Db,
  { userId, day }: { userId: UserId; day: Day },
): Promise<BriefItem[]> {
  const { rows } = await sql<{
    storeId: StoreId
    stage: string
    stageName: string | null
    nextStep: string | null
    nextDay: Day
  }>`
    select store_id as "storeId", lead.stage, own.name as "stageName", next_step as "nextStep",
      next_day as "nextDay"
    from saved_stores as lead left join stages as own on own.user_id = lead.user_id and own.key = lead.stage
    where lead.user_id = ${userId} and lead.stage is not null and next_day <= ${day}::date
      and (next_day = ${day}::date or lead.stage <> all(${CLOSED_STAGES}))
    order by lead.stage = 'replied' desc, next_day, store_id limit ${MAX_STEPS}`.execute(db)
  return rows.map(({ storeId, ...step }) => ({
    kind: 'step',
    key: String(storeId),
    storeId,
    value: { ...step, daysLate: daysBetween(step.nextDay, day) - 1 },
  }))
}

/** A change may be committed some minutes after it was seen. */
const LATE_MS = 15 * MINUTE_MS

type NewsContext = Pick<CatalogContext, 'db' | 'now' | 'storeSearch' | 'keyring'>

/** A change that was seen before `since` may have been committed after it. */
const early = (since: Date): Date => new Date(since.getTime() - LATE_MS)

export async function readChanges(
  ctx: NewsContext,
  { userId, language }: Reader,
  { since, until }: Span,
): Promise<BriefItem[]> {
  const span = { after: early(since), until }
  return (await readChangesOfFollowed(readerOf(ctx, language), userId, span)).map(changeItem)
}

/** Changes, and the figures of products and niches. */
export async function readNews(
  ctx: NewsContext,
  { userId, language }: Reader,
  { since, until }: Span,
): Promise<BriefItem[]> {
  const { changes, clusters, niches } = await readFollowedNews(readerOf(ctx, language), userId, {
    after: early(since),
    until,
  })
  return [
    ...changes.map(changeItem),
    ...clusters.map((value): BriefItem => ({
      kind: 'cluster',
      key: String(value.cluster.id),
      storeId: null,
      value,
    })),
    ...niches
      .filter(({ now, before }) => now > 0 || (before ?? 0) > 0)
      .map((value): BriefItem => ({
        kind: 'niche',
        key: `${value.category} ${value.country}`,
        storeId: null,
        value,
      })),
  ]
}

const readerOf = (ctx: NewsContext, language: Language) => ({
  ...ctx,
  language,
  pictureAddresses: createPictureAddresses(ctx),
})

const changeItem = (value: Change): BriefItem => ({
  kind: 'change',
  key: value.id,
  storeId: value.store.id,
  value,
})
