import * as z from 'zod/mini'
import { dateFields, validDateRange } from '#contracts/date-fields.ts'
import { byId, endpoint } from '#contracts/endpoint.ts'
import { StoreId } from '#contracts/ids.ts'
import { MAX_LIST_QUERY } from '#contracts/catalog/store-filters.ts'
import { BulkUndo } from './bulk-undo.ts'
import { Tags } from './saved.ts'
import { StageKey } from './stage-keys.ts'

/** The most stores that one call changes. */
export const MAX_BULK_ROWS = 10_000
/** Stores that were ticked one by one. */
export const MAX_TICKED = 1_000
export const Ticked = z.array(StoreId).check(z.maxLength(MAX_TICKED))

/** Ticked stores, or all stores of a list except those in `except`. */
export const StoreTarget = z.union([
  z.strictObject({ storeIds: Ticked.check(z.minLength(1)) }),
  z.strictObject({
    /** The filters of the list, as the search part of its address has them. */
    query: z.string().check(z.maxLength(MAX_LIST_QUERY)),
    /** The days on which the stores were found; without them all. */
    found: z.optional(z.strictObject(dateFields).check(validDateRange)),
    except: z.optional(Ticked),
  }),
])
export type StoreTarget = z.output<typeof StoreTarget>

export const BulkAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('save') }),
  z.object({ kind: z.literal('unsave') }),
  /** A star or a tag saves a store that is not saved yet. */
  z.object({ kind: z.literal('favorite'), on: z.boolean() }),
  z.object({ kind: z.literal('tag'), add: Tags, remove: Tags }),
  z.object({ kind: z.literal('list'), list: z.uuid(), on: z.boolean() }),
  /** Saves a store and makes it a lead; null ends the lead, and its store stays saved. */
  z.object({ kind: z.literal('stage'), stage: z.nullable(StageKey) }),
  /** Adds the stores' domains to the account's list "Not these". */
  z.object({ kind: z.literal('exclude') }),
])
export type BulkAction = z.output<typeof BulkAction>

/**
 * `limit`: the list "Not these" is full. `domainRefused`: it takes no line with the store's domain,
 * such as one below which other shops are.
 */
export const UnchangedReason = z.enum([
  'alreadySo',
  'gone',
  'tooManyTags',
  'domainRefused',
  'limit',
])
export type UnchangedReason = z.infer<typeof UnchangedReason>

export const changeStores = endpoint({
  name: 'changeStores',
  method: 'POST',
  path: '/api/stores/bulk',
  access: 'paid',
  summary: `Change up to ${MAX_BULK_ROWS.toLocaleString('en')} stores at once: save, star, tag, list or exclude them, or move them to a stage. 400 \`too_many_rows\` for a list with more.`,
  body: z.object({ target: StoreTarget, action: BulkAction }),
  response: z.object({
    changed: z.int(),
    /** Why the others stayed as they were. */
    unchanged: z.array(z.object({ reason: UnchangedReason, count: z.int() })),
    /** Null when nothing changed. */
    undo: z.nullable(BulkUndo),
  }),
})

export const undoChange = endpoint({
  name: 'undoChange',
  method: 'POST',
  path: '/api/stores/bulk/:id/undo',
  access: 'paid',
  summary:
    'Restore what a change of stores, or the deletion of a list, changed: once, within a minute. Stores that were changed again since stay.',
  params: byId,
  /** Stores. */
  response: z.object({ restored: z.int() }),
})
