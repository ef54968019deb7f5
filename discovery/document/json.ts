/** Narrows untrusted parsed JSON: each function returns null for a value of the wrong shape. */

export type JsonRecord = Record<string, unknown>

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const recordOf = (value: unknown): JsonRecord => (isRecord(value) ? value : {})

/**
 * The table's own entry under an untrusted name; `table[name]` would also find what every object
 * inherits, such as `constructor`.
 */
export const entryOf = <Entry>(
  table: Readonly<Record<string, Entry>>,
  name: string,
): Entry | undefined => (Object.hasOwn(table, name) ? table[name] : undefined)

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** A non-empty trimmed text, cut to `maxLength` characters, without control characters. */
export function textOf(value: unknown, maxLength = 500): string | null {
  if (typeof value !== 'string') return null
  // PostgreSQL text cannot hold NUL, and lone surrogates break later encoders.
  const text = value
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/g, '')
    .trim()
  if (text === '') return null
  return text.length <= maxLength
    ? text
    : text
        .slice(0, maxLength)
        .toWellFormed()
        .replace(/\ufffd$/, '')
}

/**
 * A platform id as text: digits only, from a safe integer or a text of digits. Real ids have up to
 * 14 digits; beyond 2^53 numbers are inexact.
 */
export function idOf(value: unknown): string | null {
  const isDigits = typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value)
  const id = isDigits ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? String(id) : null
}

/** No shop has more of anything; a larger figure is not a count. */
const MAX_COUNT = 2 ** 31 - 1

export function countOf(value: unknown): number | null {
  return typeof value === 'number' &&
    Number.isSafeInteger(value) &&
    value >= 0 &&
    value <= MAX_COUNT
    ? value
    : null
}

/** Undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const parseJsonBytes = (bytes: Uint8Array): unknown =>
  parseJson(new TextDecoder().decode(bytes))

const MAX_LITERAL_CHARS = 2_000_000

function endOfString(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (code === 0x5c) at++
    else if (code === 0x22) return at + 1
  }
  return -1
}

function endOfBrackets(source: string, start: number): number {
  let depth = 0
  const limit = Math.min(source.length, start + MAX_LITERAL_CHARS)
  for (let at = start; at < limit; at++) {
    const char = source[at]
    if (char === '"') {
      at = endOfString(source, at) - 1
      if (at < start) return -1
    } else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') {
      depth--
      if (depth === 0) return at + 1
    }
  }
  return -1
}

const PLAIN = /[-+\w.]{1,40}/y
const SINGLE_QUOTED = /'([^'\\\n]{0,500})'/y

/**
 * The JSON value that begins at `start` (after white space), found by matching brackets and
 * strings, so that apostrophes, brackets and escapes inside values do no harm. Undefined without a
 * JSON value.
 */
function readJsonAt(source: string, start: number): unknown {
  let at = start
  while (at < source.length && /\s/.test(source[at] ?? '')) at++
  const first = source[at]
  if (first === '"' || first === '{' || first === '[') {
    const end = first === '"' ? endOfString(source, at) : endOfBrackets(source, at)
    return end < 0 ? undefined : parseJson(source.slice(at, end))
  }
  SINGLE_QUOTED.lastIndex = at
  const quoted = SINGLE_QUOTED.exec(source)
  if (quoted) return quoted[1]
  PLAIN.lastIndex = at
  return parseJson(PLAIN.exec(source)?.[0] ?? '')
}

/**
 * The first readable value that `script` assigns to `name`: `name = …` (`sign` '=') or `name: …`
 * (`sign` ':'). `name` is taken literally, not as a pattern.
 */
export function readAssigned(script: string, name: string, sign: '=' | ':'): unknown {
  for (
    let at = script.indexOf(name), tries = 0;
    at >= 0 && tries < 20;
    at = script.indexOf(name, at + 1), tries++
  ) {
    // Inside another name, e.g. `MyShopify.shop`.
    if (at > 0 && /[\w$]/.test(script[at - 1] ?? '')) continue
    let next = at + name.length
    if (script[next] === '"' && script[at - 1] === '"') next++
    while (/\s/.test(script[next] ?? '')) next++
    if (script[next] !== sign || script[next + 1] === '=') continue
    const value = readJsonAt(script, next + 1)
    if (value !== undefined) return value
  }
  return undefined
}
