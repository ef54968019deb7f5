import { type FilterKey, storeFilters, writeSpan } from '#contracts/catalog/store-filters.ts'
import { bandsOf, chosenOf, closedValuesOf } from '#server/catalog/search/choices.ts'
import { isManyMark, isPersonal, storeColumns } from '#server/catalog/search/store-columns.ts'
import type { ColumnKey, MarkKey } from '#server/catalog/search/store-values.ts'
import type { MarkedQuery, MarkSource } from './marks.ts'
import { type Params, spanCondition } from './params.ts'
import {
  codeOf,
  numberSpan,
  personalCondition,
  pointsOf,
  selectMarks,
  storeConditions,
} from './store-conditions.ts'
import { columnOf, knownColumnOf, sizeColumnOf } from './tables.ts'

export type FacetTables = { stores: string; labels: string }
type CountContext = {
  tables: FacetTables
  query: MarkedQuery
  params: Params
  folded: string
  /** Those of marks whose names contain the text. */
  namedMarks: ReadonlyMap<MarkKey, readonly string[]>
  limit: number
}
/** `distinct` = for options, how many values there are. */
export type Counted = { kind: string; value: string; count: number; distinct: number }

/**
 * A statement with rows of key, kind, value, count and number of distinct values: one pass over the
 * stores for all filters with one value, and one for each list. Null when there is nothing to
 * count.
 */
export function countStatement(context: CountContext, keys: readonly FilterKey[]): string | null {
  const counted = keys.filter((key) => storeFilters[key].kind !== 'text')
  if (counted.length === 0) return null
  return optionsOf(context, counted, [
    groupsStatement(context, counted),
    ...counted.filter(isList).map((key) => listStatement(context, key)),
  ])
}

/** One column for each filter in which every store has exactly one text; empty = unknown. */
function groupedColumn({ query, params }: CountContext, key: FilterKey): string {
  if (key === 'score') {
    const points = pointsOf(query, params)
    return choose(
      bandsOf(key).map((band) => [spanCondition(points, band, params), writeSpan(band)] as const),
      BEYOND,
    )
  }
  if (isPersonal(key)) {
    const [marked, rest] = isManyMark(key) ? ['any', 'none'] : ['yes', 'no']
    return choose([[personalCondition(query, key, params), marked]], rest)
  }
  const [column, isKnown, size] = [columnOf(key), knownColumnOf(key), sizeColumnOf(key)]
  switch (storeColumns[key].kind) {
    case 'code':
      return codeOf(query, key, params)
    case 'words':
      return column
    case 'list':
      return choose(
        [
          [`not ${isKnown}`, ''],
          [`${size} = 0`, 'none'],
        ],
        'any',
      )
    case 'number':
      return choose(
        [
          [`isNull(${column})`, ''],
          ...bandsOf(key).map(
            (band) => [`ifNull(${numberSpan(key, band, params)}, 0)`, writeSpan(band)] as const,
          ),
        ],
        BEYOND,
      )
    default:
      return storeColumns[key] satisfies never
  }
}

/** A number in none of the bands. */
const BEYOND = 'beyond'

const choose = (
  cases: readonly (readonly [condition: string, value: string])[],
  rest: string,
): string =>
  `multiIf(${cases.map(([condition, value]) => `${condition}, '${value}'`).join(', ')}, '${rest}')`

/**
 * Reads the stores once. A store counts for a filter though it fails this one alone: each chosen
 * and counted filter becomes a flag of the row, and rows with at most one failed flag are read.
 */
function groupsStatement(context: CountContext, keys: readonly FilterKey[]): string {
  const { tables, query, params } = context
  const flagged = keys.filter((key) => query.choices[key])
  const flags = flagged.map(
    (key) => `(${storeConditions(onlyChoice(query, key), params)}) as ok_${key}`,
  )
  const passed = flagged.map((key) => `ok_${key}`)
  const all = passed.join(' and ') || '1'
  const almost = flagged.length === 0 ? '' : ` and ${passed.join(' + ')} >= ${flagged.length - 1}`
  const columns = keys.map((key) => `g_${key}`)
  const full = 2 ** keys.length - 1
  // The bits of the columns by which a row is not grouped.
  const maskOf = (key: FilterKey) => full - 2 ** (keys.length - 1 - keys.indexOf(key))
  const others = flagged.map((key) => {
    const rest = passed.filter((flag) => flag !== `ok_${key}`).join(' and ') || '1'
    return `mask = ${maskOf(key)}, countIf(${rest})`
  })
  const count = flagged.length === 0 ? 'count()' : `multiIf(${others.join(', ')}, countIf(${all}))`
  const selected = [...keys.map((key) => `${groupedColumn(context, key)} as g_${key}`), ...flags]
  return `select transform(mask, [${keys.map(maskOf).join(', ')}], [${keys.map((key) => `'${stateNameOf(key)}'`).join(', ')}], '') as key, value, n
    from (select toUInt64(grouping(${columns.join(', ')})) as mask, concat(${columns.join(', ')}, '') as value, ${count} as n
      from (select ${selected.join(', ')} from ${tables.stores} where ${storeConditions(query, params, flagged)})
      where 1${almost} group by grouping sets (${columns.map((column) => `(${column})`).join(', ')}))
    where n > 0`
}

