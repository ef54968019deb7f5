import { sql } from 'kysely'
import { addDays, type Day, dayOf } from '#contracts/dates.ts'
import type { ClusterId } from '#contracts/ids.ts'
import { ChangeKind } from '#contracts/catalog/timeline.ts'
import type { BriefCluster, BriefNiche } from '#contracts/workspace/brief.ts'
import type { Change } from '#contracts/workspace/changes.ts'
import { type FollowedNiche, NICHE_NEWS_DAYS } from '#contracts/workspace/follows.ts'
import type { CatalogContext, CatalogServices } from '#server/catalog/context.ts'
import { readClusterFaces } from '#server/catalog/products/cluster-summary.ts'
import { only, openPeriods } from '#server/catalog/pulse.ts'
import { splitKinds } from '#server/catalog/stores/store-timeline.ts'
import type { Language } from '#i18n/languages.ts'
import { boundsAfter, findFollowedChanges, type FollowedChanges } from './find-changes.ts'
import { presentWithoutContacts } from './read-changes.ts'

/** A job has no request: it names the reader's language itself. */
export type NewsReader = Pick<CatalogContext, 'db' | 'now' | 'storeSearch'> &
  Pick<CatalogServices, 'pictureAddresses'> & { language: Language }
/** Later than `after`, up to `until`. */
export type NewsSpan = { after: Date; until: Date }

/** Without contacts, the latest first. */
export async function readFollowedChanges(
  ctx: NewsReader,
  followed: FollowedChanges,
  { after, until }: NewsSpan,
  limit: number,
): Promise<Change[]> {
  const next = (time: Date) => new Date(time.getTime() + 1)
  const bound = { at: next(until), id: 0 }
  const found = await findFollowedChanges(ctx.db, followed, {
    ...splitKinds(ChangeKind.options.filter((kind) => kind !== 'found').join(',')),
    since: next(after),
    bounds: { ...boundsAfter(null), s: bound, p: bound },
    limit,
  })
  return presentWithoutContacts(ctx, found)
}

type Counted = { cluster: ClusterId; storesNow: number; storesBefore: number | null }

/** Of products that more or fewer stores list than before. */
export async function readClusterNews(
  ctx: NewsReader,
  clusters: readonly ClusterId[],
  { after, until }: NewsSpan,
): Promise<BriefCluster[]> {
  if (clusters.length === 0) return []
  const listedAt = (time: Date) => sql`(count(distinct store_id) filter (
    where first_seen_at <= ${time} and (removed_at is null or removed_at > ${time})))::integer`
  const { rows } = await sql<Counted>`
    select * from (
      select cluster, ${listedAt(until)} as "storesNow", nullif(${listedAt(after)}, 0) as "storesBefore"
      from products where cluster = any(${[...clusters]}::bigint[]) group by cluster) as counted
    where "storesNow" <> coalesce("storesBefore", 0)
    order by "storesNow" - coalesce("storesBefore", 0) desc, cluster`.execute(ctx.db)
  const faces = await readClusterFaces(
    ctx,
    rows.map(({ cluster }) => cluster),
  )
  return rows.flatMap(({ cluster, ...counts }) => {
    const face = faces.get(cluster)
    if (!face) return []
    const { id, title, imageUrl } = face
    return [{ cluster: { id, title, imageUrl }, ...counts }]
  })
}

const WEEK = NICHE_NEWS_DAYS / 2

/** The whole days before `until`, UTC: a day that is not over would look like a fall. */
export async function readNicheNews(
  ctx: Pick<NewsReader, 'storeSearch' | 'now'>,
  niches: readonly FollowedNiche[],
  until: Date,
): Promise<BriefNiche[]> {
  if (niches.length === 0) return []
  const to: Day = addDays(dayOf(until), -1)
  const { spans, covered, daysOf } = await openPeriods(ctx, { from: addDays(to, 1 - WEEK), to })
  const isCovered = covered.comparedDays.now === WEEK && covered.comparedDays.before === WEEK
  return Promise.all(
    niches.map(async ({ category, country }) => {
      const choices = { category: only(category), country: only(country) }
      const [now, before] = await Promise.all([
        daysOf(spans.period, choices),
        daysOf(spans.previous, choices),
      ])
      return {
        category,
        country,
        days: [...before, ...now].map(({ stores }) => stores),
        now: sum(now),
        before: isCovered ? sum(before) : null,
      }
    }),
  )
}

const sum = (days: readonly { stores: number | null }[]): number =>
  days.reduce((total, { stores }) => total + (stores ?? 0), 0)
