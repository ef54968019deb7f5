import type { Selectable } from 'kysely'
import type { ColumnKey } from '#contracts/exports.ts'
import type { Db } from '#server/context.ts'
import type { Database } from '#server/db/schema.ts'
import { rightsOf } from '#server/features/plans/plan-of-role.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import type { Cell } from './cell.ts'
import { storeColumns } from './store-columns.ts'

const readColumns = [
  'id', 'slug', 'name', 'domain', 'status', 'country', 'currency', 'language', 'theme_name', 'product_count', 'logo_url', 'launch_status', 'launch_day', 'launch_confidence', 'moved_here', 'found_day', 'found_at', 'visible_at', 'category', 'price_min_minor', 'price_median_minor', 'price_max_minor', 'discount_share', 'apps', 'pixels', 'socials', 'last_trending_day', 'email', 'email_kind', 'email_state', 'phone', 'has_contact_form', 'about', 'last_checked_at', 'region', 'city', 'languages', 'ships_to', 'payment_brands', 'policies', 'company'] as const // prettier-ignore

type StoreRow = Pick<Selectable<Database['stores']>, (typeof readColumns)[number]>
type FactKey = 'email' | 'phone' | 'contactForm' | 'socials'
type FactRow = Pick<Selectable<Database['store_facts']>, 'value' | 'items' | 'source_url' | 'observed_at'>

export type ExportedStore = { store: StoreRow; facts: Partial<Record<FactKey, FactRow>>; origin: string }

/** Facts that are read only when a column shows them. */
const factsBehind: Partial<Record<ColumnKey<'stores'>, FactKey>> = {
  emailSource: 'email',
  emailSeenAt: 'email',
  phoneSource: 'phone',
  phoneSeenAt: 'phone',
  contactFormUrl: 'contactForm',
  socialUrls: 'socials',
}

export const isStoreColumn = (key: string): key is ColumnKey<'stores'> => Object.hasOwn(storeColumns, key)

type Deps = Pick<RequestContext, 'db' | 'config' | 'now' | 'viewer' | 'contactQuota'>

/** Reads the cells of stores by their numbers, in that order; stores erased meanwhile are left out. */
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

export function createExportedReader(ctx: Deps, columns: readonly string[]) {
  const { db, config } = ctx
  const factKeys = new Set(columns.filter(isStoreColumn).flatMap((key) => factsBehind[key] ?? []))
  return async (ids: number[]): Promise<Map<number, ExportedStore>> => {
    const [rows, facts] = await Promise.all([
      db.selectFrom('stores').select(readColumns).where('id', 'in', ids).execute(),
      readFacts(db, ids, [...factKeys]),
    ])
    const stores = columns.some(isContactColumn) ? await withinQuota(ctx, ids, rows) : rows
    return new Map(
      stores.map((store) => [
        store.id,
        { store, facts: facts.get(store.id) ?? {}, origin: config.PUBLIC_ORIGIN },
      ]),
    )
  }
}

const isContactColumn = (key: string): boolean => key === 'email' || key === 'phone'

/** With a daily row limit, contacts are limited too, in the file's order; the cells beyond the limit stay empty. */
async function withinQuota(ctx: Deps, ids: number[], rows: StoreRow[]): Promise<StoreRow[]> {
  if (rightsOf(requirePaid(ctx).role).exportRowsPerDay === null) return rows
  const byId = new Map(rows.map((row) => [row.id, row]))
  const limited = await ctx.contactQuota.claim(
    ctx,
    ids.flatMap((id) => byId.get(id) ?? []),
  )
  return rows.map((row) => (limited.has(row.id) ? { ...row, email: null, phone: null } : row))
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
