import type { NewestStore } from '#contracts/catalog/today.ts'
import type { CatalogRequest } from '#server/catalog/context.ts'
import type { StoreMatch } from '#server/catalog/search/search.ts'
import { presentSummary, summaryColumns } from './store-summary.ts'

/** The latest found first. */
export const NEWEST_FIRST = { sortBy: 'foundAt', direction: 'desc' } as const

/** Without their contacts, which would count as seen. */
export async function readNewest(
  { db, pictureAddresses: pictures }: Pick<CatalogRequest, 'db' | 'pictureAddresses'>,
  match: StoreMatch,
  size: number,
): Promise<NewestStore[]> {
  const { stores } = await match.page(NEWEST_FIRST, { offset: 0, size })
  const ids = stores.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await db.selectFrom('stores').select(summaryColumns).where('id', 'in', ids).execute()
  return ids.flatMap((id) => {
    const row = rows.find((each) => each.id === id)
    return row ? presentSummary(row, { pictures, isSaved: false, isLimited: true }) : []
  })
}
