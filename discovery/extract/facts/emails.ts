import { domainToASCII } from 'node:url'
import { parse } from 'tldts'
import { listOf, recordOf, textOf } from '#discovery/document/json.ts'
import { organizationsOf } from '#discovery/extract/linked-data.ts'
import type { ParsedPage } from '#discovery/extract/parsed-visit.ts'
import { type HtmlScan, INLINE_BREAK } from '#discovery/extract/scan-elements.ts'
import { type EmailAddress, type Fact, factOf } from '#discovery/extract/store-snapshot.ts'
import {
  AUTHORITY_HOST,
  PLACEHOLDER_DOMAINS,
  PLACEHOLDER_LOCALS,
  SERVICE_DOMAINS,
} from './email-blocklist.ts'
import {
  emailKindOf,
  FREE_MAIL_DOMAINS,
  isOwnDomain,
  namesTheShop,
  type OwnNames,
} from './email-kind.ts'

const MAX_EMAILS = 20

type Candidate = { text: string; path: string; label: 'observed' | 'detected' }

/** Contact addresses that the pages publish to visitors, the shop's own role addresses first. */
export function extractEmails(pages: ParsedPage[], own: OwnNames): Fact<EmailAddress>[] {
  const found = new Map<string, Found>()
  for (const page of pages) {
    for (const { text, path, label } of candidatesOf(page)) {
      const normalised = normaliseEmail(text, own.suffixes)
      if (!normalised) continue
      const known = found.get(normalised.address)
      if (known?.fact.value.isBusinessContact) continue
      const email = addressOf(normalised, own, page, path)
      if (known && !email.isBusinessContact) continue
      const rank =
        (email.isBusinessContact ? 0 : 4) +
        (email.kind === 'role' ? 0 : 2) +
        (isOwn(normalised, own) ? 0 : 1)
      found.set(normalised.address, { fact: factOf(email, label, page.page, path), rank })
    }
  }
  return [...found.values()]
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MAX_EMAILS)
    .map(({ fact }) => fact)
}

/** The page with a form that sends the shop a message; prefers a contact page to the home page. */
export function extractContactForm(pages: ParsedPage[]): Fact<string> | null {
  const withForm = pages.filter(({ scan }) => scan.hasContactForm)
  const found = withForm.find(({ isContact }) => isContact) ?? withForm[0]
  return found
    ? factOf(found.page.url, 'observed', found.page, 'form textarea[name^=contact]')
    : null
}

function linkedDataEmails(page: ParsedPage): Candidate[] {
  return organizationsOf(page.linkedData).flatMap((node) => {
    const points = [node, ...listOf(node['contactPoint']), node['contactPoint']].map(recordOf)
    return points.flatMap((point) =>
      emailsOfMailto(textOf(point['email'], 300) ?? '').map((text) => ({
        text,
        path: 'JSON-LD Organization.email',
        label: 'observed' as const,
      })),
    )
  })
}

/**
 * If the text shows another address than the link opens, the link is a leftover of the theme, and
 * visitors read the text.
 */
function mailLinkCandidates({ href, text, region }: HtmlScan['contactLinks'][number]): Candidate[] {
  const opened = emailsOfMailto(href)
  const shown = emailsInText(text)
  const isLeftover = shown.length > 0 && !shown.some((address) => isSameIn(opened, address))
  return (isLeftover ? shown : opened).map((address) => ({
    text: address,
    path: isLeftover ? `${region} text of a[href^=mailto]` : `${region} a[href^=mailto]`,
    label: 'observed',
  }))
}

const isSameIn = (addresses: string[], address: string): boolean =>
  addresses.some((other) => other.toLowerCase() === address.toLowerCase())

/**
 * Candidates on a page in order of trust: links first, then structured data, footer, and the rest
 * of the text.
 */
