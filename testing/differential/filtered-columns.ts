import { sql } from 'kysely'
import { addDays, type Day, dayStart } from '#contracts/dates.ts'
import { type FilterRule, storeFilters } from '#contracts/catalog/store-filters.ts'
import { columnKeys } from '#server/catalog/search/store-columns.ts'
import { sqlOf } from '#server/catalog/search/store-readings.ts'
import { storeValues } from '#server/catalog/search/store-values.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { pick, type Random, whole } from '#testing/random.ts'

export const LAST_DAY: Day = '2026-03-09'
export const DAYS = 120

export const isOne = (random: Random, share: number) => random() < share
export const some = <Value>(random: Random, most: number, values: readonly Value[]): Value[] =>
  Array.from({ length: whole(random, most + 1) }, () => pick(random, values))
export const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]
export const maybe = <Value>(random: Random, share: number, value: Value): Value | null =>
  isOne(random, share) ? value : null

type ColumnType = { name: string; type: string; isNullable: boolean }
export type FilteredColumn = ColumnType & { filter: FilterRule }

export async function filteredColumns(db: Db): Promise<FilteredColumn[]> {
  const { rows } = await sql<ColumnType>`
    select column_name as name, data_type as type, is_nullable = 'YES' as "isNullable"
    from information_schema.columns where table_schema = 'public' and table_name = 'stores'`.execute(
    db,
  )
  return rows.flatMap((row) => {
    const key = columnKeys.find((key) =>
      storeValues[key].reads.some((one) => sqlOf(one).includes(`"${row.name}"`)),
    )
    return key ? [{ ...row, filter: storeFilters[key] }] : []
  })
}

const CODES = ['DE', 'US', 'GB', 'FR', 'TR', 'JP', 'de', 'pt-BR']
/** The address spells most of them otherwise. */
const ODD_TEXTS = ['paypal', 'Paypal', 'a,b', '-dash', 'any', ' two  words', ',', 'Unknown']

function textsOf(filter: FilterRule): readonly string[] {
  if (filter.kind !== 'options') return ODD_TEXTS
  return filter.values ?? (filter.codes ? CODES : ODD_TEXTS)
}

/** Often at or beside the end of a band. */
function numberFor(random: Random, filter: FilterRule): number {
  const ends = filter.kind === 'range' ? filter.bands.flat().filter((end) => end !== null) : [400]
  return isOne(random, 0.5)
    ? Math.max(0, pick(random, ends) + whole(random, 3) - 1)
    : Math.floor(Math.max(...ends) * 2 * random() ** 4)
}

/** Every value that may be missing is missing in some stores. */
export function valueFor(random: Random, { name, type, isNullable, filter }: FilteredColumn) {
  if (isNullable && isOne(random, 0.2)) return null
  const day = addDays(LAST_DAY, -whole(random, DAYS))
  switch (type) {
    case 'boolean':
      return isOne(random, 0.4)
    case 'text':
      return pick(random, textsOf(filter))
    case 'ARRAY':
      return isOne(random, 0.5) ? distinct(some(random, 6, textsOf(filter))) : []
    case 'date':
      return day
    case 'timestamp with time zone':
      return new Date(dayStart(day).getTime() + whole(random, 24) * 3_600_000).toISOString()
    case 'smallint':
    case 'integer':
    case 'bigint':
    case 'real':
    case 'double precision':
    case 'numeric':
      return numberFor(random, filter)
    default:
      throw new Error(`no values are made for the ${type} ${name}: add some to \`ownColumns\``)
  }
}
