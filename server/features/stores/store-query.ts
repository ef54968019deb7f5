import * as z from 'zod/mini'
import { daysOf } from '#contracts/dates.ts'
import { readChoices } from '#contracts/store-filters.ts'
import { storeQueryFields } from '#contracts/stores.ts'
import type { RequestContext } from '#server/route.ts'
import { findSavedStoreIds } from '#server/features/saved/find-saved.ts'
import { noteStay, sinceLastStay } from '#server/features/stays/note-stay.ts'
import type { StoreQuery } from '#server/search/scan-stores.ts'
import { requirePaid } from '#server/route.ts'

const StoreQueryFields = z.object(storeQueryFields)
export type StoreQueryInput = z.output<typeof StoreQueryFields>

type Asking = {
  /** Filters whose counts are requested. */
  counted?: readonly string[]
  /** False for a page's automatic requests: an open tab alone is not a stay. */
  notesStay?: boolean
}

/** The query of a call, including the personal parts. */
export async function storeQueryOf(
  ctx: RequestContext,
  input: StoreQueryInput,
  { counted = [], notesStay = true }: Asking = {},
): Promise<StoreQuery> {
  const viewer = requirePaid(ctx)
  const since = notesStay ? await noteStay(ctx, viewer) : sinceLastStay(viewer, ctx.now())
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
