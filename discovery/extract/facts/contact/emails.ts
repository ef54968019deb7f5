import { domainToASCII } from 'node:url'
import { parse } from 'tldts'
import { foldText } from '#discovery/document/fold-text.ts'
import { recordOf, textOf } from '#discovery/document/json.ts'
import { percentDecoded } from '#discovery/document/urls.ts'
import type { ParsedPage } from '#discovery/extract/parsed-visit.ts'
import { type HtmlScan, INLINE_BREAK } from '#discovery/extract/scan-elements.ts'
import { type EmailAddress, type Fact, factOf } from '#discovery/extract/store-snapshot.ts'
import { AUTHORITY_HOST, isForeignDomain, isPlaceholderLocal } from './email-blocklist.ts'
import {
  emailKindOf,
  isOwnDomain,
  isRoleMailbox,
  namesTheShop,
  type OwnNames,
} from './email-kind.ts'
import { isFreeMail } from './free-mail.ts'
import { EMAIL_LABEL_AT_END, HANDLE_WORDS } from './email-words.ts'
import { OTHERS_BEGIN } from '#discovery/extract/facts/company/legal-words.ts'

const MAX_EMAILS = 20

type Candidate = {
  text: string
  path: string
  label: 'observed' | 'detected'
  /** The words right before it call it a contact. */
  isOffered?: boolean
  /** The sentence is about the host of the site, its maker or another service. */
  isOfOthers?: boolean
}

/** Contact addresses that the pages publish to visitors, the shop's own role addresses first. */
export function extractEmails(pages: ParsedPage[], own: OwnNames): Fact<EmailAddress>[] {
  const found = new Map<string, { fact: Fact<EmailAddress>; rank: number }>()
  for (const page of pages) {
    for (const { text, path, label, isOffered, isOfOthers } of candidatesOf(page)) {
      const normalised = normaliseEmail(text, own)
      if (!normalised || (isOfOthers && !isOwn(normalised, own))) continue
      const known = found.get(normalised.address)
      if (known?.fact.value.isBusinessContact) continue
      const email = addressOf(normalised, own, page, isOffered ? 'label' : path)
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

function linkedDataEmails({ organizations }: ParsedPage): Candidate[] {
  return organizations
    .flatMap((node) => [node, node['contactPoint']].flat())
    .flatMap((point) => emailsOfMailto(textOf(recordOf(point)['email'], 300) ?? ''))
    .map((text) => ({ text, path: 'JSON-LD Organization.email', label: 'observed' }))
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
      isOffered: isOffered(text, found),
      isOfOthers: isOfOthers(text, found),
    })),
  )
  const others = new Set(written.flatMap(({ text, isOfOthers }) => (isOfOthers ? text : [])))
  const footer = written.filter(({ path }) => path === 'footer text')
  const rest = written.filter(({ path }) => path !== 'footer text')
  return [...links, ...linkedDataEmails(page), ...decoded, ...footer, ...rest].map((each) =>
    others.has(each.text) ? { ...each, isOfOthers: true } : each,
  )
}

function isOfOthers(block: string, address: string): boolean {
  const text = joinInline(block)
  const before = text.slice(0, Math.max(0, text.indexOf(address)))
  const sentence =
    before
      .slice(-200)
      .split(/[!?|•·]|\.\s/u)
      .at(-1) ?? ''
  return OTHERS_BEGIN.test(foldText(sentence.trim()))
}

function isOffered(block: string, address: string): boolean {
  const text = joinInline(block)
  const at = text.indexOf(address)
  return at >= 0 && EMAIL_LABEL_AT_END.test(foldText(text.slice(Math.max(0, at - 60), at)))
}

const isOwn = ({ local, domain }: NormalisedEmail, own: OwnNames): boolean =>
  isOwnDomain(domain, own) || namesTheShop(local, own)

const PRIVACY_PATH = /privacy|datenschutz|confidentialit|privacidad|gizlilik|kvkk/i
/** Pages about terms name carriers, authorities and partners. */
const TERMS_PATH = /\/policies\/(?!contact-information|legal-notice)/i

/** Places where a shop states how to reach it. Elsewhere in the text an address may be anyone's. */
const isContactPlace = ({ page, isContact }: ParsedPage, path: string): boolean =>
  path === 'label' ||
  (!PRIVACY_PATH.test(page.url) &&
    ((isContact && !TERMS_PATH.test(page.url)) || !/^page (?:text|\[data-cfemail\])/.test(path)))

function addressOf(
  { address, local, domain }: NormalisedEmail,
  own: OwnNames,
  page: ParsedPage,
  path: string,
): EmailAddress {
  const kind = emailKindOf(local, domain, own)
  const provider = isOwnDomain(domain, own) ? 'own' : isFreeMail(domain) ? 'free_mail' : 'other'
  return {
    address,
    kind,
    provider,
    isBusinessContact:
      (kind === 'role' && (provider !== 'other' || namesTheShop(local, own))) ||
      isContactPlace(page, path),
  }
}

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
  !isPlaceholderLocal(local)

