import type { Matcher } from './parse-promql.ts'

export type Labels = Readonly<Record<string, string>>
/** `null` = the series ended here: its target no longer has it. */
type Point = { at: number; value: number | null }
export type Series = { labels: Labels; points: Point[] }
export type Sample = { labels: Labels; value: number }

/** A value is used for this long after its scrape, in seconds. */
const LOOKBACK_SECONDS = 5 * 60

/** The order of the labels does not matter. */
export const keyOf = (labels: Labels): string =>
  JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)))

export const withoutName = ({ __name__: _name, ...labels }: Labels): Labels => labels

/** The series that Prometheus would have stored. Times are seconds. */
export function createSeriesStore() {
  const all = new Map<string, Series>()
  const seriesOf = (labels: Labels): Series => {
    const key = keyOf(labels)
    const known = all.get(key) ?? { labels, points: [] }
    all.set(key, known)
    return known
  }
  const find = (matchers: readonly Matcher[]) =>
    [...all.values()].filter(({ labels }) => matchers.every((matcher) => isMatch(matcher, labels)))
  return {
    add: ({ labels, value }: Sample, at: number) =>
      void seriesOf(labels).points.push({ at, value }),
    /** The series of a source that its last answer did not contain end now. */
    endMissing(source: (labels: Labels) => boolean, at: number) {
      for (const { labels, points } of all.values())
        if (source(labels) && points.at(-1)?.at !== at && points.at(-1)?.value !== null)
          points.push({ at, value: null })
    },
    instant: (matchers: readonly Matcher[], at: number): Sample[] =>
      find(matchers).flatMap(({ labels, points }) => {
        const last = points.findLast((point) => point.at <= at)
        const isCurrent = last && last.value !== null && last.at > at - LOOKBACK_SECONDS
        return isCurrent && last.value !== null ? [{ labels, value: last.value }] : []
      }),
    range: (matchers: readonly Matcher[], { at, seconds }: { at: number; seconds: number }) =>
      find(matchers).flatMap(({ labels, points }) => {
        const inside = points.flatMap((point) =>
          point.at >= at - seconds && point.at <= at && point.value !== null
            ? [{ at: point.at, value: point.value }]
            : [],
        )
        return inside.length > 0 ? [{ labels, points: inside }] : []
      }),
  }
}

export type SeriesStore = ReturnType<typeof createSeriesStore>

function isMatch({ label, op, value }: Matcher, labels: Labels): boolean {
  const actual = labels[label] ?? ''
  switch (op) {
    case '=':
      return actual === value
    case '!=':
      return actual !== value
    case '=~':
      return new RegExp(`^(?:${value})$`).test(actual)
    case '!~':
      return !new RegExp(`^(?:${value})$`).test(actual)
    default:
      return op satisfies never
  }
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g

/** Reads the text format. @throws SyntaxError */
export function parseScrape(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? []
    if (name === '') throw new SyntaxError(`not a sample: ${line}`)
    const pairs = [...labels.matchAll(LABEL)].map(([, label = '', text = '']) => [
      label,
      text.replaceAll(/\\(.)/g, (_all, sign: string) => (sign === 'n' ? '\n' : sign)),
    ])
    return { labels: { __name__: name, ...Object.fromEntries(pairs) }, value: toNumber(value) }
  })
}

const toNumber = (text: string): number =>
  Number(text.replace(/Inf$/, 'Infinity').replace(/^Nan$/, 'NaN'))
