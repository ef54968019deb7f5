import type { StoreId } from '#contracts/ids.ts'
import type { Selectable } from 'kysely'
import { priceText } from '#contracts/money.ts'
import type { ColumnKey } from '#contracts/stores/exports.ts'
import { appIdOf, type StoredKey, type StoreRating } from '#contracts/stores/facts.ts'
import { rightsOf } from '#contracts/account/plans.ts'
import { type CatalogRequest, summaryColumns } from '#server/catalog/api.ts'
import type { Database } from '#server/platform/db/schema.ts'
import { currentValues, parseFacts, type StoredFacts } from '#server/platform/db/stored-facts.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { type Cell, type Column, day, list, moment, number, text, yesNo } from './cell.ts'

type StoreColumn = Column<ExportedStore>

const price = (key: 'price_min_minor' | 'price_median_minor' | 'price_max_minor'): StoreColumn => {
  return ({ store }) => {
    // An amount without its currency means nothing, as in the list.
    const amount = store.currency === null ? null : priceText(store[key], store.currency)
    return number(amount === null ? null : Number(amount))
  }
}

export const toPercent = (share: number | null): number | null =>
  share === null ? null : Math.round(share * 1_000) / 10

/** The cell of each column for a store. */
export const storeColumns: Record<ColumnKey<'stores'>, StoreColumn> = {
  name: ({ store }) => text(store.name),
  domain: ({ store }) => text(store.domain),
  url: ({ store }) => text(`https://${store.domain}`),
  id: ({ store }) => number(store.id),
  slug: ({ store }) => text(store.slug),
  page: ({ store, origin }) => text(`${origin}/store/${store.id}`),
  status: ({ store }) => text(store.status),
  about: ({ store }) => text(store.about),
  logoUrl: ({ store }) => text(store.logo_url),
  foundDay: ({ store }) => day(store.found_day),
  foundAt: ({ store }) => moment(store.found_at),
  visibleAt: ({ store }) => moment(store.visible_at),
  launchDate: ({ store }) => day(store.launch_day),
  launchConfidence: ({ store }) => text(store.launch_confidence),
  launchStatus: ({ store }) => text(store.launch_status),
  movedHere: ({ store }) => yesNo(store.moved_here),
  lastCheckedAt: ({ store }) => moment(store.last_checked_at),
  country: ({ store }) => text(store.country),
  region: ({ store }) => text(store.region),
  city: ({ store }) => text(store.city),
  language: ({ store }) => text(store.language),
  languages: ({ store }) => list(store.languages),
  currency: ({ store }) => text(store.currency),
  shipsTo: ({ store }) => list(store.ships_to),
  markets: ({ facts }) => list((facts.markets?.value ?? []).map(({ country }) => country)),
  category: ({ store }) => text(store.category),
  productCount: ({ store }) => number(store.product_count),
  priceMin: price('price_min_minor'),
  priceMedian: price('price_median_minor'),
  priceMax: price('price_max_minor'),
  discountedPercent: ({ store }) => number(toPercent(store.discount_share)),
  hasTrending: ({ store }) => yesNo(store.last_trending_day !== null),
  freeShippingFrom: ({ facts }) => text(facts.freeShipping?.value),
  payLater: ({ facts }) => list(currentValues(facts.payLater).map(({ name }) => name)),
  rating: ({ facts }) => number(outOfFive(facts.rating?.value)),
  reviewCount: ({ facts }) => number(facts.rating?.value.count),
  theme: ({ store }) => text(store.theme_name),
  apps: ({ store }) => list(store.apps.map(({ name }) => name)),
  appCount: ({ store }) => number(store.apps.length),
  pixels: ({ store }) => list([...new Set(store.pixels.map(({ vendor }) => pixelName(vendor)))]),
  paymentBrands: ({ store }) => list(store.payment_brands),
  email: ({ store }) => text(store.email),
  emailKind: ({ store }) => text(store.email === null ? null : store.email_kind),
  emailState: ({ store }) => text(store.email === null ? null : store.email_state),
  emailSource: ({ store, facts }) => text(store.email === null ? null : facts.email?.sourceUrl),
  emailSeenAt: ({ store, facts }) => moment(store.email === null ? null : seenAt(facts.email)),
  phone: ({ store }) => text(store.phone),
  phoneSource: ({ store, facts }) => text(store.phone === null ? null : facts.phone?.sourceUrl),
  phoneSeenAt: ({ store, facts }) => moment(store.phone === null ? null : seenAt(facts.phone)),
  contactFormUrl: ({ store, facts }) =>
    text(store.has_contact_form ? facts.contactForm?.value : null),
  company: ({ store }) => text(store.company),
  responsible: ({ facts }) => text(facts.responsible?.value),
  address: ({ facts }) => text(facts.address?.value),
  registrations: ({ facts }) =>
    list(currentValues(facts.registrations).map(({ number }) => number)),
  socials: ({ store }) => list(store.socials),
  socialUrls: ({ facts }) => list(currentValues(facts.socials).map(({ url }) => url)),
  policies: ({ store }) => list(store.policies),
}

