import type { Selectable } from 'kysely'
import type { SavedStores } from '#server/db/workspace-schema.ts'

type KeptRow = Pick<
  Selectable<SavedStores>,
  'id' | 'notes' | 'tags' | 'is_favorite' | 'created_at' | 'updated_at'
>

/** The account's notes about a saved item. */
export const presentKept = (row: KeptRow) => ({
  id: row.id,
  notes: row.notes,
  tags: row.tags,
  isFavorite: row.is_favorite,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
