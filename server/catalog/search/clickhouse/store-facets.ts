import { type FilterKey, type FilterRule, storeFilters, writeSpan } from '#contracts/stores/store-filters.ts'
import type { Facet } from '#contracts/stores/stores.ts'
import { FACET_VALUES, type FacetOptions, type StoreQuery } from '#server/catalog/search/search.ts'
import { type ColumnKey, storeColumns } from '#server/catalog/search/store-columns.ts'
import { foldText } from '#server/catalog/search/text-folding.ts'
import type { ClickHouse } from './clickhouse.ts'
import {
  createParams,
  numberSpan,
  type Params,
  personalCondition,
  storeConditions,
} from './store-conditions.ts'
import { columnOf, knownColumnOf, sizeColumnOf } from './tables.ts'

export type FacetTables = { stores: string; labels: string }

/** Counts of filters' values, each over the stores that pass all other filters; one statement for all of them. */
export async function countFacets(
  clickHouse: ClickHouse,
  tables: FacetTables,
  query: StoreQuery,
  keys: readonly FilterKey[],
  { find = '', most = FACET_VALUES }: FacetOptions = {},
): Promise<Facet[]> {
  const params = createParams()
  const folded = foldText(find)
  const parts = groupsOf(query, keys).flatMap(({ without, keys }) =>
    statementsOf(
      { tables, query, params, folded, most, where: storeConditions(query, params, without) },
      keys,
    ),
  )
  if (parts.length === 0) return keys.map(emptyFacet)
  const rows = await clickHouse.select(parts.join('\nunion all\n'), params.values)
  const counted = new Map<string, Counted[]>()
  for (const [key, kind, value, count, distinct] of rows as [string, string, string, number, number][])
    counted.set(key, [
      ...(counted.get(key) ?? []),
      { kind, value, count: Number(count), distinct: Number(distinct) },
    ])
  const labels = await readLabels(clickHouse, tables, keys, counted)
  return keys.map((key) => toFacet(query, key, counted.get(key) ?? [], { labels, folded }))
}

type Counted = { kind: string; value: string; count: number; distinct: number }
type Group = { without?: FilterKey; keys: FilterKey[] }

/** Filters without a choice are counted over the same stores, each other over its own. */
function groupsOf({ choices }: StoreQuery, keys: readonly FilterKey[]): Group[] {
  const counted = keys.filter((key) => storeFilters[key].kind !== 'text')
  const plain = counted.filter((key) => !choices[key])
  const chosen = counted.filter((key) => choices[key])
  return [
    ...(plain.length > 0 ? [{ keys: plain }] : []),
    ...chosen.map((key) => ({ without: key, keys: [key] })),
  ]
}

type Context = {
  tables: FacetTables
  query: StoreQuery
  params: Params
  folded: string
  most: number
  where: string
}

/** Rows of key, kind, value, count and, for options, the number of distinct values. */
function statementsOf(context: Context, keys: readonly FilterKey[]): string[] {
  const { tables, where } = context
  const sums = keys.flatMap((key) => sumsOf(context, key))
  const counts = countsOf(context, keys)
  return [
    ...(sums.length === 0
      ? []
      : [
          `select t.1, t.2, t.3, t.4, 0 from (select arrayJoin([${sums.join(', ')}]) as t from ${tables.stores} where ${where})`,
        ]),
    ...(counts.length === 0 ? [] : [optionsOf(context, keys, counts.join('\nunion all\n'))]),
  ]
}

const sum = (key: FilterKey, kind: string, value: string, condition: string): string =>
  `('${key}', '${kind}', '${value}', countIf(${condition}))`

/** What one pass over the stores adds up. */
function sumsOf({ query, params }: Context, key: FilterKey): string[] {
  if (key === 'saved' || key === 'isNew') {
    const isYes = personalCondition(query, key, params)
    return [sum(key, 'option', 'yes', isYes), sum(key, 'option', 'no', `not (${isYes})`)]
  }
  const column = columnOf(key)
  switch (storeColumns[key].kind) {
    case 'code':
      return []
    case 'list': {
      const [isKnown, size] = [knownColumnOf(key), sizeColumnOf(key)]
      return [
        sum(key, 'unknown', '', `not ${isKnown}`),
        sum(key, 'none', '', `${isKnown} and ${size} = 0`),
        sum(key, 'any', '', `${isKnown} and ${size} > 0`),
      ]
    }
    case 'number':
      return [
        sum(key, 'unknown', '', `isNull(${column})`),
        ...bandsOf(key).map((band) => sum(key, 'option', writeSpan(band), numberSpan(key, band, params))),
      ]
    default:
      return storeColumns[key] satisfies never
  }
}

function bandsOf(key: ColumnKey) {
  const rule: FilterRule = storeFilters[key]
  return rule.kind === 'range' ? rule.bands : []
}

/** Statements that count each value: one for all columns with one value, and one for each list. */
function countsOf({ tables, where }: Context, keys: readonly FilterKey[]): string[] {
  const source = `from ${tables.stores} where ${where}`
  const codes = keys.filter((key) => isOfKind(key, 'code'))
  const lists = keys.filter((key) => isOfKind(key, 'list'))
  return [
    ...(codes.length === 0 ? [] : [codesStatement(codes, source)]),
    ...lists.map(
      (key) =>
        `select '${key}' as key, toString(item) as value, n from (select arrayJoin(${columnOf(key)}) as item, count() as n ${source} group by item)`,
    ),
  ]
}

