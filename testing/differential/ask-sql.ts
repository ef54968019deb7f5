import { type RawBuilder, sql } from 'kysely'
import {
  ANY,
  type FilterChoice,
  type FilterKey,
  NONE,
  readDays,
  readSpan,
  storeFilters,
} from '#contracts/stores/store-filters.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { Asked, Person } from './read-stores.ts'

/**
 * What PostgreSQL itself says about the rows of `stores`: a third reading, by other code and in
 * another language.
 */

/** A value in SQL: an array of texts, a number or a date; null = unknown. */
type Reading = { kind: 'texts' | 'number' | 'day'; value: string }

const texts = (value: string): Reading => ({ kind: 'texts', value })
const text = (column: string) =>
  texts(`case when ${column} is not null then array[${column}::text] end`)
const yesNo = (condition: string) => texts(`array[case when ${condition} then 'yes' else 'no' end]`)
/** Nothing on the pages of a protected shop means nothing. */
const isMet = (condition: string) =>
  texts(`case when ${condition} then array['yes'] when status = 'OPEN' then array['no'] end`)
const listed = (column: string) =>
  texts(`case when cardinality(${column}) > 0 or status = 'OPEN' then ${column}::text[] end`)
const number = (value: string): Reading => ({ kind: 'number', value })

/**
 * Filters whose values PostgreSQL holds as the address writes them; others are spelled by rules
 * that only code has.
 */
const readings = {
  launched: { kind: 'day', value: 'launch_day' },
  confidence: text('launch_confidence'),
  status: text('status'),
  moved: texts(
    `case when moved_here is not null then array[case when moved_here then 'yes' else 'no' end] end`,
  ),
  country: text('country'),
  shipsTo: texts('case when cardinality(ships_to) > 0 then ships_to::text[] end'),
  tld: texts(`array[substring(domain from '[^.]*$')]`),
  category: text('category'),
  products: number('product_count'),
  trending: yesNo('last_trending_day is not null'),
  appCount: number(
    `case when jsonb_array_length(apps) > 0 or status = 'OPEN' then jsonb_array_length(apps) end`,
  ),
  email: isMet('email is not null'),
  emailKind: texts(
    'case when email is not null and email_kind is not null then array[email_kind::text] end',
  ),
  emailState: texts(
    `case when email is not null and email_state <> 'unknown' then array[email_state::text] end`,
  ),
  ownDomain: texts(
    `case when email is not null and email_is_own_domain is not null then array[case when email_is_own_domain then 'yes' else 'no' end] end`,
  ),
  phone: isMet('phone is not null'),
  contactForm: isMet('has_contact_form'),
  company: isMet('company is not null'),
  socials: listed('socials'),
  policies: listed('policies'),
  alive: yesNo(`status <> 'CLOSED'`),
  survived: number('case when alive_on < launch_day then 0 else alive_on - launch_day end'),
  changed7: texts('changed_7d::text[]'),
  changed30: texts('changed_30d::text[]'),
} as const satisfies Partial<Record<FilterKey, Reading>>

type SqlKey = keyof typeof readings
// Safe: the keys of a literal object.
export const sqlKeys = Object.keys(readings) as SqlKey[]

function isHit(key: SqlKey, asked: string): RawBuilder<unknown> {
  const { kind, value } = readings[key] as Reading
  const known = sql.raw(`(${value})`)
  if (kind === 'texts') {
    const isMany = 'isMany' in storeFilters[key]
    if (isMany && asked === ANY) return sql`cardinality(${known}) > 0`
    if (isMany && asked === NONE) return sql`cardinality(${known}) = 0`
    return sql`${asked}::text = any(${known})`
  }
  const span = kind === 'number' ? readSpan(asked) : readDays(asked)
  if (!span) return sql`false`
  const [least, most] = span.map((end) => (end === '' ? null : (end ?? null)))
  const type = sql.raw(kind === 'number' ? 'bigint' : 'date')
  return sql`(${known} >= coalesce(${least}::${type}, ${known}) and ${known} <= coalesce(${most}::${type}, ${known}))`
}

/**
 * A row passes by a value that is asked for and none that is excluded; by an unknown one only where
 * that is asked for.
 */
function choicePasses(
  key: SqlKey,
  { include, exclude, unknown }: FilterChoice,
): RawBuilder<unknown> {
  const any = (values: readonly string[]) =>
    values.length === 0
      ? sql`false`
      : sql.join(
          values.map((value) => isHit(key, value)),
          sql` or `,
        )
  const isIncluded = include.length > 0 ? any(include) : sql.lit(exclude.length > 0)
  return sql`case when ${sql.raw(readings[key].value)} is null then ${sql.lit(unknown)}
    else (${isIncluded}) and not (${any(exclude)}) end`
}

export const asksSql = ({ choices }: Asked): boolean =>
  Object.keys(choices).every((key) => key in readings || key === 'saved' || key === 'isNew')

function passes(
  { days, scope, choices }: Asked,
  person: Person,
  but?: FilterKey,
): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (days) conditions.push(sql`found_day between ${days.from} and ${days.to}`)
  if (scope !== 'all') conditions.push(sql`launch_status = ${scope}`)
  for (const [key, choice] of Object.entries(choices) as [FilterKey, FilterChoice][]) {
    if (key === but) continue
    if (key === 'saved' || key === 'isNew') conditions.push(personalPasses(key, choice, person))
    else conditions.push(choicePasses(key as SqlKey, choice))
  }
  return sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` and `,
  )
}

function personalPasses(key: 'saved' | 'isNew', choice: FilterChoice, person: Person) {
  const { include, exclude } = choice
  const isYes =
    key === 'saved'
      ? sql`id = any(${[...person.savedStoreIds]}::bigint[])`
      : sql`visible_at > ${person.since}::timestamptz`
  const isAsked = (answer: string) =>
    (include.length > 0 ? include.includes(answer) : exclude.length > 0) &&
    !exclude.includes(answer)
  return sql`case when ${isYes} then ${sql.lit(isAsked('yes'))} else ${sql.lit(isAsked('no'))} end`
}

/** The ids of the matching stores, the latest found first. */
export async function findBySql(db: Db, asked: Asked, person: Person): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from stores where ${passes(asked, person)} order by date_trunc('milliseconds', found_at) desc, id desc`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/**
 * How many stores have each value, of those that pass all other filters; unknown ones under null.
 */
export async function countBySql(
  db: Db,
  key: SqlKey,
  asked: Asked,
  person: Person,
): Promise<Map<string | null, number>> {
  const known = sql.raw(`(${readings[key].value})`)
  const { rows } = await sql<{ value: string | null; stores: number }>`
    with passing as (select ${known} as known from stores where ${passes(asked, person, key)})
    select null as value, count(*)::int as stores from passing where known is null
    union all
    select value, count(*)::int from passing cross join lateral (select distinct unnest(known) as value) as each
    group by value`.execute(db)
  return new Map(rows.map(({ value, stores }) => [value, stores]))
}

/** Filters with texts, whose counts are those of their values. */
export const textKeys = sqlKeys.filter((key) => readings[key].kind === 'texts')
