import type { Selectable } from 'kysely'
import type { ColumnKey } from '#contracts/exports.ts'
import type { AppContext, Db } from '#server/context.ts'
import type { Database } from '#server/db/schema.ts'
import type { Cell } from './cell.ts'
import { storeColumns } from './store-columns.ts'

const readColumns = [
  'id', 'slug', 'name', 'domain', 'status', 'country', 'currency', 'language', 'theme_name', 'product_count', 'logo_url', 'launch_status', 'launch_day', 'launch_confidence', 'moved_here', 'found_day', 'found_at', 'visible_at', 'category', 'price_min_minor', 'price_median_minor', 'price_max_minor', 'discount_share', 'apps', 'pixels', 'socials', 'last_trending_day', 'email', 'email_kind', 'email_state', 'phone', 'has_contact_form', 'about', 'last_checked_at', 'region', 'city', 'languages', 'ships_to', 'payment_brands', 'policies', 'company'] as const // prettier-ignore

type StoreRow = Pick<Selectable<Database['stores']>, (typeof readColumns)[number]>
type FactKey = 'email' | 'phone' | 'contactForm' | 'socials'
type FactRow = Pick<Selectable<Database['store_facts']>, 'value' | 'items' | 'source_url' | 'observed_at'>

export type ExportedStore = { store: StoreRow; facts: Partial<Record<FactKey, FactRow>>; origin: string }

/** What is read only where a column shows it. */
const factsBehind: Partial<Record<ColumnKey<'stores'>, FactKey>> = {
  emailSource: 'email',
  emailSeenAt: 'email',
  phoneSource: 'phone',
  phoneSeenAt: 'phone',
  contactFormUrl: 'contactForm',
  socialUrls: 'socials',
}

export const isStoreColumn = (key: string): key is ColumnKey<'stores'> => Object.hasOwn(storeColumns, key)

type Deps = Pick<AppContext, 'db' | 'config'>

/** Reads the cells of stores by their numbers, in that order; one that was erased meanwhile is left out. */
export function createStoreReader(ctx: Deps, columns: readonly string[]) {
  const cells = columns.filter(isStoreColumn).map((key) => storeColumns[key])
  const readExported = createExportedReader(ctx, columns)
  return async (ids: number[]): Promise<Cell[][]> => {
    const byId = await readExported(ids)
    return ids.flatMap((id) => {
      const exported = byId.get(id)
      return exported ? [cells.map((cell) => cell(exported))] : []
    })
  }
}

export function createExportedReader({ db, config }: Deps, columns: readonly string[]) {
  const factKeys = new Set(columns.filter(isStoreColumn).flatMap((key) => factsBehind[key] ?? []))
  return async (ids: number[]): Promise<Map<number, ExportedStore>> => {
    const [stores, facts] = await Promise.all([
      db.selectFrom('stores').select(readColumns).where('id', 'in', ids).execute(),
      readFacts(db, ids, [...factKeys]),
    ])
    return new Map(
      stores.map((store) => [
        store.id,
        { store, facts: facts.get(store.id) ?? {}, origin: config.PUBLIC_ORIGIN },
      ]),
    )
  }
}

async function readFacts(
  db: Db,
  ids: number[],
  keys: FactKey[],
): Promise<Map<number, ExportedStore['facts']>> {
  const found = new Map<number, ExportedStore['facts']>()
  if (keys.length === 0) return found
  const rows = await db
    .selectFrom('store_facts')
    .select(['store_id', 'key', 'value', 'items', 'source_url', 'observed_at'])
    .where('store_id', 'in', ids)
    .where('key', 'in', keys)
    .where('gone_at', 'is', null)
    .execute()
  for (const row of rows) found.set(row.store_id, { ...found.get(row.store_id), [row.key]: row })
  return found
}
