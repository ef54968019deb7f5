import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import { Category } from '#contracts/catalog/facts.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { UserId } from '#contracts/ids.ts'
import type { BriefCluster, BriefNiche } from '#contracts/workspace/brief.ts'
import type { Change } from '#contracts/workspace/changes.ts'
import type * as api from '#contracts/workspace/follows.ts'
import {
  type CatalogRequest,
  type ChangeScope,
  findCluster,
  type NewsReader,
  type NewsSpan,
  readClusterFaces,
  readClusterNews,
  readFollowedChanges,
  readNicheNews,
} from '#server/catalog/api.ts'
import type { Follows } from '#server/platform/db/workspace-schema.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { lockAccountRow } from '#server/platform/locks.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'

export async function listFollows(
  ctx: CatalogRequest,
): Promise<ResponseOf<typeof api.listFollows>> {
  const { userId, role } = requirePaid(ctx)
  const rows = await readFollows(ctx.db, userId)
  return { follows: await presentFollows(ctx, rows), limit: rightsOf(role).follows }
}

/** @throws AppError `not_found` for an unknown store or product, `follow_limit` */
export async function createFollow(
  ctx: CatalogRequest,
  { target }: BodyOf<typeof api.createFollow>,
): Promise<api.Follow> {
  const { userId, role } = requirePaid(ctx)
  const columns = await columnsOf(ctx.db, target)
  const row = { id: randomUUID(), user_id: userId, ...columns, created_at: ctx.now() }
  const id = await inTransaction(ctx, async ({ db }) => {
    await lockAccountRow(db, userId)
    const own = await readFollows(db, userId)
    const known = own.find((one) => isSame(one, columns))
    if (known) return known.id
    if (own.length >= rightsOf(role).follows) throw new AppError('follow_limit')
    await db.insertInto('follows').values(row).execute()
    return row.id
  })
  const follows = await readFollows(ctx.db, userId)
  const [follow] = await presentFollows(
    ctx,
    follows.filter((one) => one.id === id),
  )
  if (!follow) throw notFound()
  return follow
}

/** With the product's other follows, if it was several before it was merged. @throws AppError `not_found` */
export async function deleteFollow(
  ctx: CatalogRequest,
  id: string,
): Promise<ResponseOf<typeof api.deleteFollow>> {
  const { userId } = requirePaid(ctx)
  const follow = (await readFollows(ctx.db, userId)).find((one) => one.id === id)
  if (!follow) throw notFound()
  await sql`
    delete from follows where user_id = ${userId} and (id = ${id} or ${follow.cluster}::bigint =
      coalesce((select merged_into from merged_clusters as merged where merged.cluster = follows.cluster), cluster))`.execute(
    ctx.db,
  )
  return { message: ctx.say('done_unfollowed') }
}

type Columns = Pick<Selectable<Follows>, 'store_id' | 'cluster' | 'category' | 'country'>
const NO_TARGET = { store_id: null, cluster: null, category: null, country: null }

/** A merged product is followed as the one that it became. */
async function columnsOf(db: Db, target: api.FollowTarget): Promise<Columns> {
  switch (target.kind) {
    case 'store': {
      const { storeId } = target
      const store = db.selectFrom('stores').select('id').where('id', '=', storeId)
      await store.executeTakeFirstOrThrow(notFound)
      return { ...NO_TARGET, store_id: storeId }
    }
    case 'cluster': {
      const cluster = await findCluster(db, target.clusterId)
      if (cluster === null) throw notFound()
      return { ...NO_TARGET, cluster }
    }
    case 'niche':
      return { ...NO_TARGET, category: target.category, country: target.country }
    default:
      return target satisfies never
  }
}

const isSame = (one: Columns, other: Columns): boolean =>
  one.store_id === other.store_id &&
  one.cluster === other.cluster &&
  one.category === other.category &&
  one.country === other.country

/**
 * The latest first, each product as the one that it is today: of two that became one, the earlier
 * follow.
 */