function candidatesOf(page: ParsedPage): Candidate[] {
  const { scan } = page
  const links = scan.contactLinks
    .filter(({ href }) => /^mailto:/i.test(href))
    .flatMap(mailLinkCandidates)
  const decoded = scan.protectedEmails.flatMap(({ hex, region }) => {
    const text = decodeProtectedEmail(hex)
    return text ? [{ text, path: `${region} [data-cfemail]`, label: 'detected' as const }] : []
  })
  const written = scan.textBlocks.flatMap(({ text, region }) =>
    emailsInText(text).map((found) => ({
      text: found,
      path: `${region} text`,
      label: text.includes(found) ? ('observed' as const) : ('detected' as const),
    })),
  )
  const footer = written.filter(({ path }) => path === 'footer text')
  const rest = written.filter(({ path }) => path !== 'footer text')
  return [...links, ...linkedDataEmails(page), ...decoded, ...footer, ...rest]
}

const isOwn = ({ address, domain }: { address: string; domain: string }, own: OwnNames): boolean =>
  isOwnDomain(domain, own) || namesTheShop(address.split('@')[0] ?? '', own)

const PRIVACY_PATH = /privacy|datenschutz|confidentialit|privacidad|gizlilik|kvkk/i

/**
 * Places where a shop states how to reach it. A personal address elsewhere in the text may belong
 * to anyone.
 */
const isContactPlace = ({ page, isContact }: ParsedPage, path: string): boolean =>
  !PRIVACY_PATH.test(page.url) && (isContact || !/^page (?:text|\[data-cfemail\])/.test(path))

function addressOf(
  normalised: NormalisedEmail,
  own: OwnNames,
  page: ParsedPage,
  path: string,
): EmailAddress {
  const { address, domain } = normalised
  const kind = emailKindOf(address, domain, own)
  const provider = isOwnDomain(domain, own)
    ? 'own'
    : FREE_MAIL_DOMAINS.has(domain)
      ? 'free_mail'
      : 'other'
  return {
    address,
    kind,
    provider,
    isBusinessContact: kind === 'role' || isContactPlace(page, path),
  }
}

type Found = { fact: Fact<EmailAddress>; rank: number }

// Package and image names: `logo@2x.png` has no public suffix, `icon@2x.ai` has one.
const DENSITY_HOST = /^\d+(?:\.\d+)?x\./
// Keys and hashes: Sentry DSNs, message ids.
const MACHINE_LOCAL = /^(?:[0-9a-f]{16,}|[0-9a-z]{32,}|(?:[0-9a-f]{4,}-){3,}[0-9a-f]+)$/i
const MACHINE_HOST = /(?:^|\.)(?:sentry|ingest|bugsnag|rollbar)\./

/** Removes a word that runs into the end of the host, e.g. `shop.comPhone`. */
const cutGluedWord = (host: string): string => host.replace(/(\.[a-z]{2,12})[A-Z][A-Za-z]*$/, '$1')

const isSoundLocal = (local: string): boolean =>
  local.length <= 64 &&
  /^[\x21-\x7e]+$/.test(local) &&
  !local.includes('..') &&
  !/^[.'-]|[.'-]$/.test(local) &&
  !MACHINE_LOCAL.test(local) &&
  !PLACEHOLDER_LOCALS.has(local.replaceAll(/[._-]/g, ''))

const isSoundHost = (host: string): boolean =>
  host !== '' && host.length <= 253 && !DENSITY_HOST.test(host) && !MACHINE_HOST.test(host)

type NormalisedEmail = { address: string; domain: string }

/**
 * Normalises a candidate: a usable address in lower case (host in ASCII), with its registrable
 * domain. Null for asset names, keys, examples, and the addresses of platforms, services and
 * authorities. A host needs a public suffix or a suffix of the shop's own hosts (`ownSuffixes`):
 * private networks and the demo world use special suffixes.
 */
function normaliseEmail(candidate: string, ownSuffixes: Set<string>): NormalisedEmail | null {
  const at = candidate.lastIndexOf('@')
  const escapeRest = /^u00[0-9a-f]{2}/
  const local = candidate.slice(0, at).toLowerCase().replace(escapeRest, '')
  const host = domainToASCII(cutGluedWord(candidate.slice(at + 1))).toLowerCase()
  if (!isSoundLocal(local) || !isSoundHost(host)) return null
  const { domain, publicSuffix, isIcann } = parse(host)
  if (!domain || !(isIcann || ownSuffixes.has(publicSuffix ?? ''))) return null
  const isForeign =
    PLACEHOLDER_DOMAINS.has(domain) || SERVICE_DOMAINS.has(domain) || AUTHORITY_HOST.test(host)
  return isForeign ? null : { address: `${local}@${host}`, domain }
}

