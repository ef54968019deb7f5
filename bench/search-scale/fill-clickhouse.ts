import {
  Category,
  EmailKind,
  LaunchConfidence,
  PolicyKind,
  SocialNetwork,
} from '#contracts/catalog/facts.ts'
import type { ClickHouse } from '#server/catalog/search/clickhouse/clickhouse.ts'
import { createTables, tableName } from '#server/catalog/search/clickhouse/tables.ts'
import { dayAt } from '#server/catalog/search/store-readings.ts'
import { foldStatement, monthOf } from '#server/catalog/search/clickhouse/trend-months.ts'
import {
  COUNTRIES,
  LANGUAGES,
  PAYMENTS,
  PIXELS,
  THEMES,
  TLDS,
  WORDS,
} from '../workspace/made-values.ts'

export type ScaleSize = {
  stores: number
  trendRows: number
  days: number
  lastDay: number
  /** Merge all parts at the end. */
  isMerged: boolean
}

const STORES_PER_STATEMENT = 1_000_000
const TRENDS_PER_STATEMENT = 5_000_000
const DAY_MS = 86_400_000

/**
 * Makes rows inside ClickHouse, the same for every run: writing them one by one would take an hour.
 */
export async function fillClickHouse(
  clickHouse: ClickHouse,
  database: string,
  size: ScaleSize,
  say: (line: string) => void,
): Promise<void> {
  await clickHouse.run(`create database if not exists ${database}`)
  for (const statement of createTables(database, 1)) await clickHouse.run(statement)
  await fillStores(clickHouse, database, size)
  say('stores are written')
  await fillLabels(clickHouse, database)
  say('labels are written')
  await fillTrends(clickHouse, database, size)
  say('trends are written')
  await foldMonths(clickHouse, database, size, say)
  await fillTitles(clickHouse, database)
  say('titles are written')
  if (!size.isMerged) return
  for (const table of ['stores', 'trends', 'trend_months'] as const)
    await clickHouse.run(`optimize table ${tableName(database, 1, table)} final`)
  say('parts are merged')
}

/** As the follower does it after a load. */
async function foldMonths(
  clickHouse: ClickHouse,
  database: string,
  { days, lastDay }: ScaleSize,
  say: (line: string) => void,
): Promise<void> {
  const trends = tableName(database, 1, 'trends')
  const trend_months = tableName(database, 1, 'trend_months')
  const months = new Set(
    Array.from({ length: days }, (_, before) => monthOf(dayAt(lastDay - before))),
  )
  const took: number[] = []
  for (const month of months) {
    const from = performance.now()
    await clickHouse.run(foldStatement({ trends, trend_months }, null), { month, version: 1 })
    took.push(performance.now() - from)
  }
  say(`${took.length} months are folded, the longest in ${Math.max(...took).toFixed(0)} ms`)
}

/** Between 0 and 1. */
const random = (salt: number) => `(cityHash64(number, ${salt}) % 1000003 / 1000003)`
const is = (salt: number, share: number) => `${random(salt)} < ${share}`
const list = (values: readonly string[]) =>
  `[${values.map((value) => `'${value.replaceAll("'", String.raw`\'`)}'`).join(',')}]`
/** The first values are the most frequent. */
const zipf = (salt: number, values: readonly string[]) =>
  `arrayElement(${list(values)}, toUInt32(floor(pow(${values.length + 1}, ${random(salt)}))))`
const maybe = (salt: number, share: number, value: string) => `if(${is(salt, share)}, ${value}, '')`
const some = (salt: number, most: number, values: readonly string[]) =>
  `arrayDistinct(arrayMap(at -> arrayElement(${list(values)}, toUInt32(floor(pow(${values.length + 1}, cityHash64(number, at, ${salt}) % 1000003 / 1000003)))), range(toUInt32(${random(salt + 1)} * ${most + 1}))))`
