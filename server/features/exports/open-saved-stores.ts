import type { ExportRequest } from '#contracts/exports.ts'
import { spellingsOf } from '#server/features/saved/read-tags.ts'
import { isAskedFor, orderOf, storeList } from '#server/features/saved/saved-filter.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import type { Cell, Column } from './cell.ts'
import type { OpenList } from './open-list.ts'
import { allAtOnce, readInBatches } from './read-in-batches.ts'
import { createExportedReader, type ExportedStore, isStoreColumn } from './read-stores.ts'
import { isSavedColumn, keptColumns, type KeptRow, savedColumns } from './saved-columns.ts'
import { storeColumns } from './store-columns.ts'

type Request = Extract<ExportRequest, { view: 'savedStores' }>
type Saved = ExportedStore & { kept: KeptRow }

/** The stores saved when the file was started; their notes are read while the file is written. */
export async function openSavedStores(ctx: RequestContext, { query, columns }: Request): Promise<OpenList> {
  const { userId } = requirePaid(ctx)
  const spellings = await spellingsOf(ctx.db, userId, query.tag)
  const rows = await ctx.db
    .selectFrom('saved_stores as saved')
    .innerJoin('stores', 'stores.id', 'saved.store_id')
    .where(isAskedFor(storeList, { userId, query, spellings }))
    .orderBy(orderOf(storeList, query))
    .select('saved.store_id')
    .execute()
  const ids = rows.map((row) => row.store_id)
  const read = createSavedReader(ctx, userId, columns)
  return { total: ids.length, read: (limit) => readInBatches(allAtOnce(ids.slice(0, limit)), read) }
}

function createSavedReader(ctx: RequestContext, userId: string, columns: readonly string[]) {
  const readStores = createExportedReader(ctx, columns)
  const cells = columns.map(columnOf)
  return async (ids: number[]): Promise<Cell[][]> => {
    const [stores, kept] = await Promise.all([
      readStores(ids),
      ctx.db
        .selectFrom('saved_stores')
        .select([...keptColumns, 'store_id'])
        .where('user_id', '=', userId)
        .where('store_id', 'in', ids)
        .execute(),
    ])
    const keptById = new Map(kept.map((row) => [row.store_id, row]))
    return ids.flatMap((id) => {
      const [store, row] = [stores.get(id), keptById.get(id)]
      return store && row ? [cells.map((cell) => cell({ ...store, kept: row }))] : []
    })
  }
}

function columnOf(key: string): Column<Saved> {
  if (isStoreColumn(key)) return storeColumns[key]
  if (isSavedColumn(key)) return ({ kept }) => savedColumns[key](kept)
  throw new Error(`no column of saved stores: ${key}`)
}