/** An unnamed app by its number, as on the page of the store. */
function pixelName(vendor: string): string {
  const appId = appIdOf(vendor)
  return appId === null ? vendor : `App ID ${appId}`
}

/** Rating scales differ between shops. */
const outOfFive = (rating: StoreRating | undefined) =>
  rating === undefined ? null : Math.round((rating.value / rating.best) * 50) / 10

const seenAt = (fact: { observedAt: string } | undefined) => fact && new Date(fact.observedAt)

const readColumns = [
  ...summaryColumns,
  'about',
  'last_checked_at',
  'region',
  'city',
  'languages',
  'ships_to',
  'payment_brands',
  'policies',
  'company',
] as const

type StoreRow = Pick<Selectable<Database['stores']>, (typeof readColumns)[number]>
export type ExportedStore = {
  store: StoreRow
  /** Without those that are gone. */
  facts: StoredFacts
  origin: string
}

/** Facts that are read only when a column shows them. */
const factOfColumn: Partial<Record<ColumnKey<'stores'>, StoredKey>> = {
  emailSource: 'email',
  emailSeenAt: 'email',
  phoneSource: 'phone',
  phoneSeenAt: 'phone',
  contactFormUrl: 'contactForm',
  socialUrls: 'socials',
  markets: 'markets',
  freeShippingFrom: 'freeShipping',
  payLater: 'payLater',
  rating: 'rating',
  reviewCount: 'rating',
  responsible: 'responsible',
  address: 'address',
  registrations: 'registrations',
}

export const isStoreColumn = (key: string): key is ColumnKey<'stores'> =>
  Object.hasOwn(storeColumns, key)

type Deps = Pick<CatalogRequest, 'db' | 'log' | 'config' | 'now' | 'viewer' | 'contactQuota'>

/**
 * Reads the cells of stores by their numbers, in that order; stores erased meanwhile are left out.
 */
export function createStoreReader(ctx: Deps, columns: readonly string[]) {
  const cells = columns.filter(isStoreColumn).map((key) => storeColumns[key])
  const readStores = createExportedReader(ctx, columns)
  return async (ids: StoreId[]): Promise<Cell[][]> => {
    const byId = await readStores(ids)
    return ids.flatMap((id) => {
      const exported = byId.get(id)
      return exported ? [cells.map((cell) => cell(exported))] : []
    })
  }
}

export function createExportedReader(ctx: Deps, columns: readonly string[]) {
  const { db, config } = ctx
  const factKeys = new Set(columns.filter(isStoreColumn).flatMap((key) => factOfColumn[key] ?? []))
  return async (ids: StoreId[]): Promise<Map<StoreId, ExportedStore>> => {
    const [rows, facts] = await Promise.all([
      db.selectFrom('stores').select(readColumns).where('id', 'in', ids).execute(),
      readFacts(ctx, ids, [...factKeys]),
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

/**
 * With a daily row limit, contacts are limited too, in the file's order; the cells beyond the limit
 * stay empty.
 */
async function withinQuota(ctx: Deps, ids: StoreId[], rows: StoreRow[]): Promise<StoreRow[]> {
  if (rightsOf(requirePaid(ctx).role).exportRowsPerDay === null) return rows
  const byId = new Map(rows.map((row) => [row.id, row]))
  const limited = await ctx.contactQuota.claim(
    ctx,
    ids.flatMap((id) => byId.get(id) ?? []),
  )
  return rows.map((row) => (limited.has(row.id) ? { ...row, email: null, phone: null } : row))
}

async function readFacts(
  { db, log }: Deps,
  ids: StoreId[],
  keys: StoredKey[],
): Promise<Map<StoreId, StoredFacts>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('store_facts')
    .selectAll()
    .where('store_id', 'in', ids)
    .where('key', 'in', keys)
    .where('gone_at', 'is', null)
    .execute()
  return parseFacts(rows, log)
}
