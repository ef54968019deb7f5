import type { UserId } from '#contracts/ids.ts'
import type { BriefCluster, BriefNiche } from '#contracts/workspace/brief.ts'
import type { Change } from '#contracts/workspace/changes.ts'
import {
  type ChangeScope,
  type NewsReader,
  type NewsSpan,
  readClusterNews,
  readFollowedChanges,
  readNicheNews,
} from '#server/catalog/api.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { readFollows, targetOf } from './follows.ts'

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
  const { storeIds, clusters } = await readTargets(ctx.db, userId)
  const followed = { storeIds, clusters, userId, now: ctx.now() }
  return readFollowedChanges(ctx, followed, span, MAX_NEWS)
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
