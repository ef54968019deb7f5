import { decodeHTMLStrict } from 'entities'
import JSON5 from 'json5'
import { parseJson } from './json.ts'

const MAX_CHARS = 1_000_000
/** Of a text that needs the slow parser. */
const MAX_LENIENT_CHARS = 200_000
const MAX_DEPTH = 64
const MAX_VALUES = 50

/** What templates put around scripts for parsers of former days. */
const WRAPPER = /^[\s\ufeff]*(?:(?:\/\/|\/\*|<!--|<!\[CDATA\[|\*\/)\s*)+/

/**
 * The objects and lists of a text that means JSON, as search engines read it: with comments, CDATA,
 * several values, trailing commas, other quotation marks, unknown escapes, line breaks in texts, a
 * comma too many or too few, signs as entities. Never evaluates; bounded in size and depth.
 */
export function parseLenientJson(source: string): unknown[] {
  if (source.length > MAX_CHARS) return []
  const bare = source.replace(WRAPPER, '')
  const decoded = /^[[{]\s*&(?:quot|#34|#x22);/i.test(bare) ? decodeHTMLStrict(bare) : bare
  const text = /^[[{\s]{1,9}[“”]/u.test(decoded) ? decoded.replaceAll(/[“”]/gu, '"') : decoded
  const parseSlowly = text.length > MAX_LENIENT_CHARS ? () => undefined : parseJson5
  return valuesIn(text)
    .map((value) => parseJson(value) ?? parseSlowly(value))
    .filter((value) => value !== undefined)
}

/** Removes escapes that even JSON5 refuses. */
const BAD_ESCAPE = /\\(?:u(?![\da-f]{4})|x(?![\da-f]{2})|(?=[1-9]))/gi

function parseJson5(text: string): unknown {
  try {
    return JSON5.parse(text.replaceAll(BAD_ESCAPE, (escape) => escape.slice(1)))
  } catch {
    return undefined
  }
}

const QUOTES = new Set(['"', "'"])
const OPENING = new Set(['{', '['])
const CLOSING = new Set(['}', ']'])

/** The balanced brackets of a text, without comments, and without line breaks inside strings. */
function valuesIn(text: string): string[] {
  const values: string[] = []
  let value = ''
  let depth = 0
  let last = ''
  for (let at = 0; at < text.length && values.length < MAX_VALUES;) {
    const sign = text.charAt(at)
    if (depth === 0 && !OPENING.has(sign)) {
      at++
      continue
    }
    const end = endOfToken(text, at)
    value += repairAt(last, sign) + (isNeedless(last, sign) ? '' : tokenAt(text, at, end))
    if (isSignificant(text, at, end)) last = sign
    if (OPENING.has(sign)) depth++
    if (CLOSING.has(sign)) depth--
    if (depth > MAX_DEPTH) return []
    if (depth === 0) {
      values.push(value)
      value = ''
      last = ''
    }
    at = end
  }
  return values
}

const isSignificant = (text: string, at: number, end: number): boolean =>
  /\S/.test(text.charAt(at)) && (end === at + 1 || QUOTES.has(text.charAt(at)))

/** What is missing between two signs: a comma between values, a value between a colon and the end. */
function repairAt(last: string, sign: string): string {
  if (last === ':' && (sign === ',' || CLOSING.has(sign))) return 'null'
  const isBetweenValues =
    (CLOSING.has(last) && (OPENING.has(sign) || QUOTES.has(sign))) ||
    (QUOTES.has(last) && QUOTES.has(sign))
  return isBetweenValues ? ',' : ''
}

const isNeedless = (last: string, sign: string): boolean =>
  sign === ',' && (last === ',' || OPENING.has(last))

/** The end of the string or comment that begins here, otherwise of this sign. */
function endOfToken(text: string, start: number): number {
  const sign = text.charAt(start)
  if (QUOTES.has(sign)) return endOfQuoted(text, start, sign)
  const mark = text.slice(start, start + 2)
  const closing = mark === '//' ? '\n' : mark === '/*' ? '*/' : null
  if (closing === null) return start + 1
  const end = text.indexOf(closing, start + 2)
  return end < 0 ? text.length : end + closing.length
}

function endOfQuoted(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === quote) return at + 1
  }
  return text.length
}

function tokenAt(text: string, start: number, end: number): string {
  const token = text.slice(start, end)
  if (QUOTES.has(token.charAt(0))) return token.replaceAll(/[\u0000-\u001f]+/g, ' ')
  return token.length > 1 ? ' ' : token
}