const figure = (salt: number, share: number, value: string) =>
  `if(${is(salt, share)}, toInt64(${value}), null)`

const SHARED_THEMES = Array.from(
  { length: 300 },
  (_, at) => THEMES[at]?.toLowerCase() ?? `theme ${at}`,
)
const APPS = Array.from({ length: 900 }, (_, at) => `app-${at + 1}`)

/** The expression for each column; `found` = the time in ms. */
const STORE_COLUMNS: Record<string, string> = {
  id: 'number + 1',
  version: '1',
  scope: `if(${is(1, 0.75)}, 0, 1)`,
  found_day: `intDiv(found, ${DAY_MS})`,
  found_at: 'found',
  visible_at: `found + toInt64(${random(2)} * 3600000)`,
  has_email: is(3, 0.45),
  listed_products: `toUInt32(pow(${random(4)}, 4) * 400)`,
  c_q: `concat('\\n', arrayStringConcat(arrayMap(at -> concat(arrayElement(${list(WORDS)}, 1 + cityHash64(number, at) % ${WORDS.length}), if(at % 9 = 0, toString(cityHash64(number, at) % 100000), '')), range(28)), '\\n'), '\\n')`,
  c_launched: figure(5, 0.9, `intDiv(found, ${DAY_MS}) - ${random(6)} * 60`),
  c_confidence: zipf(7, LaunchConfidence.options),
  c_status: zipf(8, ['OPEN', 'PASSWORD_PROTECTED', 'CLOSED']),
  c_moved: `if(${is(9, 0.1)}, 'yes', 'no')`,
  c_country: maybe(
    10,
    0.85,
    zipf(
      11,
      COUNTRIES.map(([code]) => code),
    ),
  ),
  c_shipsTo: some(
    12,
    40,
    COUNTRIES.map(([code]) => code),
  ),
  known_shipsTo: is(14, 0.6),
  c_language: maybe(15, 0.9, zipf(16, LANGUAGES)),
  c_currency: maybe(17, 0.9, zipf(18, [...new Set(COUNTRIES.map(([, currency]) => currency))])),
  c_tld: zipf(19, TLDS),
  c_category: maybe(20, 0.8, zipf(21, Category.options)),
  c_products: figure(22, 0.8, `pow(${random(23)}, 4) * 400`),
  c_price: figure(24, 0.8, `pow(${random(25)}, 3) * 300`),
  c_discount: figure(26, 0.7, `${random(27)} * 60`),
  c_trending: `if(${is(28, 0.2)}, 'yes', 'no')`,
  c_theme: maybe(
    29,
    0.85,
    `if(${is(30, 0.05)}, concat('own ', toString(number)), ${zipf(31, SHARED_THEMES)})`,
  ),
  c_apps: some(32, 12, APPS),
  known_apps: is(34, 0.7),
  c_appCount: figure(35, 0.7, `${random(33)} * 12`),
  c_pixels: some(36, 3, PIXELS),
  known_pixels: is(38, 0.7),
  c_payments: some(39, 4, PAYMENTS),
  known_payments: is(41, 0.7),
  c_email: `if(${is(42, 0.45)}, 'yes', 'no')`,
  c_emailKind: maybe(43, 0.4, zipf(44, EmailKind.options)),
  c_emailState: maybe(45, 0.4, `'has_mx'`),
  c_ownDomain: maybe(46, 0.4, `'yes'`),
  c_phone: `if(${is(47, 0.3)}, 'yes', 'no')`,
  c_contactForm: `if(${is(48, 0.5)}, 'yes', 'no')`,
  c_company: `if(${is(49, 0.25)}, 'yes', 'no')`,
  c_socials: some(50, 4, SocialNetwork.options),
  known_socials: is(52, 0.7),
  c_policies: some(53, 4, PolicyKind.options),
  known_policies: is(55, 0.7),
  ...Object.fromEntries(
    [1, 2, 3, 4].map((at) => [`s_name_${at}`, `cityHash64(number, ${60 + at}) % 281474976710656`]),
  ),
  s_country_1: `cityHash64(c_country) % 281474976710656`,
}

