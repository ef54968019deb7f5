import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { StoreId } from '#contracts/ids.ts'
import { filterKeys } from '#contracts/catalog/store-filters.ts'
import {
  type listFacets as listFacetsEndpoint,
  type listStoreDays as listStoreDaysEndpoint,
  type listStores as listStoresEndpoint,
} from '#contracts/catalog/stores.ts'
import type { CatalogRequest, CatalogServices } from '#server/catalog/context.ts'
import { passesAnswer } from '#server/catalog/search/choices.ts'
import {
  asOfPart,
  type FirstPage,
  type FoundScore,
  type StoreMatch,
  type StoreOrder,
  type StorePage,
  type StoreQuery,
} from '#server/catalog/search/search.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { serialized, type Serialized } from '#server/platform/http/route.ts'
import { type Bodies, createBodies } from '#server/platform/http/shared-bodies.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { createMarksCache, type MarksCache } from './own-marks.ts'
import { readHiding } from './hidden-stores.ts'
import { ignoredListsOf, prepareStoreQuery, storeOrderOf } from './store-query.ts'
import { explainScores, scoringOf } from './store-score.ts'
import {
  type CachedSummary,
  createSummaryCache,
  type SummaryCache,
  summaryFor,
} from './summary-cache.ts'

type Query = QueryOf<typeof listStoresEndpoint>

/** Some hundred lists: those that several people look at before a store changes. */
const MAX_ANSWERS_BYTES = 8 * 1024 ** 2

type ListCaches = { summaries: SummaryCache; marks: MarksCache; answers: Bodies }

export const createListCaches = (
  services: Pick<CatalogServices, 'pictureAddresses'>,
): ListCaches => ({
  summaries: createSummaryCache(services),
  marks: createMarksCache(),
  answers: createBodies(MAX_ANSWERS_BYTES),
})

/**
 * One page by number, or the rows after `cursor`; the cursor stays valid while stores are added.
 */
export async function listStores(
  ctx: CatalogRequest,
  caches: ListCaches,
  query: Query,
): Promise<Serialized<ResponseOf<typeof listStoresEndpoint>>> {
  const { userId, markRevisions } = requirePaid(ctx)
  const order = storeOrderOf(ctx, query)
  const { page, size } = query
  const first =
    query.cursor === undefined ? { order, range: { offset: page * size, size } } : undefined
  const prepared = await prepareStoreQuery(ctx, query)
  const match = await find(ctx, prepared, first)
  const { stores, next } = await pageOf(match, query, order)
  const texts = await caches.summaries.read(stores, ctx.sharedDb)
  const ids = stores.map(({ id }) => id)
  const [marks, limited, hiding, scores] = await Promise.all([
    caches.marks(ctx.sharedDb, userId, { ids, revisions: markRevisions }),
    ctx.contactQuota.claim(ctx, texts),
    showsHidden(prepared) ? readHiding(ctx.sharedDb, userId, ids) : undefined,
    readScores(ctx, query, match, ids),
  ])
  const content = texts.map((text) =>
    summaryFor(text, {
      own: marks.get(text.id),
      hiddenBy: hiding?.get(text.id),
      isLimited: limited.has(text.id),
    }),
  )
  const ignoredLists = ignoredListsOf(query, prepared)
  const rest = JSON.stringify({
    page,
    size,
    totalElements: match.total,
    totalPages: Math.ceil(match.total / size),
    nextCursor: next,
    ...(ignoredLists.length > 0 && { ignoredLists }),
    ...(scores && { scores: inOrder(ids, scores) }),
    ...asOfPart(match),
  })
  const write = () => `{"content":[${content.join(',')}],${rest.slice(1)}`
  return serialized(caches.answers(keyOf(texts, content, rest), write))
}

/** None of these calls changes stores. */
const find = (
  { storeSearch, arrivedAtMs: sinceMs }: CatalogRequest,
  query: StoreQuery,
  first?: FirstPage,
): Promise<StoreMatch> => storeSearch.find(query, { first, sinceMs })

/** Of an answer: the versions of its rows, and all of it that is the account's own. */
function keyOf(texts: readonly CachedSummary[], content: readonly string[], rest: string): string {
  const keys = texts.map(({ key, text }, at) => (content[at] === text ? key : content[at]))
  return `${keys.join(' ')} ${rest}`
}

const showsHidden = ({ choices: { hidden } }: StoreQuery): boolean =>
  hidden !== undefined && passesAnswer(hidden, 'yes')

const inOrder = (ids: readonly StoreId[], scores: ReadonlyMap<StoreId, FoundScore>) =>
  ids.flatMap((id) => {
    const score = scores.get(id)
    return score ? [{ id, ...score }] : []
  })

const wantsScores = ({ sortBy, score, withScores }: Query): boolean =>
  sortBy === 'score' || score !== undefined || withScores === 'yes'

function readScores(
  ctx: CatalogRequest,
  query: Query,
  match: StoreMatch,
  ids: readonly StoreId[],
): Promise<ReadonlyMap<StoreId, FoundScore>> | undefined {
  const scoring = scoringOf(ctx, query.profile)
  if (query.withScores === 'factors') return explainScores(ctx, scoring, ids)
  return wantsScores(query) ? match.scores(scoring, ids) : undefined
}

const pageOf = (
  match: StoreMatch,
  { page, size, cursor }: Query,
  order: StoreOrder,
): Promise<StorePage> =>
  cursor === undefined
    ? match.page(order, { offset: page * size, size })
    : match.after(order, cursor, size)

/** @throws AppError `invalid_request` for an unknown filter group */
export async function listFacets(
  ctx: CatalogRequest,
  query: QueryOf<typeof listFacetsEndpoint>,
): Promise<ResponseOf<typeof listFacetsEndpoint>> {
  requirePaid(ctx)
  const names = query.groups.split(',').filter((name) => name !== '')
  const groups = filterKeys.filter((key) => names.includes(key))
  if (groups.length !== new Set(names).size) throw invalidRequest('groups')
  const match = await find(ctx, await prepareStoreQuery(ctx, query, { counted: groups }))
  return {
    total: match.total,
    facets: await match.facets(groups, { find: query.find }),
    ...asOfPart(match),
  }
}

export async function listStoreDays(
  ctx: CatalogRequest,
  query: QueryOf<typeof listStoreDaysEndpoint>,
): Promise<ResponseOf<typeof listStoreDaysEndpoint>> {
  requirePaid(ctx)
  const match = await find(ctx, await prepareStoreQuery(ctx, query))
  return { days: [...(await match.days())], ...asOfPart(match) }
}