async function readFollows(db: Db, userId: UserId): Promise<FollowRow[]> {
  const { rows } = await sql<FollowRow>`
    select * from (
      select distinct on (coalesce(merged.merged_into, follows.cluster), store_id, category, country)
        follows.id, store_id, coalesce(merged.merged_into, follows.cluster) as cluster, category, country, created_at,
        (select jsonb_build_object('name', name, 'domain', domain, 'logoUrl', logo_url) from stores where stores.id = store_id) as store
      from follows left join merged_clusters as merged on merged.cluster = follows.cluster
      where user_id = ${userId}
      order by coalesce(merged.merged_into, follows.cluster), store_id, category, country, created_at, follows.id) as own
    order by created_at desc, id`.execute(db)
  return rows
}

type FollowRow = Columns & {
  id: string
  created_at: Date
  store: { name: string; domain: string; logoUrl: string | null } | null
}

async function presentFollows(
  ctx: CatalogRequest,
  rows: readonly FollowRow[],
): Promise<api.Follow[]> {
  const clusters = rows.flatMap(({ cluster }) => cluster ?? [])
  const faces = await readClusterFaces(ctx, clusters)
  return rows.flatMap((row) => {
    const target = targetOf(row)
    if (!target) return []
    const { id, store, created_at } = row
    const face = row.cluster === null ? undefined : faces.get(row.cluster)
    const imageUrl = store ? ctx.pictureAddresses.of(store.logoUrl, 'thumb') : null
    return {
      id,
      target,
      name: store?.name ?? face?.title ?? null,
      domain: store?.domain ?? null,
      imageUrl: face?.imageUrl ?? imageUrl,
      createdAt: created_at.toISOString(),
    }
  })
}

function targetOf({ store_id, cluster, category, country }: Columns): api.FollowTarget | null {
  if (store_id !== null) return { kind: 'store', storeId: store_id }
  if (cluster !== null) return { kind: 'cluster', clusterId: cluster }
  const known = Category.safeParse(category).data
  return known && country ? { kind: 'niche', category: known, country } : null
}

/** A brief names a few of them; who wants more reads `GET /api/changes?followed=yes`. */
const MAX_NEWS = 200

export type FollowedNews = {
  /** The latest 200 at most, without contacts. */
  changes: Change[]
  clusters: BriefCluster[]
  niches: BriefNiche[]
}

/**
 * What is new of everything that an account follows. A change may be committed some seconds after
 * its time: ask from a little before the last time, and leave out what was told then.
 */
export async function readFollowedNews(
  ctx: NewsReader,
  userId: UserId,
  span: NewsSpan,
): Promise<FollowedNews> {
  const targets = await readTargets(ctx.db, userId)
  const [changes, clusters, niches] = await Promise.all([
    readFollowedChanges(ctx, { ...targets, userId, now: ctx.now() }, span, MAX_NEWS),
    readClusterNews(ctx, targets.clusters, span),
    readNicheNews(ctx, targets.niches, span.until),
  ])
  return { changes, clusters, niches }
}

/** Without figures, which are no news of minutes. */
export async function readChangesOfFollowed(
  ctx: NewsReader,
  userId: UserId,
  span: NewsSpan,
): Promise<Change[]> {
  const targets = await readTargets(ctx.db, userId)
  return readFollowedChanges(ctx, { ...targets, userId, now: ctx.now() }, span, MAX_NEWS)
}

/** For the list of changes; niches have figures, but no changes. */
export async function followedBy(
  { db, now }: Pick<NewsReader, 'db' | 'now'>,
  userId: UserId,
): Promise<ChangeScope> {
  const { storeIds, clusters } = await readTargets(db, userId)
  return { kind: 'followed', storeIds, clusters, userId, now: now() }
}

async function readTargets(db: Db, userId: UserId) {
  const targets = (await readFollows(db, userId)).map(targetOf)
  return {
    storeIds: targets.flatMap((target) => (target?.kind === 'store' ? target.storeId : [])),
    clusters: targets.flatMap((target) => (target?.kind === 'cluster' ? target.clusterId : [])),
    niches: targets.flatMap((target) => (target?.kind === 'niche' ? target : [])),
  }
}