async function fillStores(
  clickHouse: ClickHouse,
  database: string,
  { stores, days, lastDay }: ScaleSize,
): Promise<void> {
  // Ids grow with the time of finding.
  const found = `toInt64(${(lastDay - days + 1) * DAY_MS} + number * ${(days * DAY_MS) / stores})`
  const names = Object.keys(STORE_COLUMNS).join(', ')
  const values = Object.entries(STORE_COLUMNS).map(([name, value]) => `${value} as ${name}`)
  for (let from = 0; from < stores; from += STORES_PER_STATEMENT)
    await clickHouse.run(
      `insert into ${tableName(database, 1, 'stores')} (${names}) select ${values.join(', ')}
      from (select number, ${found} as found from numbers(${from}, ${Math.min(STORES_PER_STATEMENT, stores - from)}))`,
    )
}

/** For each value of an open filter its spelling, as the writer notes it. */
async function fillLabels(clickHouse: ClickHouse, database: string): Promise<void> {
  const [stores, labels] = [tableName(database, 1, 'stores'), tableName(database, 1, 'labels')]
  for (const key of [
    'country',
    'language',
    'currency',
    'tld',
    'theme',
    'apps',
    'pixels',
    'payments',
    'shipsTo',
  ]) {
    const value = STORE_COLUMNS[`known_${key}`] ? `arrayJoin(c_${key})` : `c_${key}`
    await clickHouse.run(
      `insert into ${labels} (key, value, label, folded, version)
      select '${key}', value, concat(upper(substring(value, 1, 1)), substring(value, 2)), lower(value), 1
      from (select distinct toString(${value}) as value from ${stores}) where value != ''`,
    )
  }
}

/** One for each listing that has ever been trending. */
async function fillTitles(clickHouse: ClickHouse, database: string): Promise<void> {
  const word = (salt: number) =>
    `arrayElement(${list(WORDS)}, 1 + cityHash64(product_id, ${salt}) % ${WORDS.length})`
  await clickHouse.run(
    `insert into ${tableName(database, 1, 'titles')} (store_id, product_id, title, version)
    select store_id, product_id, concat(${word(1)}, ' ', ${word(2)}, ' ', ${word(3)}, ' ', toString(product_id % 1000)), 1
    from (select distinct store_id, product_id from ${tableName(database, 1, 'trends')})`,
  )
}

async function fillTrends(
  clickHouse: ClickHouse,
  database: string,
  size: ScaleSize,
): Promise<void> {
  const { trendRows, stores, days, lastDay } = size
  const perDay = Math.floor(trendRows / days)
  const daysPerStatement = Math.max(1, Math.floor(TRENDS_PER_STATEMENT / perDay))
  for (let day = 0; day < days; day += daysPerStatement) {
    const count = Math.min(daysPerStatement, days - day) * perDay
    // A product is trending for some weeks in a row: each day has half of the products of a week
    // ago.
    await clickHouse.run(
      `insert into ${tableName(database, 1, 'trends')} (day, cluster, store_id, product_id, score, stores, badge, version)
      select toDate32(${lastDay - days + 1 + day} + intDiv(number, ${perDay})) as day, intDiv(product, 5) as cluster,
        1 + cityHash64(product) % ${stores} as store_id, product as product_id, 25 + cityHash64(number, 1) % 75 as score, 3 + cityHash64(number, 2) % 40 as stores,
        arrayElement(['testing', 'testing', 'heating', 'proven'], 1 + cityHash64(number, 3) % 4) as badge, 1 as version
      from (select number, intDiv(${day} + intDiv(number, ${perDay}), 14) * ${Math.floor(perDay / 2)} + number % ${perDay} as product from numbers(${count}))`,
    )
  }
}
