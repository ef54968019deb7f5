import { type Selectable, sql } from 'kysely'
import { addDays, dayOf } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { StoreStatus } from '#contracts/catalog/stores.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'
import { pick, type Random, whole } from '#testing/random.ts'
import {
  DAYS,
  distinct,
  filteredColumns,
  isOne,
  LAST_DAY,
  maybe,
  some,
  valueFor,
} from './filtered-columns.ts'

const THEMES = [
  'Dawn', 'dawn', 'DAWN', 'Impulse', 'Dawn, by us', '-Minus', '- Minus', '  Spaced   Out ', 'Ünïcode', `${'x'.repeat(99)} y`,
  `${'x'.repeat(99)}\u{1f600}`, 'Unknown', 'any', 'None', ',', 'Copy of Dawn', 'Dawn 15.0', 'Impulse - sale',
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
const CURRENCIES = ['EUR', 'USD', 'TRY', 'JPY', 'KWD', 'usd', 'ZZZ']
const PIXELS = [
  'Facebook & Instagram (Meta)',
  'TikTok',
  'X (Twitter)',
  'Google tag',
  'Google Ads',
  'Google & YouTube',
  'Unknown',
]
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

/**
 * Columns with values of their own: those that the table requires, those that depend on each other,
 * and odd spellings. There are few enough values that many stores share each.
 */
function ownColumns(random: Random, id: number) {
  const found = foundAt(random)
  const email = maybe(random, 0.45, `info@shop-${id}.example`)
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
    currency: maybe(random, 0.9, pick(random, CURRENCIES)),
    theme: maybe(random, 0.8, {
      name: maybe(random, 0.6, 'Main'),
      id: null,
      schemaName: null,
      schemaVersion: null,
      themeStoreId: maybe(random, 0.5, 887),
    }),
    theme_name: maybe(random, 0.85, isOne(random, 0.1) ? `Own ${id}` : pick(random, THEMES)),
    email,
    email_kind: email === null ? null : pick(random, ['role', 'personal', null]),
    email_state: email === null ? null : pick(random, ['has_mx', 'no_mx', 'unknown', null]),
    email_bounced: email !== null && isOne(random, 0.1),
    email_domain:
      email === null
        ? null
        : pick(random, [`shop-${id}.example`, 'gmail.com', 'web.de', 'fastmail.com']),
    email_is_own_domain: email === null ? null : pick(random, [true, false, null]),
    apps: distinct(some(random, isOne(random, 0.5) ? 12 : 0, APPS)).map((handle) => ({
      handle,
      name: `The ${handle}`,
      source: 'script_tag',
    })),
    pixels: some(random, 3, PIXELS).map((vendor, at) => ({ vendor, id: String(at) })),
    tech_added_7d: changedTechnology(random, 2),
    tech_added_30d: changedTechnology(random, 4),
    tech_removed_7d: changedTechnology(random, 1),
    tech_removed_30d: changedTechnology(random, 2),
    shared_share: maybe(random, 0.7, pick(random, [0, 0, 0.004, 0.25, 0.8, 1, random()])),
    launch_status: isOne(random, 0.7) ? ('new' as const) : ('established' as const),
    launch_day: maybe(random, 0.9, addDays(dayOf(new Date(found)), -whole(random, 60))),
    launch_reason: 'made',
    found_at: found,
    found_day: found.slice(0, 10),
    visible_at: new Date(Date.parse(found) + whole(random, 3) * 3_600_000).toISOString(),
    last_checked_at: found,
    discount_share: maybe(
      random,
      0.7,
      pick(random, [0, 0, 0.001, 0.004, 0.2, 0.245, 0.25, 0.5, 1, random()]),
    ),
    price_median_minor: maybe(random, 0.8, Math.floor(100_000 * random() ** 3)),
    listed_products: whole(random, 30),
  }
}

const changedTechnology = (random: Random, most: number) =>
  distinct(some(random, most, [...APPS, ...PIXELS])).map((value) => ({
    value,
    label: `The ${value}`,
  }))

type Own = ReturnType<typeof ownColumns>
type Stored = Selectable<Database['stores']>
/** A row of `stores` as JSON: all columns that a list can query, and those that the table requires. */
export type MadeStore = Own & {
  [Key in Exclude<keyof Stored, keyof Own>]: Stored[Key] extends Date | null
    ? string | null
    : Stored[Key]
}

export async function createStoreMaker(db: Db): Promise<(random: Random, id: number) => MadeStore> {
  const columns = await filteredColumns(db)
  return (random, id) => {
    const own = ownColumns(random, id)
    const byFilter = columns
      .filter(({ name }) => !(name in own))
      .map((column) => [column.name, valueFor(random, column)])
    // Safe: a filter's columns have the types that the database says.
    return { ...Object.fromEntries(byFilter), ...own } as MadeStore
  }
}

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
