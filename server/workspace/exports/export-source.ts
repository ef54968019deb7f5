import type { StoreId, UserId } from '#contracts/ids.ts'
import type { Selectable } from 'kysely'
import type { ColumnKey, ExportRequest } from '#contracts/stores/exports.ts'
import {
  type CatalogRequest,
  findProductView,
  type ProductKey,
  type StoreOrder,
  prepareStoreQuery,
} from '#server/catalog/api.ts'
import type { Database } from '#server/platform/db/schema.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import {
  matchesQuery,
  listOrder,
  productList,
  storeList,
} from '#server/workspace/saved/saved-items.ts'
import { findTagSpellings } from '#server/workspace/saved/tags.ts'
import { type Cell, type Column, list, moment, text, yesNo } from './cell.ts'
import {
  type ExportedProduct,
  isProductColumn,
  productColumns,
  readProducts,
  formatProductKey,
} from './product-columns.ts'
import {
  createExportedReader,
  createStoreReader,
  type ExportedStore,
  isStoreColumn,
  storeColumns,
} from './store-columns.ts'

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
    case 'savedStores':
      return openSavedStores(ctx, request)
    case 'savedProducts':
      return openSavedProducts(ctx, request)
    default:
      return request satisfies never
  }
}

type StoresRequest = Extract<ExportRequest, { view: 'stores' | 'leads' }>

async function openStores(
  ctx: CatalogRequest,
  { view, query, columns }: StoresRequest,
): Promise<ExportSource> {
  const filters = view === 'leads' ? { ...query, email: 'yes' } : query
  const match = await ctx.storeSearch.find(await prepareStoreQuery(ctx, filters))
  const order: StoreOrder = {
    sortBy: query.sortBy,
    direction: query.sortDirection.toUpperCase() === 'ASC' ? 'asc' : 'desc',
  }
  const read = createStoreReader(ctx, columns)
  return {
    total: match.total,
    read: (limit) => readInBatches(match.ids(order, limit), read),
  }
}

type ProductsRequest = Extract<ExportRequest, { view: 'products' }>

async function openProducts(
  ctx: CatalogRequest,
  { query, columns }: ProductsRequest,
): Promise<ExportSource> {
  const { total, firstKeys } = await findProductView(ctx, query)
  const cells = columns.filter(isProductColumn).map((key) => productColumns[key])
  const read = async (batch: ProductKey[]): Promise<Cell[][]> => {
    const products = await readProducts(ctx, batch)
    return batch.flatMap(({ storeId, productId }) => {
      const product = products.get(formatProductKey(storeId, productId))
      return product ? [cells.map((cell) => cell(product))] : []
    })
  }
  return { total, read: (limit) => readInBatches(firstKeys(Math.min(limit, total)), read) }
}

type SavedStoresRequest = Extract<ExportRequest, { view: 'savedStores' }>
type SavedStoreRow = ExportedStore & { saved: SavedRow }

/** The stores saved when the file was started; their notes are read while the file is written. */
async function openSavedStores(
  ctx: CatalogRequest,
  { query, columns }: SavedStoresRequest,
): Promise<ExportSource> {
  const { userId } = requirePaid(ctx)
  const spellings = await findTagSpellings(ctx.db, userId, query.tag)
  const rows = await ctx.db
    .selectFrom('saved_stores as saved')
    .innerJoin('stores', 'stores.id', 'saved.store_id')
    .where(matchesQuery(storeList, { userId, query, spellings }))
    .orderBy(listOrder(storeList, query))
    .select('saved.store_id')
    .execute()
  const ids = rows.map((row) => row.store_id)
  const read = createSavedStoreReader(ctx, userId, columns)
  return {
    total: ids.length,
    read: (limit) => readInBatches(inOneBatch(ids.slice(0, limit)), read),
  }
}

function createSavedStoreReader(ctx: CatalogRequest, userId: UserId, columns: readonly string[]) {
  const readStores = createExportedReader(ctx, columns)
  const cells = columns.map(savedStoreColumnOf)
  return async (ids: StoreId[]): Promise<Cell[][]> => {
    const [stores, saved] = await Promise.all([
      readStores(ids),
      ctx.db
        .selectFrom('saved_stores')
        .select([...savedRowColumns, 'store_id'])
        .where('user_id', '=', userId)
        .where('store_id', 'in', ids)
        .execute(),
    ])
    const savedById = new Map(saved.map((row) => [row.store_id, row]))
    return ids.flatMap((id) => {
      const [store, row] = [stores.get(id), savedById.get(id)]
      return store && row ? [cells.map((cell) => cell({ ...store, saved: row }))] : []
    })
  }
}

