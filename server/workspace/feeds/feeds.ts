import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { UserId } from '#contracts/ids.ts'
import * as api from '#contracts/workspace/changes.ts'
import { type AccountRequest, createIntegration, deleteIntegration } from '#server/accounts/api.ts'
import type { BriefFeeds } from '#server/platform/db/workspace-schema.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { mailTexts } from '#server/platform/mail/mail-texts.ts'
import { hashOfToken, newToken } from '#server/platform/secrets/opaque-token.ts'
import { endIntegrations } from '#server/platform/session/integrations.ts'
import { requirePaid, requireViewer } from '#server/platform/session/viewer.ts'
import { briefFeedIntegration, feedIntegration } from '#server/workspace/integrations.ts'
import { findSearch, lockSearch } from '#server/workspace/saved-searches/saved-search-rows.ts'
import type { FeedFormat } from '#server/platform/feed-document.ts'

/** Another prefix than the links of mails: neither opens what the other does. */
export const FEED_PREFIX = 'sdf_'

export async function listFeeds(ctx: RequestContext): Promise<ResponseOf<typeof api.listFeeds>> {
  const { userId } = requireViewer(ctx)
  const rows = await ctx.db
    .selectFrom('feeds')
    .leftJoin('saved_searches as search', 'search.id', 'feeds.search_id')
    .selectAll('feeds')
    .select('search.name')
    .where('feeds.user_id', '=', userId)
    .orderBy('feeds.created_at')
    .orderBy('feeds.id')
    .execute()
  const briefs = await ctx.db
    .selectFrom('brief_feeds')
    .selectAll()
    .where('user_id', '=', userId)
    .execute()
  return {
    feeds: [
      ...rows.map((row) => presentFeed('changes', row)),
      ...briefs.map((row) => presentFeed('brief', row)),
    ],
  }
}

type FeedRow = Selectable<BriefFeeds> & { search_id?: string | null; name?: string | null }

const presentFeed = (
  kind: api.FeedKind,
  { id, search_id: savedSearch = null, name = null, created_at, read_at }: FeedRow,
): api.Feed => ({
  id,
  kind,
  savedSearch,
  name,
  createdAt: created_at.toISOString(),
  readAt: read_at?.toISOString() ?? null,
})

/**
 * Makes a feed, or gives it a new address: a reader knows it again by its id.
 * @throws AppError `plan_required`, `fresh_sign_in_required`, or `not_found` for another account's
 * search
 */
export async function createFeed(
  ctx: AccountRequest,
  { kind, savedSearch }: BodyOf<typeof api.createFeed>,
): Promise<ResponseOf<typeof api.createFeed>> {
  requirePaid(ctx)
  const token = newToken(FEED_PREFIX)
  const address = { token_hash: hashOfToken(token), created_at: ctx.now(), read_at: null }
  const feed =
    kind === 'brief'
      ? await createBriefFeed(ctx, address)
      : await createChangeFeed(ctx, savedSearch ?? null, address)
  return { ...feed, url: addressOf(ctx, 'atom', token), jsonUrl: addressOf(ctx, 'json', token) }
}

type Address = Pick<FeedRow, 'token_hash' | 'created_at' | 'read_at'>

const addressOf = (
  { config }: Pick<RequestContext, 'config'>,
  format: FeedFormat,
  token: string,
): string =>
  config.PUBLIC_ORIGIN + api.readFeed.path.replace(':format', format).replace(':token', token)

async function createChangeFeed(
  ctx: AccountRequest,
  savedSearch: string | null,
  address: Address,
): Promise<api.Feed> {
  const { userId } = requirePaid(ctx)
  const search = savedSearch === null ? null : { userId, searchId: savedSearch }
  const name = search && (await findSearch(ctx.db, search)).name
  const id = randomUUID()
  const row = await createIntegration(ctx, feedIntegration, {
    label: name ?? '',
    async insert(db) {
      if (search) await lockSearch(db, search)
      return db
        .insertInto('feeds')
        .values({ id, user_id: userId, search_id: savedSearch, ...address })
        .onConflict((conflict) => conflict.columns(['user_id', 'search_id']).doUpdateSet(address))
        .returningAll()
        .executeTakeFirstOrThrow()
    },
    eventOf: (feed) => (feed.id === id ? 'feed.created' : 'feed.renewed'),
  })
  return presentFeed('changes', { ...row, name })
}

async function createBriefFeed(ctx: AccountRequest, address: Address): Promise<api.Feed> {
  const { userId } = requirePaid(ctx)
  const id = randomUUID()
  const row = await createIntegration(ctx, briefFeedIntegration, {
    label: mailTexts(ctx.language).brief.title,
    insert: (db) =>
      db
        .insertInto('brief_feeds')
        .values({ id, user_id: userId, ...address })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(address))
        .returningAll()
        .executeTakeFirstOrThrow(),
    eventOf: (feed) => (feed.id === id ? 'feed.created' : 'feed.renewed'),
  })
  return presentFeed('brief', row)
}

/** @throws AppError `not_found`, also for another account's feed */
export async function deleteFeed(
  ctx: RequestContext,
  feedId: string,
): Promise<ResponseOf<typeof api.deleteFeed>> {
  const { userId } = requireViewer(ctx)
  const brief = await ctx.db
    .selectFrom('brief_feeds')
    .select('id')
    .where('id', '=', feedId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  await deleteIntegration(ctx, brief ? briefFeedIntegration : feedIntegration, feedId)
  return { message: ctx.say('done_feed_revoked') }
}

/** A feed ends with its search. Call it in the transaction that deletes the search. */
export async function revokeFeedOf(
  ctx: Pick<RequestContext, 'db' | 'now' | 'network'>,
  { userId, searchId }: { userId: UserId; searchId: string },
): Promise<void> {
  const feed = await ctx.db
    .selectFrom('feeds')
    .select('id')
    .where('user_id', '=', userId)
    .where('search_id', '=', searchId)
    .executeTakeFirst()
  if (feed) await endIntegrations(ctx, feedIntegration, { userId, id: feed.id, reason: 'search' })
}
