import * as z from 'zod/mini'
import type { ErrorCode } from '#contracts/errors.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { ProductId, StoreId } from '#contracts/ids.ts'
import { pageFields, pageOf, SortDirection, wholeNumber } from '#contracts/paging.ts'
import { StoreSummary } from '#contracts/catalog/stores.ts'
import { TrendingProduct } from '#contracts/catalog/trending-products.ts'
import { BulkUndo } from './bulk-undo.ts'
import { dueFields } from './leads.ts'
import { StageKey } from './stage-keys.ts'

export const MAX_NOTES = 5_000
export const MAX_TAGS = 20
export const MAX_TAG = 40
/**
 * One page can be this large, so that a caller who looks for a saved id rarely needs a second
 * request.
 */
export const MAX_SAVED_PAGE = 1_000

const refusal = (code: ErrorCode) => code

/**
 * Single spaces between words and one spelling per letter, so that tags that look the same are the
 * same.
 */
export const tidyTag = (text: string): string =>
  text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ')

/** Tags that differ only in case count as the same tag. */
export const foldTag = (tag: string): string => tag.toLowerCase()

/** Tag lists are comma-separated, and control characters would be invisible. */
export const isTag = (tag: string): boolean =>
  tag !== '' && tag.length <= MAX_TAG && !/[,\p{Cc}]/u.test(tag)

/** Tidied and without duplicates, in the spelling that came first. */
export function uniqueTags(tags: readonly string[]): string[] {
  const byFold = new Map<string, string>()
  for (const tag of tags) if (!byFold.has(foldTag(tag))) byFold.set(foldTag(tag), tag)
  return [...byFold.values()]
}

const Tag = z.pipe(
  z.pipe(z.string().check(z.maxLength(400, refusal('invalid_tag'))), z.transform(tidyTag)),
  z.string().check(z.refine(isTag, refusal('invalid_tag'))),
)

export const Tags = z.pipe(
  z.pipe(
    z.array(Tag).check(z.maxLength(200, refusal('too_many_tags'))),
    z.transform((tags: string[]) => uniqueTags(tags)),
  ),
  z.array(z.string()).check(z.maxLength(MAX_TAGS, refusal('too_many_tags'))),
)

/** An omitted field keeps its value; on a new item it is empty. */
const keepFields = {
  notes: z.optional(z.string().check(z.maxLength(MAX_NOTES, refusal('notes_too_long')))),
  tags: z.optional(Tags),
  isFavorite: z.optional(z.boolean()),
  /**
   * When the item was first saved, to restore a removed item with its old date; never in the
   * future.
   */
  createdAt: z.optional(z.iso.datetime()),
}

const Digits = z.string().check(z.regex(/^\d{1,16}$/))

const savedFields = {
  id: z.int(),
  notes: z.string(),
  tags: z.array(z.string()),
  isFavorite: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
}

export const SavedStore = z.object({
  ...savedFields,
  storeId: StoreId,
  /** The key of its stage; null where it is no lead. */
  stage: z.nullable(z.string()),
  store: StoreSummary,
})
export type SavedStore = z.infer<typeof SavedStore>

export const SavedProduct = z.object({
  ...savedFields,
  productId: z.string(),
  product: z.extend(z.omit(TrendingProduct, { bodyHtml: true, options: true }), {
    /** When its store stopped listing it; the item stays saved. */
    removedAt: z.nullable(z.iso.datetime()),
  }),
})
export type SavedProduct = z.infer<typeof SavedProduct>

/** `foundAt`: when the store was found, or the product first seen. */
export const SavedSort = z.enum(['createdAt', 'updatedAt', 'name', 'foundAt'])
export type SavedSort = z.infer<typeof SavedSort>

const listQuery = z.object({
  ...pageFields,
  size: z._default(wholeNumber(1, MAX_SAVED_PAGE), 20),
  sortBy: z._default(SavedSort, 'createdAt'),
  sortDirection: z._default(SortDirection, 'DESC'),
  isFavorite: z.optional(z.enum(['true', 'false'])),
  tag: z.optional(z.string().check(z.maxLength(MAX_TAG))),
  /** Searches names, domains, notes and tags. */
  q: z.optional(z.string().check(z.maxLength(100))),
})

export const saveStore = endpoint({
  name: 'saveStore',
  method: 'POST',
  path: '/api/saved-stores',
  access: 'paid',
  summary: 'Save a store, or change the notes on a saved one. Omitted fields keep their values.',
  body: z.object({ storeId: StoreId, ...keepFields }),
  response: SavedStore,
})

export const unsaveStore = endpoint({
  name: 'unsaveStore',
  method: 'DELETE',
  path: '/api/saved-stores/:id',
  access: 'paid',
  summary:
    'Remove a store, by its own id, from the saved ones, which ends its lead. Returns the removed entry; `undoChange` restores all of it for a minute.',
  params: z.object({ id: Digits }),
  response: z.extend(SavedStore, { undo: BulkUndo }),
})

export const listSavedStores = endpoint({
  name: 'listSavedStores',
  method: 'GET',
  path: '/api/saved-stores',
  access: 'paid',
  summary: 'The stores that the account has saved, the latest first.',
  query: z.extend(listQuery, {
    /** Only this store, by the id of its details. */
    store: z.optional(Digits),
    /** Only those in a stage. */
    isLead: z.optional(z.literal('true')),
    /** Only leads in this stage, or whose next step is due so, as in `listLeads`. */
    stage: z.optional(StageKey),
    ...dueFields,
  }),
  response: pageOf(SavedStore),
})

export const saveProduct = endpoint({
  name: 'saveProduct',
  method: 'POST',
  path: '/api/saved-products',
  access: 'paid',
  summary: 'Save a product, or change the notes on a saved one. Omitted fields keep their values.',
  body: z.object({ productId: ProductId, ...keepFields }),
  response: SavedProduct,
})

export const unsaveProduct = endpoint({
  name: 'unsaveProduct',
  method: 'DELETE',
  path: '/api/saved-products/:savedId',
  access: 'paid',
  summary:
    'Remove a product, by the id of its saved entry, from the saved ones. Returns the removed entry.',
  params: z.object({ savedId: Digits }),
  response: SavedProduct,
})

export const listSavedProducts = endpoint({
  name: 'listSavedProducts',
  method: 'GET',
  path: '/api/saved-products',
  access: 'paid',
  summary:
    'The products that the account has saved, the latest first, including products that their stores have removed.',
  query: listQuery,
  response: pageOf(SavedProduct),
})

export const listSavedTags = endpoint({
  name: 'listSavedTags',
  method: 'GET',
  path: '/api/saved/tags',
  access: 'paid',
  summary: 'The tags that the account uses, with the number of saved stores and products for each.',
  response: z.object({
    tags: z.array(z.object({ name: z.string(), stores: z.int(), products: z.int() })),
  }),
})
