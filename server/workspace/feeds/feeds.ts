import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { UserId } from '#contracts/ids.ts'
import {
  type createFeed as createEndpoint,
  type deleteFeed as deleteEndpoint,
  type Feed,
  type listFeeds as listEndpoint,
  readFeed,
} from '#contracts/stores/changes.ts'
import { readAccountForUpdate } from '#server/accounts/api.ts'
import type { CatalogRequest } from '#server/catalog/api.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Feeds } from '#server/platform/db/workspace-schema.ts'
import { notFound, sessionExpired } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { hashOfToken, newToken } from '#server/platform/opaque-token.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { lockSearch } from '#server/workspace/saved-searches/saved-search-rows.ts'

/** Another prefix than the links of mails: neither opens what the other does. */
export const FEED_PREFIX = 'sdf_'

export async function listFeeds(ctx: CatalogRequest): Promise<ResponseOf<typeof listEndpoint>> {
  const { userId } = requirePaid(ctx)
  const rows = await ctx.db
    .selectFrom('feeds')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return { feeds: rows.map(presentFeed) }
}

const presentFeed = ({ id, search_id, created_at, read_at }: Selectable<Feeds>): Feed => ({
  id,
  savedSearch: search_id,
  createdAt: created_at.toISOString(),
  readAt: read_at?.toISOString() ?? null,
})

/**
 * Makes a feed, or gives it a new address: a reader knows it again by its id. @throws AppError
 * `not_found` for another account's search
 */
export async function createFeed(
  ctx: CatalogRequest,
  body: BodyOf<typeof createEndpoint>,
): Promise<ResponseOf<typeof createEndpoint>> {
  const { userId } = requirePaid(ctx)
  const savedSearch = body.savedSearch ?? null
  const token = newToken(FEED_PREFIX)
  const address = { token_hash: hashOfToken(token), created_at: ctx.now(), read_at: null }
  const id = randomUUID()
  const row = await inTransaction(ctx, async (ctx) => {
    // Locked, so that an erasure meanwhile leaves no trace of this.
    if (!(await readAccountForUpdate(ctx.db, userId))) throw sessionExpired()
    if (savedSearch !== null) await lockSearch(ctx.db, { userId, searchId: savedSearch })
    const feed = await ctx.db
      .insertInto('feeds')
      .values({ id, user_id: userId, search_id: savedSearch, ...address })
      .onConflict((conflict) => conflict.columns(['user_id', 'search_id']).doUpdateSet(address))
      .returningAll()
      .executeTakeFirstOrThrow()
    const kind = feed.id === id ? 'feed.created' : 'feed.renewed'
    await recordAuditEvent(ctx, { kind, userId, network: ctx.network, detail: { savedSearch } })
    return feed
  })
  const url = ctx.config.PUBLIC_ORIGIN + readFeed.path.replace(':token', token)
  return { ...presentFeed(row), url }
}

/** @throws AppError `not_found`, also for another account's feed */
export async function deleteFeed(
  ctx: CatalogRequest,
  feedId: string,
): Promise<ResponseOf<typeof deleteEndpoint>> {
  const { userId } = requirePaid(ctx)
  await inTransaction(ctx, async (ctx) => {
    const feed = await ctx.db
      .deleteFrom('feeds')
      .where('id', '=', feedId)
      .where('user_id', '=', userId)
      .returning('search_id')
      .executeTakeFirst()
    if (!feed) throw notFound()
    await recordRevocation(ctx, userId, feed.search_id)
  })
  return { message: ctx.say('done_feed_revoked') }
}

type Context = Pick<RequestContext, 'db' | 'now' | 'network'>

/** A feed ends with its search. Call it in the transaction that deletes the search. */
export async function revokeFeedOf(
  ctx: Context,
  { userId, searchId }: { userId: UserId; searchId: string },
): Promise<void> {
  const feed = await ctx.db
    .deleteFrom('feeds')
    .where('user_id', '=', userId)
    .where('search_id', '=', searchId)
    .returning('id')
    .executeTakeFirst()
  if (feed) await recordRevocation(ctx, userId, searchId)
}

const recordRevocation = (
  ctx: Context,
  userId: UserId,
  savedSearch: string | null,
): Promise<void> =>
  recordAuditEvent(ctx, {
    kind: 'feed.revoked',
    userId,
    network: ctx.network,
    detail: { savedSearch },
  })
