import { sql } from 'kysely'
import type { Day } from '#contracts/dates.ts'
import type { ClusterId } from '#contracts/ids.ts'
import { dollarsPerMinorUnit, MAX_PRICE_MINOR, minorToDecimal } from '#contracts/money.ts'
import {
  type ClusterSummary,
  type PriceBand,
  SPREAD_DAYS,
} from '#contracts/catalog/product-clusters.ts'
import { type GivenTitle, plainTitle } from '#discovery/trend/plain-title.ts'
import type { Language } from '#i18n/languages.ts'
import type { PictureAddresses } from '#server/catalog/pictures/picture-addresses.ts'
import { dayNumber } from '#server/catalog/search/store-readings.ts'
import { listedOn } from '#server/platform/db/sql-text.ts'
import type { Db } from '#server/platform/db/schema.ts'

export type AskedCluster = { cluster: ClusterId; lastDay: Day }

export type Shown = { db: Db; language: Language; pictureAddresses: PictureAddresses }

/** Undefined for a cluster without any listing. */
export async function readClusterSummary(
  ctx: Shown,
  asked: AskedCluster,
): Promise<ClusterSummary | undefined> {
  const rows = await readFigures(ctx, [asked.cluster])
  return presentSummaries(ctx, [asked], rows).get(asked.cluster)
}

/** By cluster. */
export function presentSummaries(
  ctx: Pick<Shown, 'pictureAddresses'>,
  asked: readonly AskedCluster[],
  rows: readonly FigureRow[],
): Map<ClusterId, ClusterSummary> {
  const lastDays = new Map(asked.map(({ cluster, lastDay }) => [cluster, lastDay]))
  return new Map(
    rows.map((row) => {
      const figures = presentFigures(row, lastDays.get(row.cluster) ?? '')
      return [row.cluster, { ...presentFace(ctx, row), ...figures }]
    }),
  )
}

type ClusterFace = Pick<ClusterSummary, 'id' | 'title' | 'titleLanguage' | 'imageUrl'>

/** A title, and the first listing that has it: `face_store` and `face_product` are its key. */
type Titled = GivenTitle & {
  isListed: boolean
  /** 1 = the reader's language, 2 = English, 3 = another. */
  rank: number
  language: string | null
  src: string | null
} & Record<'face_store' | 'face_product', number>
type FaceRow = { cluster: ClusterId; titles: Titled[] }
type Face = Pick<Titled, 'title' | 'language' | 'src' | 'face_store' | 'face_product'>

/** The plain wording of most stores in the reader's language, in English, or in any language. */
export async function readClusterFaces(
  ctx: Shown,
  clusters: readonly ClusterId[],
): Promise<Map<ClusterId, ClusterFace>> {
  const { rows } = await selectFaces(clusters, ctx.language).execute(ctx.db)
  return new Map(
    rows.map(({ cluster, titles }) => [
      cluster,
      presentFace(ctx, { cluster, ...chooseFace(titles) }),
    ]),
  )
}

/** Of a popular product, the titles beyond these are used by one store each. */
const MAX_TITLES = 12

const selectFaces = (clusters: readonly ClusterId[], language: Language) => sql<FaceRow>`
    select asked.cluster, titles from unnest(${clusters}::bigint[]) as asked (cluster)
    cross join lateral (
      select jsonb_agg(to_jsonb(t) - 'first' || jsonb_build_object('src', p.images #>> '{0,src}', 'face_store', first[2], 'face_product', first[3])
          order by "isListed" desc, rank, stores desc, first) as titles
      from (
        select p.removed_at is null as "isListed", coalesce(array_position(array[${language}, 'en'], split_part(lower(s.language), '-', 1)), 3) as rank,
          split_part(lower(s.language), '-', 1) as language, p.title, p.vendor, min(s.name) as shop, count(distinct s.id) as stores,
          min(array[extract(epoch from s.found_at)::bigint, s.id, p.product_id]) as first
        from products p join stores s on s.id = p.store_id where p.cluster = asked.cluster
        group by 1, 2, 3, 4, 5 order by 1 desc, 2, 7 desc, 8 limit ${MAX_TITLES}) as t
      join products p on p.store_id = first[2] and p.product_id = first[3]) as face
    where titles is not null`

function chooseFace(titles: readonly Titled[]): Face {
  const [first] = titles
  const best = titles.filter(
    (each) => each.isListed === first?.isListed && each.rank === first.rank,
  )
  const plain = plainTitle(best)
  if (!plain) throw new Error('a cluster without titles')
  const { language, src, face_store, face_product } = plain.from
  return { title: plain.title, language, src, face_store, face_product }
}

const presentFace = (
  { pictureAddresses }: Pick<Shown, 'pictureAddresses'>,
  { cluster, title, language, src }: Face & { cluster: ClusterId },
): ClusterFace => ({
  id: cluster,
  title,
  titleLanguage: language,
  imageUrl: pictureAddresses.of(src, 'card'),
})