/** Whether a list is known and empty is counted beside its values. */
const stateNameOf = (key: FilterKey): string => (isList(key) ? `${key}${STATE}` : key)
const STATE = ' state'

const onlyChoice = (query: MarkedQuery, key: FilterKey): MarkedQuery => ({
  ...query,
  days: null,
  scope: 'all',
  visibleAfter: undefined,
  choices: { [key]: query.choices[key] },
})

function listStatement({ tables, query, params }: CountContext, key: ListKey): string {
  const where = storeConditions(query, params, [key])
  if (isPersonal(key)) {
    const source = query.sources?.[key] ?? NO_MARKS
    return `select '${key}' as key, marked_value as value, n
    from (select marked_value, count() as n from ${tables.stores} inner join (${selectMarks(source, params)}) as marked on id = marked_id
      where ${where} group by marked_value)`
  }
  return `select '${key}' as key, toString(item) as value, n
    from (select arrayJoin(${columnOf(key)}) as item, count() as n from ${tables.stores} where ${where} group by item)`
}

type ListKey = ColumnKey | MarkKey
const NO_MARKS: MarkSource = { kind: 'stores', byValue: new Map(), all: [] }

function isList(key: FilterKey): key is ListKey {
  return isPersonal(key) ? isManyMark(key) : storeColumns[key].kind === 'list'
}

/**
 * The most frequent values, those that are chosen, all of a closed set; and how many stores have
 * none.
 */
function optionsOf(
  { tables, query, params, folded, namedMarks, limit }: CountContext,
  keys: readonly FilterKey[],
  counts: readonly string[],
): string {
  const names = (some: readonly FilterKey[]) => `[${some.map((key) => `'${key}'`).join(', ')}]`
  const closed = `key in ${names(keys.filter((key) => closedValuesOf(key)))}`
  const chosen = keys.flatMap((key) => {
    const values = chosenOf(query, key)
    return values.length === 0
      ? []
      : [`key = '${key}' and value in ${params.add(values, 'Array(String)')}`]
  })
  const named =
    folded === ''
      ? '1'
      : [
          `(key, value) in (select key, value from ${tables.labels} where position(folded, ${params.add(folded, 'String')}) > 0)`,
          ...[...namedMarks].map(
            ([key, values]) =>
              `(key = '${key}' and value in ${params.add(values, 'Array(String)')})`,
          ),
        ].join(' or ')
  const open = `value != '' and not (${closed}) and (${named})`
  return `select key, t.1, t.2, t.3, t.4 from (
    select key, arrayJoin(if(endsWith(key, '${STATE}'),
      groupArrayIf((value, '', n, toUInt64(0)), endsWith(key, '${STATE}')),
      arrayConcat(
        [('', '', sumIf(n, value = ''), toUInt64(0))],
        groupArrayIf(('option', value, n, toUInt64(0)), value != '' and ${closed}),
        arrayMap(top -> ('option', top.2, toUInt64(-top.1), countIf(${open})), groupArraySortedIf(${limit})((-toInt64(n), value), ${open})),
        ${chosen.length === 0 ? '[]' : `groupArrayIf(('chosen', value, n, toUInt64(0)), ${chosen.map((one) => `(${one})`).join(' or ')})`}
      ))) as t from (${counts.join('\nunion all\n')}) group by key)`
}

/** The key of a row, and what it counts: a value, `any`, `none`, or, as empty text, the unknown. */
export function readCounted(rows: readonly unknown[][]): Map<string, Counted[]> {
  const counted = new Map<string, Counted[]>()
  for (const [key, kind, value, count, distinct] of rows as [
    string,
    string,
    string,
    number,
    number,
  ][]) {
    const isState = key.endsWith(STATE)
    // A list's own statement ignores stores without values.
    if (kind === '' && !isState && isList(key as FilterKey)) continue
    const name = isState ? key.slice(0, -STATE.length) : key
    const one = {
      kind: kind === '' ? 'unknown' : kind,
      value,
      count: Number(count),
      distinct: Number(distinct),
    }
    counted.set(name, [...(counted.get(name) ?? []), one])
  }
  return counted
}
