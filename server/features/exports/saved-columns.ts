import type { Selectable } from 'kysely'
import type { ColumnKey } from '#contracts/exports.ts'
import type { Database } from '#server/db/schema.ts'
import { type Column, list, moment, text, yesNo } from './cell.ts'

export const keptColumns = ['notes', 'tags', 'is_favorite', 'created_at', 'updated_at'] as const
export type KeptRow = Pick<Selectable<Database['saved_stores']>, (typeof keptColumns)[number]>
type SavedColumn = Exclude<ColumnKey<'savedStores'>, ColumnKey<'stores'>>

/** The account's notes about a saved store or product. */
export const savedColumns: Record<SavedColumn, Column<KeptRow>> = {
  notes: ({ notes }) => text(notes === '' ? null : notes),
  tags: ({ tags }) => list(tags),
  isFavorite: (row) => yesNo(row.is_favorite),
  savedAt: (row) => moment(row.created_at),
  changedAt: (row) => moment(row.updated_at),
}

export const isSavedColumn = (key: string): key is SavedColumn => Object.hasOwn(savedColumns, key)