const MAX_AT_SIGNS = 500
const BREAKS = new RegExp(`${INLINE_BREAK}+`, 'gu')
const AT_BREAKS = new RegExp(`${INLINE_BREAK}*([@\uff20])${INLINE_BREAK}*`, 'gu')
const LOCAL = /[\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}$/u
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,5}\p{L}{2,24}/u

// Round, square or curly brackets around "at" and "dot" in the supported languages.
const BRACKETED_AT = /\s{0,3}[[({<]\s?(?:at|@|ät|arroba|chez|kukac|собака)\s?[\])}>]\s{0,3}/giu
const BRACKETED_DOT = /\s{0,3}[[({<]\s?(?:dot|punkt|punto|ponto|point|nokta|\.)\s?[\])}>]\s{0,3}/giu
const SPOKEN =
  /(?<![\p{L}\p{N}._-])([\p{L}\p{N}._-]{2,64})\s(?:at|arroba)\s((?:[\p{L}\p{N}-]{1,63}\s(?:dot|punkt|punto|ponto|point|nokta)\s){1,4}\p{L}{2,24})(?![\p{L}\p{N}])/giu

/**
 * Joins the text of a block as a reader sees it. If an inline element ends next to an `@`, the
 * address continues across it. Everywhere else the boundary is a gap, because labels are often
 * separated by style only (`<b>E-mail</b><span>info@…</span>`).
 */
const joinInline = (text: string): string =>
  text
    .replaceAll(AT_BREAKS, '$1')
    .replaceAll(BREAKS, ' ')
    .replaceAll('\uff20', '@')
    .replaceAll(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')

const openBrackets = (text: string): string =>
  /[[({<]\s?(?:at|@|ät|arroba|chez|kukac|собака)\s?[\])}>]/iu.test(text)
    ? text.replaceAll(BRACKETED_AT, '@').replaceAll(BRACKETED_DOT, '.')
    : text

const openSpoken = (text: string): string => {
  if (!/\s(?:at|arroba)\s/i.test(text)) return text
  return text.replaceAll(SPOKEN, (_whole, local: string, domain: string) => {
    const host = domain.replaceAll(/\s(?:dot|punkt|punto|ponto|point|nokta)\s/giu, '.')
    return `${local}@${host} `
  })
}

/**
 * Candidates for e-mail addresses in a text, as written; plain or obfuscated in the usual ways. Not
 * yet checked.
 */
function emailsInText(block: string): string[] {
  const text = openSpoken(openBrackets(joinInline(block)))
  const found: string[] = []
  for (
    let at = text.indexOf('@'), count = 0;
    at >= 0 && count < MAX_AT_SIGNS;
    at = text.indexOf('@', at + 1), count++
  ) {
    const local = LOCAL.exec(text.slice(Math.max(0, at - 64), at))?.[0]
    const domain = local ? DOMAIN.exec(text.slice(at + 1, at + 200))?.[0] : undefined
    if (local && domain) found.push(`${local}@${domain}`)
  }
  return found
}

/** Addresses of a `mailto:` link: several, percent-encoded, with a subject. */
function emailsOfMailto(href: string): string[] {
  const [list = ''] = href.replace(/^mailto:/i, '').split('?')
  const plain = decodePercent(list)
  return plain.split(/[,;]/).flatMap((part) => emailsInText(part))
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The address behind a proxy's `data-cfemail`: the first byte is the key of a XOR over the rest.
 */
function decodeProtectedEmail(hex: string): string | null {
  if (!/^(?:[0-9a-f]{2}){4,200}$/i.test(hex)) return null
  const bytes = Buffer.from(hex, 'hex')
  const key = bytes[0] ?? 0
  const text = new TextDecoder().decode(bytes.subarray(1).map((byte) => byte ^ key))
  return emailsInText(text.split('?')[0] ?? '')[0] ?? null
}