/** Reads the stores once. A row belongs to the one column that it is grouped by; the others are empty in it. */
function codesStatement(codes: readonly ColumnKey[], source: string): string {
  const columns = codes.map(columnOf)
  const all = 2 ** codes.length - 1
  const masks = codes.map((_, at) => all - 2 ** (codes.length - 1 - at))
  return `select transform(mask, [${masks.join(', ')}], [${codes.map((key) => `'${key}'`).join(', ')}], '') as key, value, n
    from (select toUInt64(grouping(${columns.join(', ')})) as mask, concat(${columns.join(', ')}, '') as value, count() as n ${source}
      group by grouping sets (${columns.map((column) => `(${column})`).join(', ')}))`
}

function isOfKind(key: FilterKey, kind: 'code' | 'list'): key is ColumnKey {
  return key !== 'saved' && key !== 'isNew' && storeColumns[key].kind === kind
}

/** The most frequent values, those that are chosen, all of a closed set; and how many stores have none. */
function optionsOf(
  { tables, query, params, folded, most }: Context,
  keys: readonly FilterKey[],
  counts: string,
) {
  const names = (some: readonly FilterKey[]) => `[${some.map((key) => `'${key}'`).join(', ')}]`
  const closed = `key in ${names(keys.filter(closedValuesOf))}`
  const chosen = keys.flatMap((key) => {
    const values = chosenOf(query, key)
    return values.length === 0 ? [] : [`key = '${key}' and value in ${params.add(values, 'Array(String)')}`]
  })
  const named =
    folded === ''
      ? '1'
      : `(key, value) in (select key, value from ${tables.labels} where position(folded, ${params.add(folded, 'String')}) > 0)`
  const open = `value != '' and not (${closed}) and ${named}`
  return `select key, t.1, t.2, t.3, t.4 from (
    select key, arrayJoin(arrayConcat(
      if(key in ${names(keys.filter((key) => isOfKind(key, 'code')))}, [('unknown', '', sumIf(n, value = ''), toUInt64(0))], []),
      groupArrayIf(('option', value, n, toUInt64(0)), value != '' and ${closed}),
      arrayMap(top -> ('option', top.2, toUInt64(-top.1), countIf(${open})), groupArraySortedIf(${most})((-toInt64(n), value), ${open})),
      ${chosen.length === 0 ? '[]' : `groupArrayIf(('chosen', value, n, toUInt64(0)), ${chosen.map((one) => `(${one})`).join(' or ')})`}
    )) as t from (${counts}) group by key)`
}

function closedValuesOf(key: FilterKey): readonly string[] | undefined {
  const rule: FilterRule = storeFilters[key]
  if (rule.kind === 'yesNo') return undefined
  return rule.kind === 'options' ? rule.values : undefined
}

const chosenOf = ({ choices }: StoreQuery, key: FilterKey): string[] =>
  [...(choices[key]?.include ?? []), ...(choices[key]?.exclude ?? [])].filter(
    (value) => value !== 'any' && value !== 'none',
  )

const emptyFacet = (key: FilterKey): Facet => ({
  key,
  options: [],
  more: 0,
  unknown: 0,
  any: null,
  none: null,
})

type Labels = ReadonlyMap<string, string>

function toFacet(
  query: StoreQuery,
  key: FilterKey,
  counted: readonly Counted[],
  { labels, folded }: { labels: Labels; folded: string },
): Facet {
  const isText = storeFilters[key].kind === 'text'
  if (isText) return emptyFacet(key)
  const countOf = (kind: string) => counted.find((one) => one.kind === kind)?.count
  const options = counted.filter(({ kind }) => kind === 'option')
  const isOpen = !closedValuesOf(key) && !isFixed(key)
  const facet = {
    key,
    unknown: countOf('unknown') ?? 0,
    any: countOf('any') ?? null,
    none: countOf('none') ?? null,
  }
  const count = (value: string) =>
    counted.find((one) => one.value === value && one.kind !== 'unknown')?.count ?? 0
  const toOption = (value: string) => ({
    value,
    label: labels.get(`${key} ${value}`) ?? null,
    count: count(value),
  })
  if (!isOpen) {
    const values = closedValuesOf(key) ?? fixedValuesOf(key)
    return { ...facet, options: values.map(toOption), more: 0 }
  }
  const shown = options
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .map(({ value }) => value)
  const missing = folded === '' ? chosenOf(query, key).filter((value) => !shown.includes(value)) : []
  return {
    ...facet,
    options: [...shown, ...missing].map(toOption),
    more: Math.max(0, (options[0]?.distinct ?? 0) - shown.length),
  }
}

/** Their values do not depend on the stores. */
const isFixed = (key: FilterKey): boolean =>
  key === 'saved' || key === 'isNew' || storeColumns[key].kind === 'number'

const fixedValuesOf = (key: FilterKey): string[] =>
  key === 'saved' || key === 'isNew' ? ['yes', 'no'] : bandsOf(key).map(writeSpan)

async function readLabels(
  clickHouse: ClickHouse,
  { labels }: FacetTables,
  keys: readonly FilterKey[],
  counted: ReadonlyMap<string, readonly Counted[]>,
): Promise<Labels> {
  const params = createParams()
  const conditions = keys
    .filter((key) => !isFixed(key) && !closedValuesOf(key))
    .flatMap((key) => {
      const values = (counted.get(key) ?? []).map(({ value }) => value).filter((value) => value !== '')
      return values.length === 0 ? [] : [`key = '${key}' and value in ${params.add(values, 'Array(String)')}`]
    })
  if (conditions.length === 0) return new Map()
  const rows = await clickHouse.select(
    `select key, value, label from ${labels} where label != value and (${conditions.map((condition) => `(${condition})`).join(' or ')})`,
    params.values,
  )
  return new Map(
    (rows as [string, string, string][]).map(([key, value, label]) => [`${key} ${value}`, label]),
  )
}
