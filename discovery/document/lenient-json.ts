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

const TEMPLATE_TAG = /\{%[^{}%]{0,500}%\}/g

/**
 * The objects and lists of a text that means JSON, as search engines read it: with comments, CDATA,
 * several values, trailing commas, other quotation marks, unknown escapes, line breaks in texts, a
 * comma too many or too few, signs as entities. Never evaluates; bounded in size and depth.
 */
export function parseLenientJson(source: string): unknown[] {
  if (source.length > MAX_CHARS) return []
  const bare = source.replace(WRAPPER, '').replaceAll(TEMPLATE_TAG, ' ')
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
  let open = ''
  let last = ''
  for (let at = 0; at < text.length && values.length < MAX_VALUES;) {
    const sign = text.charAt(at)
    if (open === '' && !OPENING.has(sign)) {
      at++
      continue
    }
    const isValue = last === ':' || (open.endsWith('[') && (last === '[' || last === ','))
    const bare = isValue ? bareValueAt(text, at) : ''
    const end = bare === '' ? endOfToken(text, at) : at + bare.length
    const token = bare === '' ? tokenAt(text, at, end) : plainValue(bare)
    value += repairAt(last, sign) + (isNeedless(last, sign) ? '' : token)
    if (bare !== '') last = '0'
    else if (isSignificant(text, at, end)) last = sign
    if (bare === '' && OPENING.has(sign)) open += sign
    if (CLOSING.has(sign)) open = open.slice(0, -1)
    if (open.length > MAX_DEPTH) return []
    if (open === '') {
      values.push(value)
      value = ''
      last = ''
    }
    at = end
  }
  return values
}

/** A number, a word, or an expression that a template left in place of a value. */
const BARE = /\{\{[^{}]{0,500}\}\}|[^\s,\]}"'`{[/:(][^,\]}\n"{[]{0,200}/y
const PLAIN = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?)$/

function bareValueAt(text: string, at: number): string {
  BARE.lastIndex = at
  return BARE.exec(text)?.[0] ?? ''
}

/** Numbers that JSON does not know are texts: a postcode `01234`, a telephone number. */
function plainValue(bare: string): string {
  const [word = ''] = bare.split(/\/[/*]/)
  const value = word.trim()
  if (PLAIN.test(value.toLowerCase())) return value.toLowerCase()
  return /^[+\d.-]/.test(value) ? JSON.stringify(value) : 'null'
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

/** What follows the end of a string; another quotation mark belongs to the text. */
const AFTER_STRING =
  /\s*(?:[:}\]"'{[+]|$|\/[/*]|,\s*(?:["'{[\]},\d-]|true|false|null|[a-z_$][\w$]*\s*:|\/[/*]|$))/iy

function endOfQuoted(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === quote) {
      AFTER_STRING.lastIndex = at + 1
      if (AFTER_STRING.test(text)) return at + 1
    }
  }
  return text.length
}

const escapedIn = (text: string, quote: string): string =>
  text.includes(quote)
    ? text.replaceAll(/\\.|["']/gs, (sign) => (sign === quote ? `\\${sign}` : sign))
    : text

function tokenAt(text: string, start: number, end: number): string {
  const token = text.slice(start, end)
  const quote = token.charAt(0)
  if (QUOTES.has(quote)) {
    const inner = token.slice(1, -1).replaceAll(/[\u0000-\u001f]+/g, ' ')
    return `${quote}${escapedIn(inner, quote)}${quote}`
  }
  return token.length > 1 ? ' ' : token
}
