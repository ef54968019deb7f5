import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { HOUR_MS } from '#contracts/dates.ts'
import { MAX_CHANGES, readFeed } from '#contracts/workspace/changes.ts'
import { languageOrFallback } from '#i18n/languages.ts'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import {
  type CatalogRequest,
  type CatalogServices,
  type ChangeScope,
  listStoreChanges,
} from '#server/catalog/api.ts'
import { limits } from '#server/workspace/limits.ts'
import { recordRefusal } from '#server/platform/audit-trail.ts'
import { notFound, planRequired } from '#server/platform/errors.ts'
import { parseInput } from '#server/platform/http/parse-input.ts'
import { type App, requestContext } from '#server/platform/http/route.ts'
import { hashOfToken, isWellFormedToken } from '#server/platform/secrets/opaque-token.ts'
import { markRevisionsOf, roleAt } from '#server/platform/session/viewer.ts'
import { savedStoresOf, storesOfSearch } from '#server/workspace/changes.ts'
import { feedOfBriefs } from '#server/workspace/brief/brief-entries.ts'
import { feedOfChanges } from './change-entries.ts'
import { FEED_FORMATS, type FeedDocument } from '#server/platform/feed-document.ts'
import { FEED_PREFIX } from './feeds.ts'

/** How long a reader may keep the file: most ask every quarter of an hour or less often. */
const CACHE_SECONDS = 5 * 60

/** Not an endpoint value: it answers a file, to programs without sessions. */
export function feedRoutes(app: App<CatalogServices>): void {
  app.server.get(readFeed.path, async (request, reply) => {
    const input = parseInput(readFeed, request)
    // Safe: parsed by these schemas.
    const { format, token } = input.params as z.output<typeof readFeed.params>
    const { kinds } = input.query as z.output<typeof readFeed.query>
    const { mediaType, write } = FEED_FORMATS[format]
    const file = write(
      await composeFeed(requestContext(app, request), { token, kinds, path: request.url }),
    )
    const tag = `"${createHash('sha256').update(file).digest('base64url')}"`
    reply.headers({
      etag: tag,
      'cache-control': `private, max-age=${CACHE_SECONDS}`,
      'x-robots-tag': 'noindex',
    })
    if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
    return reply.type(mediaType).send(file)
  })
}

/**
 * RFC 9110, 13.1.2: a list of tags, compared weakly because a compressing proxy weakens them, or
 * any.
 */
const isKnown = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag)

type Asked = { token: string; kinds: string | undefined; path: string }

/**
 * Without contacts: readers fetch it unattended and keep it, which would use up the day's.
 * @throws AppError `not_found` for a secret that is unknown, revoked or of an account that is
 * locked or leaves; `plan_required`
 */
async function composeFeed(
  ctx: CatalogRequest,
  { token, kinds, path }: Asked,
): Promise<FeedDocument> {
  const feed = isWellFormedToken(FEED_PREFIX, token) ? await findAnyFeed(ctx, token) : undefined
  if (!feed) throw notFound()
  await ctx.limits.consume(limits.feed, feed.id)
  await requirePlan(ctx, feed)
  await recordReading(ctx, feed)
  const file = {
    id: `urn:uuid:${feed.id}`,
    origin: ctx.config.PUBLIC_ORIGIN,
    address: ctx.config.PUBLIC_ORIGIN + path,
    language: languageOrFallback(feed.language),
    createdAt: feed.created_at,
  }
  if (feed.table === 'brief_feeds') return feedOfBriefs(ctx, { ...file, userId: feed.user_id })
  const { changes } = await listStoreChanges(ctx, {
    scope: await scopeOf(ctx, feed),
    kinds,
    size: MAX_CHANGES,
    contacts: 'hidden',
  })
  const search = feed.search_id === null ? null : { id: feed.search_id, name: feed.name ?? '' }
  return feedOfChanges({ ...file, search, changes })
}

async function findAnyFeed(ctx: CatalogRequest, token: string) {
  const feed = await findFeed(ctx, token)
  if (feed) return { ...feed, table: 'feeds' as const }
  const briefFeed = await findBriefFeed(ctx, token)
  return briefFeed && { ...briefFeed, table: 'brief_feeds' as const }
}

type AnyFeed = NonNullable<Awaited<ReturnType<typeof findAnyFeed>>>

const findBriefFeed = ({ db }: CatalogRequest, token: string) =>
  db
    .selectFrom('brief_feeds as feed')
    .innerJoin('users', 'users.id', 'feed.user_id')
    .select(['feed.id', 'feed.user_id', 'feed.created_at', 'feed.read_at'])
    .select(['users.role', 'users.plan_until', 'users.language'])
    .where('feed.token_hash', '=', hashOfToken(token))
    .where('users.deletion_requested_at', 'is', null)
    .where('users.locked_at', 'is', null)
    .executeTakeFirst()

const findFeed = ({ db }: CatalogRequest, token: string) =>
  db
    .selectFrom('feeds')
    .innerJoin('users', 'users.id', 'feeds.user_id')
    .leftJoin('saved_searches as search', 'search.id', 'feeds.search_id')
    .select(['feeds.id', 'feeds.user_id', 'feeds.search_id', 'feeds.created_at', 'feeds.read_at'])
    .select([
      'users.role',
      'users.plan_until',
      'users.language',
      'search.name',
      'search.view',
      'search.query',
      'search.profile',
    ])
    .select(markRevisionsOf('feeds.user_id').as('revisions'))
    .where('feeds.token_hash', '=', hashOfToken(token))
    .where('users.deletion_requested_at', 'is', null)
    .where('users.locked_at', 'is', null)
    .executeTakeFirst()

/** Refused by the clock; the feed ends when the end of the plan is written. */
async function requirePlan(ctx: CatalogRequest, feed: AnyFeed): Promise<void> {
  if (rightsOf(roleAt(feed, ctx.now())).hasResearch) return
  const { user_id: userId } = feed
  const detail = { endpoint: readFeed.name }
  await recordRefusal(ctx, { kind: 'access.plan_required', userId, network: ctx.network, detail })
  throw planRequired()
}

async function scopeOf(
  ctx: CatalogRequest,
  feed: Extract<AnyFeed, { table: 'feeds' }>,
): Promise<ChangeScope> {
  const { user_id, search_id, view, query, profile, revisions } = feed
  if (search_id === null) return savedStoresOf(ctx, user_id)
  if (view === null || query === null) throw notFound()
  return storesOfSearch(ctx, { user_id, view, query, profile, revisions }, { isNews: true })
}

/** Tells the owner whether the address is in use; one write an hour is enough for that. */
async function recordReading(
  { db, now }: CatalogRequest,
  { id, table, read_at }: AnyFeed,
): Promise<void> {
  if (read_at !== null && now().getTime() - read_at.getTime() < HOUR_MS) return
  const hour = new Date(Math.floor(now().getTime() / HOUR_MS) * HOUR_MS)
  const isStale = sql`id = ${id} and (read_at is null or read_at < ${hour})`
  await (
    table === 'feeds'
      ? sql`update feeds set read_at = ${hour} where ${isStale}`
      : sql`update brief_feeds set read_at = ${hour} where ${isStale}`
  ).execute(db)
}
