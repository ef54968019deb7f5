import { parseJson } from '#discovery/extract/json-value.ts'

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
 * The JSON value that begins at `start` (after white space), found by matching brackets and strings, so that apostrophes, brackets and
 * escapes inside values do no harm. Undefined without a JSON value.
 */
export function readJsonAt(source: string, start: number): unknown {
  let at = start
  while (at < source.length && /\s/.test(source[at] ?? '')) at++
  const first = source[at]
  if (first === '"') {
    const end = endOfString(source, at)
    return end < 0 ? undefined : parseJson(source.slice(at, end))
  }
  if (first === '{' || first === '[') {
    const end = endOfBrackets(source, at)
    return end < 0 ? undefined : parseJson(source.slice(at, end))
  }
  SINGLE_QUOTED.lastIndex = at
  const quoted = SINGLE_QUOTED.exec(source)
  if (quoted) return quoted[1]
  PLAIN.lastIndex = at
  return parseJson(PLAIN.exec(source)?.[0] ?? '')
}

/**
 * The first readable value that `script` assigns to `name`: `name = …` (`sign` '=') or `name: …` (`sign` ':').
 * `name` is taken literally, not as a pattern.
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
