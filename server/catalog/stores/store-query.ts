import * as z from 'zod/mini'
import { daysOf } from '#contracts/dates.ts'
import { isChosen, readChoices } from '#contracts/catalog/store-filters.ts'
import { storeQueryFields } from '#contracts/catalog/stores.ts'
import { previousVisitEnd, recordUserVisit } from '#server/accounts/api.ts'
import type { StoreQuery } from '#server/catalog/search/search.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { findForeignLists, withMarks } from './account-marks.ts'

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
  const wantsNew = choices.isNew !== undefined || counted.includes('isNew')
  const query = {
    days: daysOf(input),
    scope: input.launchStatus,
    choices,
    since: wantsNew ? since : undefined,
  }
  return withMarks(ctx.sharedDb, viewer.userId, query, { counted })
}
