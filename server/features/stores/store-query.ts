import * as z from 'zod/mini'
import { daysOf } from '#contracts/dates.ts'
import { readChoices } from '#contracts/store-filters.ts'
import { storeQueryFields } from '#contracts/stores.ts'
import type { RequestContext } from '#server/route.ts'
import { findSavedStoreIds } from '#server/features/saved/find-saved.ts'
import { noteStay } from '#server/features/stays/note-stay.ts'
import type { StoreQuery } from '#server/search/scan-stores.ts'
import { requirePaid } from '#server/route.ts'

const StoreQueryFields = z.object(storeQueryFields)
export type StoreQueryInput = z.output<typeof StoreQueryFields>

/** What a call asks for, with what is personal in it. `counted` = filters whose counts are asked for. */
export async function storeQueryOf(
  ctx: RequestContext,
  input: StoreQueryInput,
  counted: readonly string[] = [],
): Promise<StoreQuery> {
  const viewer = requirePaid(ctx)
  const since = await noteStay(ctx, viewer)
  const choices = readChoices(input)
  const concerns = (key: 'saved' | 'isNew') => choices[key] !== undefined || counted.includes(key)
  return {
    days: daysOf(input),
    scope: input.launchStatus,
    choices,
    savedStoreIds: concerns('saved') ? await findSavedStoreIds(ctx.db, viewer.userId) : undefined,
    since: concerns('isNew') ? since : undefined,
  }
}
