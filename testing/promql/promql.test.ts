import { describe, expect, test } from 'vitest'
import { evaluatePromql } from './evaluate-promql.ts'
import { metricNamesOf, parsePromql } from './parse-promql.ts'
import { createPrometheus } from './rules.ts'
import { createSeriesStore, parseScrape, withoutName } from './series.ts'

/** One value a minute; `null` = the series is not in that scrape. */
const SERIES: Record<string, (number | null)[]> = {
  'hits_total{code="200",app="a"}': [0, 60, 120, 180, 240, 300],
  'hits_total{code="500",app="a"}': [0, 0, 6, 12, 18, 24],
  'hits_total{code="200",app="b"}': [100, 160, 10, 70, 130, 190],
  'late_total{app="a"}': [null, null, null, 5, 10, 15],
  'age{app="a"}': [1, 2, 3, 4, 5, 6],
  'age{app="b"}': [9, 9, 9, 9, 9, 12],
  'gone{app="a"}': [1, 1, null, null, null, null],
  'seconds_bucket{le="0.1"}': [0, 10, 20, 30, 40, 50],
  'seconds_bucket{le="0.5"}': [0, 18, 36, 54, 72, 90],
  'seconds_bucket{le="+Inf"}': [0, 20, 40, 60, 80, 100],
}
const AT = 300

function storeOf(series: typeof SERIES) {
  const store = createSeriesStore()
  for (const [name, values] of Object.entries(series)) {
    const [sample] = parseScrape(`${name} 0`)
    for (const [minute, value] of values.entries())
      if (sample && value !== null) store.add({ labels: sample.labels, value }, minute * 60)
  }
  for (let minute = 0; minute * 60 <= AT; minute++)
    store.endMissing(({ __name__: name }) => name === 'gone' && minute === 2, minute * 60)
  return store
}
const store = storeOf(SERIES)

function ask(expression: string): unknown {
  const value = evaluatePromql(parsePromql(expression), { store, at: AT })
  if (typeof value === 'number') return value
  return value.map((sample) => [withoutName(sample.labels), Number(sample.value.toFixed(6))])
}

// Every figure is the answer of promtool 2.42 to the same series.
describe('PromQL', () => {
  test.each<[string, unknown]>([
    ['time() - 100 * 2', 100],
    ['2 + 3 * 4 ^ 2 / 8 - -1', 9],
    [
      'age > 5',
      [
        [{ app: 'a' }, 6],
        [{ app: 'b' }, 12],
      ],
    ],
    ['age{app!="b"} * 2', [[{ app: 'a' }, 12]]],
    ['gone', []],
    ['absent(gone{app="a"})', [[{ app: 'a' }, 1]]],
    ['absent(age)', []],
    ['rate(hits_total{code="200",app="a"}[3m])', [[{ code: '200', app: 'a' }, 1]]],
    ['increase(hits_total{app="b"}[5m])', [[{ code: '200', app: 'b' }, 250]]],
    ['increase(late_total[5m])', [[{ app: 'a' }, 15]]],
    [
      'changes(age[5m])',
      [
        [{ app: 'a' }, 5],
        [{ app: 'b' }, 1],
      ],
    ],
    ['max_over_time(age{app="a"}[2m])', [[{ app: 'a' }, 6]]],
    [
      'sum(rate(hits_total{code=~"5.."}[5m])) / sum(rate(hits_total{app="a"}[5m]))',
      [[{}, 0.074074]],
    ],
    [
      'sum by (app) (age)',
      [
        [{ app: 'a' }, 6],
        [{ app: 'b' }, 12],
      ],
    ],
    ['max(age) - min(age)', [[{}, 6]]],
    ['count(age) + avg(age)', [[{}, 11]]],
    ['histogram_quantile(0.5, sum by (le) (rate(seconds_bucket[5m])))', [[{}, 0.1]]],
    ['histogram_quantile(0.7, seconds_bucket)', [[{}, 0.3]]],
    ['histogram_quantile(0.99, seconds_bucket)', [[{}, 0.5]]],
    ['age > 5 and on (app) hits_total{code="500"} > 1', [[{ app: 'a' }, 6]]],
    ['age unless on (app) late_total', [[{ app: 'b' }, 12]]],
    ['gone or age{app="a"}', [[{ app: 'a' }, 6]]],
    ['age / on (app) late_total', [[{ app: 'a' }, 0.4]]],
    ['sum(nothing) or sum(age) * 0', [[{}, 0]]],
  ])('%s', (expression, expected) => {
    expect(ask(expression)).toEqual(expected)
  })

  test.each([
    'age >',
    'sum(age',
    'age{app}',
    'rate(age[5x])',
    '"text" +',
    'age $ 2',
    'rate(age[5m]) age',
  ])('%s is no expression', (expression) => {
    expect(() => parsePromql(expression)).toThrow(SyntaxError)
  })

  test.each([
    'age[5m]',
    'predict_linear(age[5m], 60)',
    'rate(age)',
    '1 > 2',
    'age + on (le) age',
    'sum(1)',
  ])('what is not supported fails instead of being empty: %s', (expression) => {
    expect(() => ask(expression)).toThrow(Error)
  })

  test('the names of an expression are those of its selectors', () => {
    expect(
      metricNamesOf(parsePromql('sum(rate(a_total[5m])) / on (x) b or time() - c{d="e"}')),
    ).toEqual(['a_total', 'b', 'c'])
  })
})

describe('rules over scrapes', () => {
  const alert = (expr: string, forSeconds: number) => ({
    alert: 'Test',
    expr,
    forSeconds,
    labels: { severity: 'page' as const },
    annotations: { summary: '', description: '', runbook: '' },
  })
  const prometheusOf = (
    expr: string,
    forSeconds = 0,
    recordings = [{ record: 'twice', expr: 'age * 2' }],
  ) => createPrometheus({ alerts: [alert(expr, forSeconds)], recordings })
  const target = (text: string | null) => [{ instance: 'one', text }]

  test('an alert fires after its time, and its clock starts again when it was over', () => {
    const { scrape } = prometheusOf('age > 5', 120)
    const ages = [9, 9, 1, 9, 9, 9]
    const firing = ages.map((age, minute) => scrape(target(`age ${age}`), minute * 60).length)
    expect(firing).toEqual([0, 0, 0, 0, 0, 1])
  })

  test('an unreachable target is down and its series become stale', () => {
    const { scrape, query } = prometheusOf('up == 0')
    expect(scrape(target('age 1'), 60)).toEqual([])
    expect(scrape(target(null), 120)).toEqual(['Test'])
    expect(query('age', 120)).toEqual([])
  })

  test('alerts see a recorded series of the same evaluation', () => {
    expect(prometheusOf('twice > 5').scrape(target('age 3'), 60)).toEqual(['Test'])
  })

  test('a value is used for five minutes', () => {
    const { scrape, query } = prometheusOf('age > 5')
    scrape(target('age 3'), 60)
    expect([query('age', 350), query('age', 400)]).toEqual([
      expect.objectContaining({ length: 1 }),
      [],
    ])
  })

  test('labels of a scrape are unescaped, and special values are numbers', () => {
    const [quoted, infinite, nothing] = parseScrape('a{b="x\\"y\\\\z\\n"} 1\nc +Inf\nd Nan')
    expect(quoted?.labels).toEqual({ __name__: 'a', b: 'x"y\\z\n' })
    expect([infinite?.value, nothing?.value]).toEqual([Number.POSITIVE_INFINITY, Number.NaN])
    expect(() => parseScrape('a{b="c"}')).toThrow(SyntaxError)
  })
})
