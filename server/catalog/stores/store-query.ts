import * as z from 'zod/mini'
import { daysOf } from '#contracts/dates.ts'
import { isChosen, readChoices } from '#contracts/catalog/store-filters.ts'
import { storeQueryFields } from '#contracts/catalog/stores.ts'
import { previousVisitEnd, recordUserVisit } from '#server/accounts/api.ts'
import type { QueryOf } from '#contracts/endpoint.ts'
import type { listStores } from '#contracts/catalog/stores.ts'
import type { StoreOrder, StoreQuery } from '#server/catalog/search/search.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { findForeignLists, withMarks } from './account-marks.ts'
import { scoringOf } from './store-score.ts'

const StoreQueryFields = z.object(storeQueryFields)
export type StoreQueryInput = z.output<typeof StoreQueryFields>

type Options = {
  counted?: readonly string[]
  /** False for a page's automatic requests: an open tab alone is not a visit. */
  recordsVisit?: boolean
}

/** Records the viewer's visit, unless `recordsVisit` is false. */
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
  const { list } = choices
  if (list) {
    const ignored = new Set(await findForeignLists(ctx.db, viewer.userId, input))
    const isOwn = (value: string) => !ignored.has(value)
    const own = {
      ...list,
      include: list.include.filter(isOwn),
      exclude: list.exclude.filter(isOwn),
    }
    delete choices.list
    if (isChosen(own)) choices.list = own
  }
  const wants = (key: 'isNew' | 'score') => choices[key] !== undefined || counted.includes(key)
  const query = {
    days: daysOf(input),
    scope: input.launchStatus,
    choices,
    ...(wants('isNew') && { since }),
    ...(wants('score') && { scoring: scoringOf(ctx, input.profile) }),
  }
  return withMarks(ctx.sharedDb, viewer.userId, query, { counted })
}

type OrderInput = Pick<QueryOf<typeof listStores>, 'sortBy' | 'sortDirection' | 'profile'>

/** The order of a list, as its query asks for it. */
export function storeOrderOf(
  ctx: Pick<RequestContext, 'now'>,
  { sortBy, sortDirection, profile }: OrderInput,
): StoreOrder {
  const direction = sortDirection.toUpperCase() === 'ASC' ? 'asc' : 'desc'
  return sortBy === 'score'
    ? { sortBy, direction, scoring: scoringOf(ctx, profile) }
    : { sortBy, direction }
}