function savedStoreColumnOf(key: string): Column<SavedStoreRow> {
  if (isStoreColumn(key)) return storeColumns[key]
  if (isSavedColumn(key)) return ({ saved }) => savedColumns[key](saved)
  throw new Error(`no column of saved stores: ${key}`)
}

type SavedProductsRequest = Extract<ExportRequest, { view: 'savedProducts' }>
type SavedProductRow = ExportedProduct & { saved: SavedRow }
type SavedKey = { id: number; storeId: StoreId; productId: number; day: null }

/**
 * The products saved when the file was started, including those that their store no longer lists.
 */
async function openSavedProducts(
  ctx: CatalogRequest,
  { query, columns }: SavedProductsRequest,
): Promise<ExportSource> {
  const { userId } = requirePaid(ctx)
  const spellings = await findTagSpellings(ctx.db, userId, query.tag)
  const rows = await ctx.db
    .selectFrom('saved_products as saved')
    .innerJoin('products', (join) =>
      join
        .onRef('products.store_id', '=', 'saved.store_id')
        .onRef('products.product_id', '=', 'saved.product_id'),
    )
    .innerJoin('stores', 'stores.id', 'saved.store_id')
    .where(matchesQuery(productList, { userId, query, spellings }))
    .orderBy(listOrder(productList, query))
    .select(['saved.id', 'saved.store_id as storeId', 'saved.product_id as productId'])
    .execute()
  const keys: SavedKey[] = rows.map((row) => ({ ...row, day: null }))
  const read = createSavedProductReader(ctx, userId, columns)
  return {
    total: keys.length,
    read: (limit) => readInBatches(inOneBatch(keys.slice(0, limit)), read),
  }
}

function createSavedProductReader(ctx: CatalogRequest, userId: UserId, columns: readonly string[]) {
  const cells = columns.map(savedProductColumnOf)
  return async (keys: SavedKey[]): Promise<Cell[][]> => {
    const ids = keys.map(({ id }) => id)
    const [products, saved] = await Promise.all([
      readProducts(ctx, keys),
      ctx.db
        .selectFrom('saved_products')
        .select([...savedRowColumns, 'id'])
        .where('user_id', '=', userId)
        .where('id', 'in', ids)
        .execute(),
    ])
    const savedById = new Map(saved.map((row) => [row.id, row]))
    return keys.flatMap(({ id, storeId, productId }) => {
      const [product, row] = [products.get(formatProductKey(storeId, productId)), savedById.get(id)]
      return product && row ? [cells.map((cell) => cell({ ...product, saved: row }))] : []
    })
  }
}

function savedProductColumnOf(key: string): Column<SavedProductRow> {
  if (isProductColumn(key)) return productColumns[key]
  if (isSavedColumn(key)) return ({ saved }) => savedColumns[key](saved)
  if (key === 'removedAt') return ({ product }) => moment(product.removed_at)
  throw new Error(`no column of saved products: ${key}`)
}

const savedRowColumns = ['notes', 'tags', 'is_favorite', 'created_at', 'updated_at'] as const
type SavedRow = Pick<Selectable<Database['saved_stores']>, (typeof savedRowColumns)[number]>
type SavedColumn = Exclude<ColumnKey<'savedStores'>, ColumnKey<'stores'>>

/** The account's notes about a saved store or product. */
const savedColumns: Record<SavedColumn, Column<SavedRow>> = {
  notes: ({ notes }) => text(notes === '' ? null : notes),
  tags: ({ tags }) => list(tags),
  isFavorite: (row) => yesNo(row.is_favorite),
  savedAt: (row) => moment(row.created_at),
  changedAt: (row) => moment(row.updated_at),
}

const isSavedColumn = (key: string): key is SavedColumn => Object.hasOwn(savedColumns, key)

const ROWS_PER_READ = 500

/** Keys that are already known, in one batch. */
async function* inOneBatch<Key>(keys: Key[]): AsyncGenerator<Key[]> {
  yield keys
}

/** Reads the rows of keys in batches of some hundred, each after the previous one was consumed. */
async function* readInBatches<Key, Row>(
  keys: AsyncIterable<Key[]>,
  read: (keys: Key[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for await (const batch of keys)
    for (let at = 0; at < batch.length; at += ROWS_PER_READ)
      yield read(batch.slice(at, at + ROWS_PER_READ))
}
