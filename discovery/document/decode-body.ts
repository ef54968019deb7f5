import type { Page } from './page.ts'

const MAX_PAGE_BYTES = 5 * 1024 * 1024

// Enough for every page we have seen: the standard requires the declaration within the first 1,024
// bytes.
const PRESCAN_BYTES = 4096

/**
 * The text of a page, at most `MAX_PAGE_BYTES` of it, in the encoding that it declares or, if that
 * is plainly wrong, in its actual encoding. Never throws: bytes that cannot be decoded become
 * U+FFFD.
 */
export function decodeBody(page: Pick<Page, 'body' | 'headers'>): string {
  const bytes = page.body.subarray(0, MAX_PAGE_BYTES)
  const named = sniffEncoding(bytes, page.headers['content-type'])
  const encoding = isUtf8InDisguise(named, bytes) ? 'utf-8' : named
  const text = new TextDecoder(encoding).decode(bytes)
  return encoding === 'utf-8' && isBroken(text)
    ? new TextDecoder('windows-1252').decode(bytes)
    : text
}

/**
 * The text of a file that is UTF-8 unless a byte order mark says UTF-16, such as robots.txt or
 * JSON.
 */
export const decodeUnicode = (bytes: Uint8Array): string =>
  new TextDecoder(encodingOfMark(bytes) ?? 'utf-8').decode(bytes)

/**
 * Encoding of a document: byte order mark, then header, then `<meta>`, then UTF-8 if the bytes are
 * valid, else windows-1252.
 */
export function sniffEncoding(bytes: Uint8Array, contentType: string | undefined): string {
  const [, double, single, bare] = CONTENT_CHARSET.exec(contentType ?? '') ?? []
  const declared =
    encodingOfMark(bytes) ?? encodingOf(double ?? single ?? bare) ?? encodingOfMeta(bytes)
  if (declared) return declared
  return !isAscii(bytes) && isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** WHATWG name of the encoding that `label` stands for; null for an unknown label. */
function encodingOf(label: string | undefined): string | null {
  if (!label) return null
  try {
    const name = new TextDecoder(label.trim().replace(/^["']|["']$/g, '')).encoding
    return name === 'replacement' ? null : name
  } catch {
    return null
  }
}

function encodingOfMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return null
}

const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g
const MARKUP =
  /<!--[\s\S]*?-->|<meta(?=[\s/])((?:"[^"]*"|'[^']*'|[^"'<>])*)>|<[/!?]?[a-z](?:"[^"]*"|'[^']*'|[^"'<>])*>/gi
const CONTENT_CHARSET = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i

function charsetOfAttributes(text: string): string | null {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, double ?? single ?? bare ?? '')
  }
  const named = encodingOf(attributes.get('charset'))
  if (named) return named
  if (attributes.get('http-equiv')?.toLowerCase() !== 'content-type') return null
  const [, double, single, bare] = CONTENT_CHARSET.exec(attributes.get('content') ?? '') ?? []
  return encodingOf(double ?? single ?? bare)
}

/**
 * Encoding named by a `<meta>` near the top: html.spec.whatwg.org, "prescan a byte stream to
 * determine its encoding".
 */
function encodingOfMeta(bytes: Uint8Array): string | null {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, PRESCAN_BYTES))
  for (const match of head.matchAll(MARKUP)) {
    const found = match[1] === undefined ? null : charsetOfAttributes(match[1])
    // A page whose `<meta>` was readable as ASCII is not UTF-16, whatever it claims.
    if (found?.startsWith('utf-16')) return 'utf-8'
    if (found) return found === 'x-user-defined' ? 'windows-1252' : found
  }
  return null
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80)

/**
 * Bytes with non-ASCII letters that are valid UTF-8 throughout are UTF-8, whatever a server's
 * default header says.
 */
const isUtf8InDisguise = (encoding: string, bytes: Uint8Array): boolean =>
  encoding === 'windows-1252' && !isAscii(bytes) && isUtf8(bytes)

/** Most non-ASCII letters decoded to U+FFFD: the bytes were not UTF-8. */
const isBroken = (text: string): boolean =>
  text.includes('\ufffd') &&
  (text.match(/\ufffd/g)?.length ?? 0) > (text.match(/[\u0080-\ufffc]/g)?.length ?? 0)