const isSoundHost = (host: string): boolean =>
  host !== '' && host.length <= 253 && !DENSITY_HOST.test(host) && !MACHINE_HOST.test(host)

type NormalisedEmail = { address: string; local: string; domain: string }

/**
 * Normalises a candidate: a usable address in lower case (host in ASCII), with its registrable
 * domain. Null for asset names, keys, examples, and the addresses of platforms, services and
 * authorities. A host needs a public suffix or a suffix of the shop's own hosts:
 * private networks and the demo world use special suffixes.
 */
function normaliseEmail(candidate: string, own: OwnNames): NormalisedEmail | null {
  const at = candidate.lastIndexOf('@')
  const escapeRest = /^u00[0-9a-f]{2}/
  const local = candidate.slice(0, at).toLowerCase().replace(escapeRest, '')
  const host = domainToASCII(cutGluedWord(candidate.slice(at + 1))).toLowerCase()
  if (!isSoundLocal(local) || !isSoundHost(host)) return null
  const { domain, publicSuffix, isIcann } = parse(host)
  if (!domain || !(isIcann || own.suffixes.has(publicSuffix ?? ''))) return null
  const isExample = local === domain.split('.')[0] && isRoleMailbox(local)
  const isForeign =
    !own.domains.has(domain) && (isExample || isForeignDomain(domain) || AUTHORITY_HOST.test(host))
  return isForeign ? null : { address: `${local}@${host}`, local, domain }
}

const MAX_AT_SIGNS = 500
const BREAKS = new RegExp(`${INLINE_BREAK}+`, 'gu')
const AT_BREAKS = new RegExp(`(${INLINE_BREAK}*)([@\uff20])(${INLINE_BREAK}*)`, 'gu')
/** A dot of a host in a separate element. */
const DOT_BREAKS = new RegExp(
  `(@[\\p{L}\\p{N}-]{1,63})${INLINE_BREAK}{1,8}\\.${INLINE_BREAK}{1,8}(?=\\p{L})`,
  'gu',
)
const LOCAL = /[\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}$/u
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,5}\p{L}{2,24}/u

// Round, square or curly brackets around "at" and "dot" in the supported languages.
const BRACKETED_AT = /\s{0,3}[[({<]\s?(?:at|@|ät|arroba|chez|kukac|собака)\s?[\])}>]\s{0,3}/giu
const BRACKETED_DOT = /\s{0,3}[[({<]\s?(?:dot|punkt|punto|ponto|point|nokta|\.)\s?[\])}>]\s{0,3}/giu
const SPOKEN =
  /(?<![\p{L}\p{N}._-])([\p{L}\p{N}._-]{2,64})\s(?:at|arroba)\s((?:[\p{L}\p{N}-]{1,63}\s(?:dot|punkt|punto|ponto|point|nokta)\s){1,4}\p{L}{2,24})(?![\p{L}\p{N}])/giu

/**
 * Whether the text before an `@` that begins an element is the local part of an address. Never the
 * name of a network or a call to follow, which a handle comes after. With the name in the same
 * element (`@name.tld`) it has the form of a handle, and only a mailbox behind a label or by itself
 * counts.
 */
function isLocalPart(before: string, isHandle: boolean): boolean {
  const plain = before.replaceAll(BREAKS, ' ')
  const clause = isHandle ? plain : (plain.split(/[:：|·•]/u).at(-1) ?? '')
  const words = clause.split(/[\s:：|·•,;()]+/u)
  const word = words.at(-1) ?? ''
  if (word === '' || words.some((each) => HANDLE_WORDS.has(foldText(each)))) return false
  if (!isHandle) return true
  const rest = plain.slice(0, plain.length - word.length)
  const isAlone = /(?:^|[:：|·•,;()?!])\s*$/u.test(rest)
  return (
    EMAIL_LABEL_AT_END.test(foldText(rest)) ||
    (isAlone && word === word.toLowerCase() && isRoleMailbox(word))
  )
}

/**
 * Joins the text of a block as a reader sees it. If an inline element ends next to an `@`, the
 * address continues across it. Everywhere else the boundary is a gap, because labels are often
 * separated by style only (`<b>E-mail</b><span>info@…</span>`).
 */
const joinInline = (text: string): string =>
  text
    .replaceAll(AT_BREAKS, (_all, before: string, _at, after: string, place: number) => {
      const isJoined =
        before === '' || isLocalPart(text.slice(Math.max(0, place - 60), place), after === '')
      return `${isJoined ? '' : ' '}@`
    })
    .replaceAll(DOT_BREAKS, '$1.')
    .replaceAll(BREAKS, ' ')
    .replaceAll(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')

const MAY_HAVE_ADDRESS =
  /[@\uff20]|[[({<]\s?(?:at|ät|arroba|chez|kukac|собака)\s?[\])}>]|[\s\u2063](?:at|arroba)[\s\u2063]/iu

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
  if (!MAY_HAVE_ADDRESS.test(block)) return []
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
  return percentDecoded(list).split(/[,;]/).flatMap(emailsInText)
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
