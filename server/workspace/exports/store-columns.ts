import type { StoreId } from '#contracts/ids.ts'
import type { Selectable } from 'kysely'
import { priceText } from '#contracts/money.ts'
import type { ColumnKey } from '#contracts/workspace/exports.ts'
import { appIdOf, type StoreRating } from '#contracts/catalog/facts.ts'
import { type StoredKey } from '#contracts/catalog/fact-table.ts'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import {
  type CatalogRequest,
  mailStateOf,
  ownVerdict,
  scoringOf,
  summaryStoreColumns,
} from '#server/catalog/api.ts'
import type { Database } from '#server/platform/db/schema.ts'
import { currentValues, parseFacts, type StoredFacts } from '#server/platform/db/stored-facts.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { rememberExported } from './export-usage.ts'
import { type Cell, cellsOf, type Column, day, list, moment, number, text, yesNo } from './cell.ts'

/** With the fact that is read only when the column is shown. */
type StoreColumn = Column<ExportedStore> & { fact?: StoredKey }

const ofFact = <Key extends StoredKey>(
  key: Key,
  cell: (fact: StoredFacts[Key], store: StoreRow) => Cell,
): StoreColumn =>
  Object.assign(({ facts, store }: ExportedStore) => cell(facts[key], store), { fact: key })

export const toDecimal = (
  amountMinor: number | null | undefined,
  currency: string | null,
): number | null => {
  const amount = priceText(amountMinor ?? null, currency)
  return amount === null ? null : Number(amount)
}

const price =
  (key: 'price_min_minor' | 'price_median_minor' | 'price_max_minor'): StoreColumn =>
  ({ store }) =>
    // An amount without its currency means nothing, as in the list.
    number(store.currency === null ? null : toDecimal(store[key], store.currency))

export const toPercent = (share: number | null): number | null =>
  share === null ? null : Math.round(share * 1_000) / 10

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
  score: ({ score }) => number(score?.points),
  scoreKnown: ({ score }) => number(score?.known),
  country: ({ store }) => text(store.country),
  region: ({ store }) => text(store.region),
  city: ({ store }) => text(store.city),
  language: ({ store }) => text(store.language),
  languages: ({ store }) => list(store.languages),
  currency: ({ store }) => text(store.currency),
  shipsTo: ({ store }) => list(store.ships_to),
  markets: ofFact('markets', (fact) => list((fact?.value ?? []).map(({ country }) => country))),
  category: ({ store }) => text(store.category),
  productCount: ({ store }) => number(store.product_count),
  priceMin: price('price_min_minor'),
  priceMedian: price('price_median_minor'),
  priceMax: price('price_max_minor'),
  discountedPercent: ({ store }) => number(toPercent(store.discount_share)),
  hasTrending: ({ store }) => yesNo(store.last_trending_day !== null),
  freeShippingFrom: ofFact('freeShipping', (fact) => text(fact?.value)),
  payLater: ofFact('payLater', (fact) => list(currentValues(fact).map(({ name }) => name))),
  rating: ofFact('rating', (fact) => number(outOfFive(fact?.value))),
  reviewCount: ofFact('rating', (fact) => number(fact?.value.count)),
  theme: ({ store }) => text(store.theme_name),
  apps: ({ store }) => list(store.apps.map(({ name }) => name)),
  appCount: ({ store }) => number(store.apps.length),
  pixels: ({ store }) => list([...new Set(store.pixels.map(({ vendor }) => pixelName(vendor)))]),
  paymentBrands: ({ store }) => list(store.payment_brands),
  email: ({ store }) => text(store.email),
  emailKind: ({ store }) => text(store.email === null ? null : store.email_kind),
  emailState: ({ store }) =>
    text(store.email === null ? null : mailStateOf(store.email_state, saidOf(store))),
  emailSource: ofFact('email', (fact, { email }) => text(email === null ? null : fact?.sourceUrl)),
  emailSeenAt: ofFact('email', (fact, { email }) => moment(email === null ? null : seenAt(fact))),
  phone: ({ store }) => text(store.phone),
  phoneSource: ofFact('phone', (fact, { phone }) => text(phone === null ? null : fact?.sourceUrl)),
  phoneSeenAt: ofFact('phone', (fact, { phone }) => moment(phone === null ? null : seenAt(fact))),
  contactFormUrl: ofFact('contactForm', (fact, store) =>
    text(store.has_contact_form ? fact?.value : null),
  ),
  company: ({ store }) => text(store.company),
  responsible: ofFact('responsible', (fact) => text(fact?.value)),
  address: ofFact('address', (fact) => text(fact?.value)),
  registrations: ofFact('registrations', (fact) =>
    list(currentValues(fact).map(({ number }) => number)),
  ),
  socials: ({ store }) => list(store.socials),
  socialUrls: ofFact('socials', (fact) => list(currentValues(fact).map(({ url }) => url))),
  policies: ({ store }) => list(store.policies),
}

const saidOf = ({ email_bounced: isBounced, own_verdict: own }: StoreRow) => ({ isBounced, own })

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
  ...summaryStoreColumns,
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

type StoreRow = Pick<Selectable<Database['stores']>, (typeof readColumns)[number]> & {
  own_verdict: 'bounced' | 'arrives' | null
}
type ExportedStore = {
  store: StoreRow
  facts: StoredFacts
  origin: string
  /** Where a column shows it. */
  score?: { points: number; known: number } | undefined
}

type Deps = Pick<
  CatalogRequest,
  'db' | 'log' | 'config' | 'now' | 'viewer' | 'contactQuota' | 'storeSearch'
>

/** In the order of the numbers; stores erased meanwhile are left out. */
export function createStoreReader(ctx: Deps, columns: readonly string[], profile?: string) {
  const cells = cellsOf(storeColumns, columns)
  const readStores = createExportedReader(ctx, columns, profile)
  return async (ids: StoreId[]): Promise<Cell[][]> => {
    const byId = await readStores(ids)
    return ids.flatMap((id) => {
      const exported = byId.get(id)
      return exported ? [cells.map((cell) => cell(exported))] : []
    })
  }
}

/** @param profile by which they are scored; without one by the default */
export function createExportedReader(ctx: Deps, columns: readonly string[], profile?: string) {
  const { db, config, storeSearch } = ctx
  // One day for the whole file.
  const scoring = columns.some(isScoreColumn) ? scoringOf(ctx, profile) : null
  const factKeys = new Set(cellsOf(storeColumns, columns).flatMap(({ fact }) => fact ?? []))
  return async (ids: StoreId[]): Promise<Map<StoreId, ExportedStore>> => {
    const [rows, facts, scores] = await Promise.all([
      db
        .selectFrom('stores')
        .select(readColumns)
        .select(ownVerdict(requirePaid(ctx).userId))
        .where('id', 'in', ids)
        .execute(),
      readFacts(ctx, ids, [...factKeys]),
      scoring && storeSearch.scores(scoring, ids),
    ])
    const stores = columns.some(isContactColumn) ? await withinQuota(ctx, ids, rows) : rows
    // First, so that no file has a store that is not noted.
    await rememberExported(ctx, ids)
    return new Map(
      stores.map((store) => [
        store.id,
        {
          store,
          facts: facts.get(store.id) ?? {},
          origin: config.PUBLIC_ORIGIN,
          score: scores?.get(store.id),
        },
      ]),
    )
  }
}

const isScoreColumn = (key: string): boolean => key === 'score' || key === 'scoreKnown'

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
