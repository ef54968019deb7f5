import type { Aggregation, Binary, Expression, Selector } from './parse-promql.ts'
import {
  changes,
  extrapolatedIncrease,
  histogramQuantile,
  type Points,
} from './promql-functions.ts'
import { keyOf, type Labels, type Sample, type SeriesStore, withoutName } from './series.ts'

/** A number, or one value per set of labels. */
export type Value = number | Sample[]
type Moment = { store: Pick<SeriesStore, 'instant' | 'range'>; at: number }

/**
 * The value at a moment, in seconds. @throws Error for what is not supported, so that no rule is
 * silently never true
 */
export function evaluatePromql(expression: Expression, moment: Moment): Value {
  switch (expression.kind) {
    case 'number':
      return expression.value
    case 'selector':
      if (expression.rangeSeconds !== null) throw new Error('a range is no value')
      return moment.store.instant(expression.matchers, moment.at)
    case 'call':
      return call(expression.name, expression.args, moment)
    case 'aggregation':
      return aggregate(expression, vectorOf(evaluatePromql(expression.of, moment)))
    case 'binary':
      return combine(expression, moment)
    default:
      return expression satisfies never
  }
}

function vectorOf(value: Value): Sample[] {
  if (typeof value === 'number') throw new Error('a vector is needed, not a number')
  return value
}

type RangeFunction = (points: Points, window: { from: number; to: number }) => number | null
const RANGE_FUNCTIONS: Record<string, RangeFunction> = {
  increase: extrapolatedIncrease,
  rate: (points, { from, to }) => {
    const increase = extrapolatedIncrease(points, { from, to })
    return increase === null ? null : increase / (to - from)
  },
  changes,
  max_over_time: (points) => Math.max(...points.map(({ value }) => value)),
}

function call(name: string, args: Expression[], moment: Moment): Value {
  const [first, second] = args
  if (name === 'time' && !first) return moment.at
  const overRange = RANGE_FUNCTIONS[name]
  if (overRange && first?.kind === 'selector') return mapRange(first, overRange, moment)
  if (name === 'absent' && first?.kind === 'selector') return absent(first, moment)
  if (name === 'histogram_quantile' && first && second) {
    const quantile = evaluatePromql(first, moment)
    if (typeof quantile === 'number')
      return histogramQuantile(quantile, vectorOf(evaluatePromql(second, moment)))
  }
  throw new Error(`${name} is not supported here`)
}

function mapRange(
  { matchers, rangeSeconds }: Selector,
  overRange: RangeFunction,
  { store, at }: Moment,
): Sample[] {
  if (rangeSeconds === null) throw new Error('a range is needed')
  return store.range(matchers, { at, seconds: rangeSeconds }).flatMap(({ labels, points }) => {
    const value = overRange(points, { from: at - rangeSeconds, to: at })
    return value === null ? [] : [{ labels: withoutName(labels), value }]
  })
}

function absent({ matchers }: Selector, { store, at }: Moment): Sample[] {
  if (store.instant(matchers, at).length > 0) return []
  const known = matchers.filter(({ op, label }) => op === '=' && label !== '__name__')
  return [{ labels: Object.fromEntries(known.map(({ label, value }) => [label, value])), value: 1 }]
}

const AGGREGATIONS: Record<string, (values: number[]) => number> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  avg: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  count: (values) => values.length,
}

const pick = (labels: Labels, names: readonly string[]): Labels =>
  Object.fromEntries(Object.entries(labels).filter(([name]) => names.includes(name)))

function aggregate({ op, by }: Aggregation, vector: Sample[]): Sample[] {
  const fold = AGGREGATIONS[op]
  if (!fold) throw new Error(`${op} is not supported here`)
  const groups = Map.groupBy(vector, ({ labels }) => keyOf(pick(labels, by)))
  return [...groups.values()].map((members) => ({
    labels: pick(members[0]?.labels ?? {}, by),
    value: fold(members.map(({ value }) => value)),
  }))
}

const ARITHMETIC: Record<string, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '^': (left, right) => left ** right,
}
const COMPARISONS: Record<string, (left: number, right: number) => boolean> = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
}

function combine(expression: Binary, moment: Moment): Value {
  const { op } = expression
  const [left, right] = [
    evaluatePromql(expression.left, moment),
    evaluatePromql(expression.right, moment),
  ]
  if (op === 'and' || op === 'or' || op === 'unless')
    return combineSets(expression, vectorOf(left), vectorOf(right))
  if (typeof left !== 'number' && typeof right !== 'number')
    return matchOneToOne(expression, left, right)
  const arithmetic = ARITHMETIC[op]
  if (typeof left === 'number' && typeof right === 'number') {
    if (!arithmetic) throw new Error(`${op} between two numbers is not supported here`)
    return arithmetic(left, right)
  }
  if (typeof right === 'number')
    return vectorOf(left).flatMap((sample) => apply(op, sample, sample.value, right))
  return vectorOf(right).flatMap((sample) => apply(op, sample, Number(left), sample.value))
}

/** A comparison keeps the sample, or drops it; arithmetic drops the name. */
function apply(op: string, sample: Sample, left: number, right: number): Sample[] {
  const arithmetic = ARITHMETIC[op]
  if (arithmetic) return [{ labels: withoutName(sample.labels), value: arithmetic(left, right) }]
  const comparison = COMPARISONS[op]
  if (!comparison) throw new Error(`${op} is not supported here`)
  return comparison(left, right) ? [sample] : []
}

const matchKey = ({ on }: Binary, labels: Labels): string =>
  keyOf(on ? pick(labels, on) : withoutName(labels))

function matchOneToOne(expression: Binary, left: Sample[], right: Sample[]): Sample[] {
  const byKey = Map.groupBy(right, ({ labels }) => matchKey(expression, labels))
  const used = new Set<string>()
  return left.flatMap((sample) => {
    const key = matchKey(expression, sample.labels)
    const [partner, ...others] = byKey.get(key) ?? []
    if (!partner) return []
    if (others.length > 0 || used.has(key))
      throw new Error(`several series match in ${expression.op}`)
    used.add(key)
    const kept = expression.on
      ? { ...sample, labels: pick(sample.labels, expression.on) }
      : { ...sample, labels: sample.labels }
    return apply(expression.op, kept, sample.value, partner.value)
  })
}

function combineSets(expression: Binary, left: Sample[], right: Sample[]): Sample[] {
  const keysOf = (samples: Sample[]) =>
    new Set(samples.map(({ labels }) => matchKey(expression, labels)))
  const [leftKeys, rightKeys] = [keysOf(left), keysOf(right)]
  const isIn = (keys: Set<string>) => (sample: Sample) =>
    keys.has(matchKey(expression, sample.labels))
  if (expression.op === 'and') return left.filter(isIn(rightKeys))
  if (expression.op === 'unless') return left.filter((sample) => !isIn(rightKeys)(sample))
  return [...left, ...right.filter((sample) => !isIn(leftKeys)(sample))]
}
