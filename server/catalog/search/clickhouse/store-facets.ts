import { LRUCache } from 'lru-cache'
import { type FilterKey, type FilterRule, storeFilters } from '#contracts/catalog/store-filters.ts'
import type { Facet } from '#contracts/catalog/stores.ts'
import { chosenOf, closedValuesOf, emptyFacet } from '#server/catalog/search/choices.ts'
import { FACET_VALUES, type FacetOptions, type StoreQuery } from '#server/catalog/search/search.ts'
import { isManyMark } from '#server/catalog/search/store-columns.ts'
import type { MarkKey } from '#server/catalog/search/store-values.ts'
import { foldText } from '#server/catalog/search/text-folding.ts'
import { askAbout, type ClickHouse } from './clickhouse.ts'
import { type Counted, countStatement, type FacetTables, readCounted } from './facet-counts.ts'
import type { MarkedQuery } from './marks.ts'
import { createParams } from './params.ts'

/** Each over the stores that pass all other filters; one statement for all of them. */
export async function countFacets(
  { clickHouse, readLabels }: { clickHouse: ClickHouse; readLabels: ReadLabels },
  tables: FacetTables,
  query: MarkedQuery,
  { keys, find = '', limit = FACET_VALUES }: FacetOptions & { keys: readonly FilterKey[] },
): Promise<Facet[]> {
  const params = createParams()
  const folded = foldText(find)
  const markLabels = await readMarkLabels(query, keys)
  const namedMarks = folded === '' ? NO_NAMES : namesWith(folded, markLabels)
  const statement = countStatement({ tables, query, params, folded, namedMarks, limit }, keys)
  if (statement === null) return keys.map(emptyFacet)
  const asking = askAbout(clickHouse, 'stores', query.days)
  const counted = readCounted(await asking.select(statement, params.values))
  const facets = keys.map((key) => toFacet(query, key, counted.get(key) ?? [], folded))
  const open = facets.filter(({ key }) => !closedValuesOf(key))
  const published = open.filter(({ key }) => !isManyMark(key))
  const labelOf = await readLabels(
    tables.labels,
    new Map(published.map(({ key, options }) => [key, options.map(({ value }) => value)])),
  )
  for (const { key, options } of open)
    for (const option of options)
      option.label = isManyMark(key)
        ? (markLabels.get(key)?.get(option.value) ?? null)
        : labelOf(key, option.value)
  return facets
}

type MarkLabels = ReadonlyMap<MarkKey, ReadonlyMap<string, string>>
const NO_NAMES: ReadonlyMap<MarkKey, readonly string[]> = new Map()

async function readMarkLabels(
  { marks }: StoreQuery,
  keys: readonly FilterKey[],
): Promise<MarkLabels> {
  const asked = keys.filter(isManyMark)
  const read = async (key: MarkKey) => (await marks?.[key]?.labels?.()) ?? new Map<string, string>()
  return new Map(await Promise.all(asked.map(async (key) => [key, await read(key)] as const)))
}

const namesWith = (folded: string, labels: MarkLabels) =>
  new Map(
    [...labels].map(([key, names]) => [
      key,
      [...names].flatMap(([value, name]) => (foldText(name).includes(folded) ? [value] : [])),
    ]),
  )

function toFacet(
  query: StoreQuery,
  key: FilterKey,
  counted: readonly Counted[],
  folded: string,
): Facet {
  const rule: FilterRule = storeFilters[key]
  if (rule.kind === 'text') return emptyFacet(key)
  const countOf = (kind: string) => counted.find((one) => one.kind === kind)?.count ?? 0
  const isMany = rule.kind === 'options' && rule.isMany
  const facet = {
    key,
    unknown: countOf('unknown'),
    any: isMany ? countOf('any') : null,
    none: isMany ? countOf('none') : null,
  }
  const isValue = ({ kind }: Counted) => kind === 'option' || kind === 'chosen'
  const toOption = (value: string) => ({
    value,
    label: null,
    count: counted.find((one) => isValue(one) && one.value === value)?.count ?? 0,
  })
  const closed = closedValuesOf(key)
  if (closed) return { ...facet, options: closed.map(toOption), more: 0 }
  const options = counted.filter(({ kind }) => kind === 'option')
  const shown = options
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .map(({ value }) => value)
  const missing =
    folded === '' ? chosenOf(query, key).filter((value) => !shown.includes(value)) : []
  return {
    ...facet,
    options: [...shown, ...missing].map(toOption),
    more: Math.max(0, (options[0]?.distinct ?? 0) - shown.length),
  }
}

/** Resolves with the spelling of each value, where it differs from the value itself. */
export type ReadLabels = (
  labels: string,
  values: ReadonlyMap<FilterKey, readonly string[]>,
) => Promise<(key: FilterKey, value: string) => string | null>

const MAX_LABELS = 100_000
/** A value gets its label before the first store that has it, and keeps it. */
const KEPT_FOR_MS = 10 * 60 * 1000

/** Reads only labels that no recent question has read; their table differs with each generation. */
export function createLabelReader(clickHouse: ClickHouse): ReadLabels {
  const known = new LRUCache<string, { label: string | null }>({
    max: MAX_LABELS,
    ttl: KEPT_FOR_MS,
  })
  return async (table, values) => {
    const nameOf = (key: string, value: string) => `${table} ${key} ${value}`
    const params = createParams()
    const conditions = [...values].flatMap(([key, asked]) => {
      const missing = asked.filter((value) => !known.has(nameOf(key, value)))
      return missing.length === 0
        ? []
        : [`(key = '${key}' and value in ${params.add(missing, 'Array(String)')})`]
    })
    const rows =
      conditions.length === 0
        ? []
        : await clickHouse.select(
            `select key, value, label from ${table} where label != value and (${conditions.join(' or ')})`,
            params.values,
          )
    const fresh = new Map(
      (rows as [string, string, string][]).map(([key, value, label]) => [
        nameOf(key, value),
        label,
      ]),
    )
    return (key, value) => {
      const name = nameOf(key, value)
      const label = known.get(name) ?? { label: fresh.get(name) ?? null }
      known.set(name, label, { noUpdateTTL: true })
      return label.label
    }
  }
}
