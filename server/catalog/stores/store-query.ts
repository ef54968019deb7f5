import * as z from 'zod/mini'
import { daysOf } from '#contracts/dates.ts'
import {
  type FilterChoice,
  isChosen,
  readChoice,
  readChoices,
} from '#contracts/catalog/store-filters.ts'
import { type listStores, storeQueryFields } from '#contracts/catalog/stores.ts'
import { previousVisitEnd, recordUserVisit } from '#server/accounts/api.ts'
import type { QueryOf } from '#contracts/endpoint.ts'
import type { StoreOrder, StoreQuery } from '#server/catalog/search/search.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { keepOwnLists, withMarks } from './account-marks.ts'
import { scoringOf } from './store-score.ts'

const StoreQueryFields = z.object(storeQueryFields)
export type StoreQueryInput = z.output<typeof StoreQueryFields>

type Options = {
  counted?: readonly string[]
  /** Records the visit; false for a page's automatic requests: an open tab alone is not a visit. */
  recordsVisit?: boolean
}

/** The query of a list for its viewer; it ignores lists of others: `ignoredListsOf`. */
export async function prepareStoreQuery(
  ctx: RequestContext,
  input: StoreQueryInput,
  { counted = [], recordsVisit = true }: Options = {},
): Promise<StoreQuery> {
  const viewer = requirePaid(ctx)
  const since = recordsVisit
    ? await recordUserVisit(ctx, viewer)
    : previousVisitEnd(viewer, ctx.now())
  const choices = readChoices(input)
  if (choices.list) {
    const own = await keepOwnLists(ctx.db, viewer.userId, choices.list)
    if (isChosen(own)) choices.list = own
    else delete choices.list
  }
  const wants = (key: 'isNew' | 'score') => choices[key] !== undefined || counted.includes(key)
  const query = {
    days: daysOf(input),
    scope: input.launchStatus,
    choices,
    ...(wants('isNew') && { since }),
    ...(wants('score') && { scoring: scoringOf(ctx, input.profile) }),
  }
  return withMarks(ctx.sharedDb, viewer.userId, query, { counted, known: viewer.markRevisions })
}

type OrderInput = Pick<QueryOf<typeof listStores>, 'sortBy' | 'sortDirection' | 'profile'>

export function storeOrderOf(
  ctx: Pick<RequestContext, 'now'>,
  { sortBy, sortDirection, profile }: OrderInput,
): StoreOrder {
  const direction = sortDirection.toUpperCase() === 'ASC' ? 'asc' : 'desc'
  return sortBy === 'score'
    ? { sortBy, direction, scoring: scoringOf(ctx, profile) }
    : { sortBy, direction }
}

/** Lists that the input names, and that the query prepared from it ignores. */
export function ignoredListsOf(
  { list: asked = '' }: StoreQueryInput,
  { choices }: StoreQuery,
): string[] {
  const kept = valuesOf(choices.list)
  return valuesOf(readChoice('list', asked)).filter((list) => !kept.includes(list))
}

const valuesOf = (choice: FilterChoice | null | undefined): string[] =>
  choice ? [...choice.include, ...choice.exclude] : []
