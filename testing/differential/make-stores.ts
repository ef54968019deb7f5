import { sql } from 'kysely'
import { addDays, dayOf, type Day } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { FILTERED_CHANGES } from '#contracts/stores/timeline.ts'
import { Category, LaunchConfidence, PolicyKind, SocialNetwork } from '#contracts/stores/facts.ts'
import { StoreStatus } from '#contracts/stores/stores.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { pick, type Random, whole } from '#testing/random.ts'

/**
 * A row of `stores` as JSON: all columns that a list can query, and those that the table requires.
 */
export type MadeStore = ReturnType<typeof makeStore>

export const LAST_DAY: Day = '2026-03-09'
const DAYS = 120

const COUNTRIES = ['DE', 'US', 'GB', 'FR', 'TR', 'JP', 'AT', 'BR']
const CURRENCIES = ['EUR', 'USD', 'TRY', 'JPY', 'KWD', 'usd', 'ZZZ']
const THEMES = [
  'Dawn', 'dawn', 'DAWN', 'Impulse', 'Dawn, by us', '-Minus', '- Minus', '  Spaced   Out ', 'Ünïcode', `${'x'.repeat(99)} y`,
  `${'x'.repeat(99)}\u{1f600}`, 'Unknown', 'any', 'None', ',',
] // prettier-ignore
const APPS = [
  'reviews',
  'upsell',
  'Loyalty',
  'a,b',
  '-dash',
  'none',
  ...Array.from({ length: 50 }, (_, at) => `app-${at}`),
]
const PIXELS = ['Meta', 'TikTok', 'X (Twitter)', 'Google tag', 'Unknown']
const PAYMENTS = ['visa', 'paypal', 'klarna', 'any']
const WORDS = [
  'lamp',
  'Lampe',
  'café',
  'CAFE',
  'moon-light',
  'straße',
  'x1',
  'b',
  'Zoë',
  'studio',
  '日本',
  '“quoted”',
]

const isOne = (random: Random, share: number) => random() < share
const some = <Value>(random: Random, most: number, values: readonly Value[]): Value[] =>
  Array.from({ length: whole(random, most + 1) }, () => pick(random, values))
const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]
const maybe = <Value>(random: Random, share: number, value: Value): Value | null =>
  isOne(random, share) ? value : null

/**
 * Every optional value is missing in some stores, and there are few enough values that many stores
 * share each.
 */
export function makeStore(random: Random, id: number) {
  const found = foundAt(random)
  const email = maybe(random, 0.45, `info@shop-${id}.example`)
  const currency = maybe(random, 0.9, pick(random, CURRENCIES))
  return {
    id: id as StoreId,
    slug: `shop-${id}`,
    name: some(random, 3, WORDS).join(' '),
    domain: `${pick(random, WORDS)
      .toLowerCase()
      .replaceAll(
        /[^a-z]/g,
        'o',
      )}-${id}.${pick(random, ['com', 'co.uk', 'shop', 'myshopify.com'])}`,
    about: maybe(random, 0.5, some(random, 12, WORDS).join(' ')),
    status: isOne(random, 0.6) ? ('OPEN' as const) : pick(random, StoreStatus.options),
    country: maybe(random, 0.85, pick(random, COUNTRIES)),
    currency,
    language: maybe(random, 0.9, pick(random, ['de', 'en', 'fr', 'pt-BR'])),
    theme: null,
    theme_name: maybe(random, 0.85, isOne(random, 0.1) ? `Own ${id}` : pick(random, THEMES)),
    product_count: maybe(random, 0.8, Math.floor(400 * random() ** 4)),
    email,
    email_kind: email === null ? null : pick(random, ['role', 'personal', null]),
    email_state: email === null ? null : pick(random, ['has_mx', 'no_mx', 'unknown', null]),
    email_is_own_domain: email === null ? null : pick(random, [true, false, null]),
    phone: maybe(random, 0.3, '+4930901820'),
    apps: distinct(some(random, isOne(random, 0.5) ? 12 : 0, APPS)).map((handle) => ({
      handle,
      name: `The ${handle}`,
      source: 'script_tag',
    })),
    pixels: some(random, 3, PIXELS).map((vendor, at) => ({ vendor, id: String(at) })),
    launch_status: isOne(random, 0.7) ? ('new' as const) : ('established' as const),
    launch_day: maybe(random, 0.9, addDays(dayOf(new Date(found)), -whole(random, 60))),
    launch_confidence: pick(random, LaunchConfidence.options),
    launch_reason: 'made',
    moved_here: isOne(random, 0.2),
    found_at: found,
    found_day: found.slice(0, 10),
    visible_at: new Date(Date.parse(found) + whole(random, 3) * 3_600_000).toISOString(),
    opened_at: maybe(
      random,
      0.3,
      new Date(Date.parse(found) + whole(random, 30) * 36_000_000).toISOString(),
    ),
    last_checked_at: found,
    discount_share: maybe(
      random,
      0.7,
      pick(random, [0, 0, 0.001, 0.004, 0.2, 0.245, 0.25, 0.5, 1, random()]),
    ),
    price_median_minor: maybe(random, 0.8, Math.floor(100_000 * random() ** 3)),
    category: maybe(random, 0.8, pick(random, Category.options)),
    ships_to: distinct(some(random, isOne(random, 0.6) ? 6 : 0, COUNTRIES)),
    socials: distinct(some(random, 2, SocialNetwork.options)),
    payment_brands: distinct(some(random, 2, PAYMENTS)),
    policies: distinct(some(random, 3, PolicyKind.options)),
    has_contact_form: isOne(random, 0.5),
    company: maybe(random, 0.25, 'Lampen GmbH'),
    last_trending_day: maybe(random, 0.2, LAST_DAY),
    listed_products: whole(random, 30),
    alive_on: maybe(random, 0.9, addDays(dayOf(new Date(found)), whole(random, 120) - 20)),
    ...changesOf(random),
  }
}

/** The changes of a week are also changes of the month. */
function changesOf(random: Random) {
  const inWeek = distinct(some(random, isOne(random, 0.3) ? 3 : 0, FILTERED_CHANGES))
  const inMonth = distinct([
    ...inWeek,
    ...some(random, isOne(random, 0.3) ? 4 : 0, FILTERED_CHANGES),
  ])
  return { changed_7d: inWeek, changed_30d: inMonth }
}

/** Many stores have the same time, and some differ by a few microseconds. */
function foundAt(random: Random): string {
  const day = addDays(LAST_DAY, -Math.floor(DAYS * random() ** 2))
  return `${day}T${pick(random, ['00:00:00.000', '10:00:00.000', '23:59:59.999'])}${pick(random, ['000', '000', '123', '124'])}Z`
}

export async function insertMade(db: Db, stores: readonly MadeStore[]): Promise<void> {
  const [first] = stores
  if (!first) return
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  await sql`insert into stores (${columns}) select ${columns} from jsonb_populate_recordset(null::stores, ${JSON.stringify(stores)}::jsonb)`.execute(
    db,
  )
}