export type FigureRow = Face & Figures
type Figures = {
  cluster: ClusterId
  stores: number
  /** Since 1970: those on which new stores began to list it, and how many did. */
  days: number[] | null
  day_stores: number[] | null
  countries: ClusterSummary['countries'] | null
  currencies: string[] | null
  own: Prices
  dollars: Prices
}
/** Minor units of the only currency, or dollars. */
type Prices = { stores: number; min: number | null; median: number | null; max: number | null }

/** Dollars per minor unit. */
export const rates = sql`unnest(${dollarsPerMinorUnit.map(([currency]) => currency)}::text[],
  ${dollarsPerMinorUnit.map(([, dollars]) => dollars)}::float8[]) as rate (currency, dollars)`

/**
 * A store with several listings counts once, with its cheapest one and its first day. Each figure
 * is grouped by itself: rows of stores that carried the texts of their cluster were sorted on disk,
 * which took four fifths of the time.
 */
export async function readFigures(
  { db, language }: Pick<Shown, 'db' | 'language'>,
  clusters: readonly ClusterId[],
): Promise<FigureRow[]> {
  const { rows } = await sql<Figures & FaceRow>`
    with listing as materialized (
      select cluster, p.store_id, s.country, s.launch_status = 'new' as is_new, ${listedOn} as listed,
        p.removed_at is null as is_listed, upper(p.currency) as currency,
        case when p.removed_at is null and p.price_min_minor >= 0 and p.price_min_minor < ${MAX_PRICE_MINOR}::bigint
          and p.currency is not null then p.price_min_minor end as minor
      from unnest(${clusters}::bigint[]) as asked (cluster) join products p using (cluster) join stores s on s.id = p.store_id),
    by_store as materialized (
      select cluster, store_id, country, is_new, bool_or(is_listed) as is_listed, min(listed) as listed, min(minor) as own,
        min(minor * rate.dollars) as dollars
      from listing left join ${rates} using (currency) group by 1, 2, 3, 4),
    by_day as (
      select cluster, array_agg(day) as days, array_agg(stores) as day_stores from (
        select cluster, listed - date '1970-01-01' as day, count(*)::integer as stores from by_store where is_new and listed is not null group by 1, 2) as t
      group by cluster),
    by_country as (
      select cluster, jsonb_agg(jsonb_build_object('code', country, 'stores', stores) order by stores desc, country collate "C") as countries
      from (select cluster, country, count(*) as stores from by_store where is_listed and country is not null group by 1, 2) as t
      group by cluster),
    by_currency as (
      select cluster, array_agg(distinct currency) filter (where minor is not null) as currencies from listing group by cluster),
    face as materialized (${selectFaces(clusters, language)}),
    price as (
      select cluster, (count(*) filter (where is_listed))::integer as stores, ${pricesOf('own')} as own, ${pricesOf('dollars')} as dollars
      from by_store group by 1)
    select cluster, titles, stores, days, day_stores, countries, currencies, own, dollars
    from price join face using (cluster) join by_currency using (cluster) left join by_day using (cluster) left join by_country using (cluster)`.execute(
    db,
  )
  return rows.map(({ titles, ...figures }) => ({ ...figures, ...chooseFace(titles) }))
}

function pricesOf(column: 'own' | 'dollars') {
  const price = sql.ref(column)
  return sql<Prices>`jsonb_build_object('stores', count(${price}), 'min', min(${price}), 'max', max(${price}),
    'median', percentile_cont(0.5) within group (order by ${price}))`
}

function presentFigures(row: FigureRow, lastDay: Day): Omit<ClusterSummary, keyof ClusterFace> {
  const first = dayNumber(lastDay) + 1 - SPREAD_DAYS
  const newStoresByDay = Array.from({ length: SPREAD_DAYS }, () => 0)
  row.days?.forEach((day, at) => {
    if (day >= first && day < first + SPREAD_DAYS)
      newStoresByDay[day - first] = row.day_stores?.[at] ?? 0
  })
  return {
    listingStores: row.stores,
    newStoresByDay,
    lastDay,
    price: presentPrices(row),
    countries: row.countries ?? [],
  }
}

const CENTS = 100

/** In the stores' own currency if they all have the same one, otherwise in dollars. */
function presentPrices({ currencies, own, dollars }: FigureRow): PriceBand | null {
  const [currency = null, ...others] = currencies ?? []
  if (currency === null) return null
  const isConverted = others.length > 0
  const [prices, factor, shown] = isConverted ? [dollars, CENTS, 'USD'] : [own, 1, currency]
  const { stores, min, median, max } = prices
  if (min === null || median === null || max === null) return null
  const text = (amount: number) => minorToDecimal(Math.round(amount * factor), shown)
  return {
    min: text(min),
    median: text(median),
    max: text(max),
    currency: shown,
    isConverted,
    stores,
  }
}
