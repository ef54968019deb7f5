/**
 * The part of PromQL that our rules and boards use.
 * https://prometheus.io/docs/prometheus/latest/querying/basics/
 */

export type Matcher = { label: string; op: '=' | '!=' | '=~' | '!~'; value: string }
export type Selector = { kind: 'selector'; matchers: Matcher[]; rangeSeconds: number | null }
export type Binary = {
  kind: 'binary'
  op: string
  left: Expression
  right: Expression
  /** The labels to match on; null = all. */
  on: string[] | null
}
export type Aggregation = { kind: 'aggregation'; op: string; by: string[]; of: Expression }
export type Expression =
  | { kind: 'number'; value: number }
  | Selector
  | { kind: 'call'; name: string; args: Expression[] }
  | Aggregation
  | Binary

const TOKEN =
  /\s*(?:(?<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w:]))|(?<duration>(?:\d+(?:ms|[smhdwy]))+)|(?<name>[a-zA-Z_:][\w:]*)|"(?<text>(?:[^"\\]|\\.)*)"|(?<sign>=~|!~|==|!=|<=|>=|[-+*/%^<>=(){}[\],]))/y

type TokenKind = 'number' | 'duration' | 'name' | 'text' | 'sign' | 'end'
type Token = { kind: TokenKind; text: string }

function tokenize(source: string): Token[] {
  const tokens: Token[] = []
  const text = source.replaceAll(/#.*$/gm, '').trimEnd()
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex
    const [found] = Object.entries(TOKEN.exec(text)?.groups ?? {}).filter(
      ([, value]) => value !== undefined,
    )
    if (!found) throw new SyntaxError(`unexpected "${text.slice(at, at + 20)}" in ${source}`)
    // The groups of the pattern are the kinds of tokens.
    tokens.push({ kind: found[0] as TokenKind, text: found[1] })
  }
  return tokens
}

const UNIT_SECONDS: Record<string, number> = {
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3_600,
  d: 86_400,
  w: 604_800,
}

/** @throws SyntaxError */
export function parseDuration(text: string): number {
  const parts = [...text.matchAll(/(\d+)(ms|[smhdw])/g)]
  if (parts.map(([part]) => part).join('') !== text || text === '')
    throw new SyntaxError(`${text}: no duration`)
  return parts.reduce(
    (sum, [, count = '', unit = '']) => sum + Number(count) * (UNIT_SECONDS[unit] ?? 0),
    0,
  )
}

const PRECEDENCE: Record<string, number> = {
  or: 1,
  and: 2,
  unless: 2,
  ...Object.fromEntries(['==', '!=', '<=', '<', '>=', '>'].map((op) => [op, 3])),
  '+': 4,
  '-': 4,
  '*': 5,
  '/': 5,
  '%': 5,
  '^': 6,
}
const AGGREGATIONS = new Set(['sum', 'min', 'max', 'avg', 'count'])
const isOf = <Value extends string>(values: readonly Value[], text: string): text is Value =>
  values.some((value) => value === text)
const MATCH_SIGNS = ['=', '!=', '=~', '!~'] as const

/** Reads the tokens one by one. */
function createCursor(source: string) {
  const tokens = tokenize(source)
  let next = 0
  const peek = (): Token => tokens[next] ?? { kind: 'end', text: '' }
  const take = (): Token => {
    const token = peek()
    next++
    return token
  }
  const takeIf = (text: string) => peek().text === text && peek().kind !== 'text' && Boolean(take())
  const fail = (): never => {
    throw new SyntaxError(`unexpected "${peek().text}" in ${source}`)
  }
  const expect = (text: string) => void (takeIf(text) || fail())
  const takeKind = (kind: TokenKind): string => (peek().kind === kind ? take().text : fail())
  const takeList = <Item>(end: string, item: () => Item): Item[] => {
    const items: Item[] = []
    while (!takeIf(end)) {
      items.push(item())
      if (peek().text !== end) expect(',')
    }
    return items
  }
  const takeLabels = () => {
    expect('(')
    return takeList(')', () => takeKind('name'))
  }
  return { peek, take, takeIf, fail, expect, takeKind, takeList, takeLabels }
}

/** @throws SyntaxError for anything that the evaluation does not support */
export function parsePromql(source: string): Expression {
  const { peek, take, takeIf, fail, expect, takeKind, takeList, takeLabels } = createCursor(source)

  function parseExpression(least = 1): Expression {
    let left = parseUnary()
    for (;;) {
      const op = peek().text
      const precedence = peek().kind === 'text' ? undefined : PRECEDENCE[op]
      if (precedence === undefined || precedence < least) return left
      take()
      const on = takeIf('on') ? takeLabels() : null
      const right = parseExpression(op === '^' ? precedence : precedence + 1)
      left = { kind: 'binary', op, left, right, on }
    }
  }
  function parseUnary(): Expression {
    if (!takeIf('-')) return parseOperand()
    const right = parseExpression(6)
    return { kind: 'binary', op: '*', left: { kind: 'number', value: -1 }, right, on: null }
  }
  function parseOperand(): Expression {
    if (takeIf('(')) {
      const inner = parseExpression()
      expect(')')
      return inner
    }
    if (peek().kind === 'number') return { kind: 'number', value: Number(take().text) }
    if (peek().text === '{') return parseSelector([])
    const name = takeKind('name')
    if (AGGREGATIONS.has(name)) return parseAggregation(name)
    if (takeIf('(')) return { kind: 'call', name, args: takeList(')', parseExpression) }
    return parseSelector([{ label: '__name__', op: '=', value: name }])
  }
  function parseAggregation(op: string): Expression {
    const before = takeIf('by') ? takeLabels() : null
    expect('(')
    const of = parseExpression()
    expect(')')
    return { kind: 'aggregation', op, by: before ?? (takeIf('by') ? takeLabels() : []), of }
  }
  function parseSelector(matchers: Matcher[]): Selector {
    const more = takeIf('{') ? takeList('}', parseMatcher) : []
    let rangeSeconds: number | null = null
    if (takeIf('[')) {
      rangeSeconds = parseDuration(takeKind('duration'))
      expect(']')
    }
    return { kind: 'selector', matchers: [...matchers, ...more], rangeSeconds }
  }
  function parseMatcher(): Matcher {
    const label = takeKind('name')
    const op = takeKind('sign')
    if (!isOf(MATCH_SIGNS, op)) return fail()
    return { label, op, value: takeKind('text').replaceAll(/\\(.)/g, '$1') }
  }

  const expression = parseExpression()
  if (peek().kind !== 'end') fail()
  return expression
}

/** The names of the metrics that an expression reads. */
export function metricNamesOf(expression: Expression): string[] {
  switch (expression.kind) {
    case 'number':
      return []
    case 'selector':
      return expression.matchers
        .filter(({ label }) => label === '__name__')
        .map(({ value }) => value)
    case 'call':
      return expression.args.flatMap(metricNamesOf)
    case 'aggregation':
      return metricNamesOf(expression.of)
    case 'binary':
      return [expression.left, expression.right].flatMap(metricNamesOf)
    default:
      return expression satisfies never
  }
}
