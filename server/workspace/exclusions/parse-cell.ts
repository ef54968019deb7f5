import { domainToASCII, domainToUnicode } from 'node:url'
import { parse } from 'tldts'
import type { ExclusionKind, LineFault } from '#contracts/workspace/exclusions.ts'
import { isFreeMail } from '#server/platform/mail/email-address.ts'

export type Entry = { key: string; kind: ExclusionKind }
export type ParsedCell =
  | { entry: Entry; isSure: boolean }
  | { fault: LineFault; suggestion: string | null }

const PLATFORM = 'myshopify.com'
/** Hosts of the platform and its sites: a line with one would hide no shop, or all. */
const PLATFORM_HOST = /(?:^|\.)(?:myshopify\.(?:com|io)|shopify\.com|shop\.app)$/
const SHOP = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.myshopify\.com$/
const ADMIN_PAGE = /^admin\.shopify\.com\/store\/([a-z0-9-]+)/i
const HOST = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** Numbers of rows, telephones and prices, as tables have them beside addresses. */
const NUMBER = /^\+?[\d/(),-]+(?:\.\d+)?$/
const IP_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[?[\da-f]*:[\da-f:.]*:[\da-f:.]*\]?)$/i
const LOCAL_PART = /^[^\s@"(),:;<>[\\\]]{1,64}$/u
const NAMED_MAIL = /<\s*([^<>\s]+@[^<>\s]+)\s*>/
const WRITTEN_AT = /\s*[([{]\s*(?:at|ät|arroba|chez)\s*[)\]}]\s*|\s+at\s+/i
const WRITTEN_DOT = /\s*[([{]\s*(?:dot|punkt|punto|point|ponto)\s*[)\]}]\s*|\s+dot\s+/gi

const fault = (fault: LineFault, suggestion: string | null = null): ParsedCell => ({
  fault,
  suggestion,
})

/** What one cell of a line hides: an address of a shop, a domain or an e-mail address. */
export function parseCell(text: string): ParsedCell {
  const named = NAMED_MAIL.exec(text)?.[1]
  const cell = (named ?? text).trim().replace(/^mailto:/i, '')
  const isPage = /^[a-z][a-z0-9+.-]*:\/\//i.test(cell)
  if (!isPage && cell.includes('@')) return parseMail(cell)
  const mail = correctedMail(cell)
  if (mail !== null) return fault('notMail', mail)
  return parseAddress(cell)
}

function correctedMail(cell: string): string | null {
  if (!WRITTEN_AT.test(cell)) return null
  const mail = cell.replace(WRITTEN_AT, '@').replaceAll(WRITTEN_DOT, '.')
  const parsed = parseMail(mail)
  return 'entry' in parsed ? mail.toLowerCase() : null
}

function parseMail(cell: string): ParsedCell {
  const at = cell.lastIndexOf('@')
  const local = cell.slice(0, at).toLowerCase()
  const parsed = parseHost(cell.slice(at + 1))
  if (local !== '' && !LOCAL_PART.test(local)) return fault('notMail')
  if ('fault' in parsed) return parsed.fault === 'name' ? fault('notMail') : parsed
  const { key, kind } = parsed.entry
  if (kind !== 'host') return parsed
  if (local === '') return fault('publicMail')
  return { ...parsed, entry: { key: `${local}@${key}`, kind: 'address' } }
}

function parseAddress(cell: string): ParsedCell {
  const bare = cell.replace(/^[a-z][a-z0-9+.-]*:\/*|^\/\/|^https?\/\//i, (scheme) =>
    scheme.includes('/') ? '' : scheme,
  )
  const shop = ADMIN_PAGE.exec(bare)?.[1]
  if (shop) return fault('platform', `${shop.toLowerCase()}.${PLATFORM}`)
  const authority = bare.replace(/[/?#\\].*$/s, '')
  if (IP_ADDRESS.test(authority.replace(/:\d+$/, ''))) return fault('ipAddress')
  return parseHost(authority.replace(/^[^@\s]*@/, '').replace(/:\d*$/, ''))
}

function parseHost(text: string): ParsedCell {
  const plain = text.trim()
  if (plain === '' || /\s/u.test(plain) || NUMBER.test(plain)) return fault('name')
  const isWild = plain.startsWith('*.')
  const host = asciiHost(isWild ? plain.slice(2) : plain)
  if (IP_ADDRESS.test(host)) return fault('ipAddress')
  if (host !== '' && !host.includes('.')) return fault('noEnding')
  if (!HOST.test(host) || host.length > 253) return fault('malformed', withoutSlips(plain))
  const parsed = ofHost(host)
  return isWild && 'entry' in parsed ? fault('wildcard', parsed.entry.key) : parsed
}

/** Lower case, without `www.` and a final dot, in the letters of certificates. */
const asciiHost = (text: string): string =>
  domainToASCII(text.replace(/\.+$/, ''))
    .toLowerCase()
    .replace(/^(?:www\.)+(?=[^.]+\.)/, '')

/** `acme..com`, `acme.com'`: only what follows from the text alone. */
function withoutSlips(text: string): string | null {
  const host = asciiHost(
    text.replaceAll(/\.{2,}/g, '.').replaceAll(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, ''),
  )
  return HOST.test(host) && 'entry' in ofHost(host) ? host : null
}

function ofHost(host: string): ParsedCell {
  if (SHOP.test(host)) return { entry: { key: host, kind: 'shop' }, isSure: true }
  if (PLATFORM_HOST.test(host)) return fault('platform')
  const { domain, isIcann, isPrivate } = parse(host, { allowPrivateDomains: true })
  if (domain === null || (host.includes('xn--') && /(?:^|\.)xn--/.test(domainToUnicode(host))))
    return fault(domain === null ? 'ending' : 'malformed')
  const kind = isFreeMail(host) || isFreeMail(domain) ? 'host' : 'domain'
  return { entry: { key: host, kind }, isSure: isIcann === true || isPrivate === true }
}
