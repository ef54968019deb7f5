import type { Selectable } from 'kysely'
import type { ClusterStore } from '#contracts/catalog/product-clusters.ts'
import { type StoreId, toClusterId } from '#contracts/ids.ts'
import type {
  ColumnKey,
  ExportRequest,
  ExportView,
  exportColumns,
} from '#contracts/workspace/exports.ts'
import {
  type CatalogRequest,
  findProductView,
  type ProductKey,
  prepareStoreQuery,
  readClusterStores,
  storeOrderOf,
} from '#server/catalog/api.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { matchesSavedStore } from '#server/workspace/leads/lead-rows.ts'
import { type OwnStage, readStages } from '#server/workspace/leads/stages.ts'
import {
  matchesQuery,
  listOrder,
  productList,
  storeList,
} from '#server/workspace/saved/saved-items.ts'
import { savedProducts } from '#server/workspace/saved/saved-products.ts'
import { findTagSpellings } from '#server/workspace/saved/tags.ts'
import { type Cell, cellsOf, type Column, day, list, moment, number, text, yesNo } from './cell.ts'
import {
  type ExportedProduct,
  productColumns,
  readProducts,
  formatProductKey,
} from './product-columns.ts'
import { createExportedReader, createStoreReader, storeColumns } from './store-columns.ts'

/** A list at one moment: its number of rows, and the first `limit` of them, read on demand. */
type ExportSource = { total: number; read: (limit: number) => AsyncIterable<Cell[][]> }

/** The same rows in the same order as the list itself shows for the query. */
export function openExportSource(
  ctx: CatalogRequest,
  request: ExportRequest,
): Promise<ExportSource> {
  switch (request.view) {
    case 'stores':
    case 'leads':
      return openStores(ctx, request)
    case 'products':
      return openProducts(ctx, request)
    case 'clusterStores':
      return openClusterStores(ctx, request)
    case 'savedStores':
      return openSavedStores(ctx, request)
    case 'savedProducts':
      return openSavedProducts(ctx, request)
    default:
      return request satisfies never
  }
}

type RequestOf<View extends ExportView> = Extract<ExportRequest, { view: View }>

async function openStores(
  ctx: CatalogRequest,
  { view, query, columns, storeIds, except = [] }: RequestOf<'stores' | 'leads'>,
): Promise<ExportSource> {
  const read = createStoreReader(ctx, columns, query.profile)
  if (storeIds) return fromKnown(await findExisting(ctx.db, storeIds), read)
  const filters = view === 'leads' ? { contacted: '-yes', ...query, email: 'yes' } : query
  const match = await ctx.storeSearch.find(await prepareStoreQuery(ctx, filters))
  const order = storeOrderOf(ctx, query)
  const omitted = except.length === 0 ? NO_STORES : await match.among(except)
  return {
    total: match.total - omitted.size,
    read: (limit) =>
      readInBatches(without(omitted, match.ids(order, limit + omitted.size), limit), read),
  }
}

const NO_STORES: ReadonlySet<StoreId> = new Set()

async function findExisting(db: Db, storeIds: readonly StoreId[]): Promise<StoreId[]> {
  const rows = await db.selectFrom('stores').select('id').where('id', 'in', storeIds).execute()
  const existing = new Set(rows.map(({ id }) => id))
  return [...new Set(storeIds)].filter((id) => existing.has(id))
}

async function* without(
  omitted: ReadonlySet<StoreId>,
  batches: AsyncIterable<StoreId[]>,
  limit: number,
): AsyncGenerator<StoreId[]> {
  let left = limit
  for await (const batch of batches) {
    const kept = batch.filter((id) => !omitted.has(id)).slice(0, left)
    left -= kept.length
    yield kept
  }
}

async function openProducts(
  ctx: CatalogRequest,
  { query, columns }: RequestOf<'products'>,
): Promise<ExportSource> {
  const { total, firstKeys } = await findProductView(ctx, query)
  const cells = cellsOf(productColumns, columns)
  const read = async (batch: ProductKey[]): Promise<Cell[][]> => {
    const products = await readProducts(ctx, batch)
    return batch.flatMap(({ storeId, productId }) => {
      const product = products.get(formatProductKey(storeId, productId))
      return product ? [cells.map((cell) => cell(product))] : []
    })
  }
  return { total, read: (limit) => readInBatches(firstKeys(Math.min(limit, total)), read) }
}

async function openClusterStores(
  ctx: CatalogRequest,
  { query, columns }: RequestOf<'clusterStores'>,
): Promise<ExportSource> {
  const stores = await readClusterStores(ctx, { ...query, id: toClusterId(query.id) })
  const cells = cellsOf(clusterStoreColumns, columns)
  return fromKnown(stores, async (batch) =>
    batch.map((store) => cells.map((cell) => cell({ store, origin: ctx.config.PUBLIC_ORIGIN }))),
  )
}

const clusterStoreColumns: Record<
  ColumnKey<'clusterStores'>,
  Column<{ store: ClusterStore; origin: string }>
> = {
  storeName: ({ store }) => text(store.name),
  storeDomain: ({ store }) => text(store.domain),
  storeId: ({ store }) => number(store.storeId),
  storeCountry: ({ store }) => text(store.country),
  storeFoundDay: ({ store }) => day(store.foundDay),
  launchStatus: ({ store }) => text(store.isNew ? 'new' : 'established'),
  id: ({ store }) => text(store.productId),
  page: ({ store, origin }) => text(`${origin}/product/${store.productId}`),
  price: ({ store }) => number(store.price === null ? null : Number(store.price)),
  currency: ({ store }) => text(store.currency),
  dollars: ({ store }) => number(store.dollars === null ? null : Number(store.dollars)),
  available: ({ store }) => yesNo(store.available),
  listedDay: ({ store }) => day(store.listedDay),
  bestSellerPlace: ({ store }) => number(store.bestSellerPlace),
}

