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
  /** Filters whose counts are asked for. */
  counted?: readonly string[]
  /** False for what a page asks by itself: a tab that was left open is nobody's stay. */
  notesStay?: boolean
}

/** What a call asks for, with what is personal in it. */
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