/** The stores saved when the file was started. */
async function openSavedStores(
  ctx: CatalogRequest,
  { query, columns }: RequestOf<'savedStores'>,
): Promise<ExportSource> {
  const { userId } = requirePaid(ctx)
  const spellings = await findTagSpellings(ctx.db, userId, query.tag)
  const rows = await ctx.db
    .selectFrom('saved_stores as saved')
    .innerJoin('stores', 'stores.id', 'saved.store_id')
    .where(matchesSavedStore({ userId, query, spellings, now: ctx.now() }))
    .orderBy(listOrder(storeList, query))
    .select('saved.store_id')
    .execute()
  const ids = rows.map((row) => row.store_id)
  const ofLead = leadColumns(await readStages(ctx.db, userId))
  const cells = cellsOf({ ...storeColumns, ...savedColumns, ...ofLead }, columns)
  const readStores = createExportedReader(ctx, columns)
  return fromKnown(ids, async (batch) => {
    const [stores, saved] = await Promise.all([
      readStores(batch),
      ctx.db
        .selectFrom('saved_stores')
        .selectAll()
        .where('user_id', '=', userId)
        .where('store_id', 'in', batch)
        .execute(),
    ])
    const byId = new Map(saved.map((row) => [row.store_id, row]))
    return batch.flatMap((id) => savedCells(cells, stores.get(id), byId.get(id)))
  })
}

/**
 * The products saved when the file was started, including those that their store no longer lists.
 */
async function openSavedProducts(
  ctx: CatalogRequest,
  { query, columns }: RequestOf<'savedProducts'>,
): Promise<ExportSource> {
  const { userId } = requirePaid(ctx)
  const spellings = await findTagSpellings(ctx.db, userId, query.tag)
  const rows = await savedProducts(ctx.db)
    .where(matchesQuery(productList, { userId, query, spellings }))
    .orderBy(listOrder(productList, query))
    .select(['saved.id', 'saved.store_id as storeId', 'saved.product_id as productId'])
    .execute()
  const keys = rows.map((row) => ({ ...row, day: null }))
  const cells = cellsOf({ ...productColumns, ...savedColumns, removedAt }, columns)
  return fromKnown(keys, async (batch) => {
    const [products, saved] = await Promise.all([
      readProducts(ctx, batch),
      ctx.db
        .selectFrom('saved_products')
        .selectAll()
        .where('user_id', '=', userId)
        .where(
          'id',
          'in',
          batch.map(({ id }) => id),
        )
        .execute(),
    ])
    const byId = new Map(saved.map((row) => [row.id, row]))
    return batch.flatMap(({ id, storeId, productId }) =>
      savedCells(cells, products.get(formatProductKey(storeId, productId)), byId.get(id)),
    )
  })
}

const removedAt: Column<ExportedProduct> = ({ product }) => moment(product.removed_at)

/** The keys are known; their rows are read while the file is written. */
const fromKnown = <Key>(keys: Key[], read: (batch: Key[]) => Promise<Cell[][]>): ExportSource => ({
  total: keys.length,
  read: (limit) => readInBatches(inOneBatch(keys.slice(0, limit)), read),
})

/** None for an item that was erased or is no longer saved. */
const savedCells = <Item, Saved>(
  cells: Column<Item & { saved: Saved }>[],
  item: Item | undefined,
  saved: Saved | undefined,
): Cell[][] => (item && saved ? [cells.map((cell) => cell({ ...item, saved }))] : [])

type SavedRow = Selectable<Database['saved_stores' | 'saved_products']>
type LeadColumn = (typeof exportColumns)['savedStores']['lead'][number]
type SavedColumn = Exclude<ColumnKey<'savedStores'>, ColumnKey<'stores'> | LeadColumn>

const savedColumns: Record<SavedColumn, Column<{ saved: SavedRow }>> = {
  notes: ({ saved: { notes } }) => text(notes === '' ? null : notes),
  tags: ({ saved }) => list(saved.tags),
  isFavorite: ({ saved }) => yesNo(saved.is_favorite),
  savedAt: ({ saved }) => moment(saved.created_at),
  changedAt: ({ saved }) => moment(saved.updated_at),
}

type SavedStoreRow = Selectable<Database['saved_stores']>

/** A stage by the name that the account gave it; a built-in one is a code, with a word for it. */
const leadColumns = (
  stages: readonly OwnStage[],
): Record<LeadColumn, Column<{ saved: SavedStoreRow }>> => ({
  stage: ({ saved: { stage } }) => text(stages.find(({ key }) => key === stage)?.name ?? stage),
  nextStep: ({ saved }) => text(saved.next_step),
  nextDay: ({ saved }) => day(saved.next_day),
  contactedAt: ({ saved }) => moment(saved.contacted_at),
})

const ROWS_PER_READ = 500

async function* inOneBatch<Key>(keys: Key[]): AsyncGenerator<Key[]> {
  yield keys
}

/** In batches of some hundred, each after the previous one was consumed. */
async function* readInBatches<Key, Row>(
  keys: AsyncIterable<Key[]>,
  read: (keys: Key[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for await (const batch of keys)
    for (let at = 0; at < batch.length; at += ROWS_PER_READ)
      yield read(batch.slice(at, at + ROWS_PER_READ))
}
