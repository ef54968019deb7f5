import { parse } from 'tldts'
import { FIRST_NAMES, FREE_MAIL_DOMAINS, ROLE_WORDS } from '#discovery/extract/contact/email-words.ts'

/** Names of the shop that identify its own mailboxes. */
export type OwnNames = {
  /** Registrable domains of the shop. */
  domains: Set<string>
  /** Endings of these domains, e.g. `co.uk`. */
  suffixes: Set<string>
  /** Slugs of at least four letters: shop name, platform handle, domain label. */
  slugs: string[]
}

const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

/** Collected from the shop's hosts and names. */
export function ownNamesOf(
  hosts: (string | null | undefined)[],
  names: (string | null | undefined)[],
): OwnNames {
  const parsed = hosts.flatMap((host) => (host ? [parse(host)] : []))
  const domains = parsed.flatMap(({ domain }) => domain ?? [])
  const suffixes = parsed.flatMap(({ publicSuffix }) => publicSuffix ?? [])
  const labels = domains.map((domain) => domain.split('.')[0])
  const slugs = [...names, ...labels].map((name) => slugOf(name ?? '')).filter((slug) => slug.length >= 4)
  return { domains: new Set(domains), suffixes: new Set(suffixes), slugs: [...new Set(slugs)] }
}

const tokensOf = (local: string): string[] => local.split(/[._+\d-]+/).filter((token) => token !== '')

/** `lumenundfilz` for the shop "Lumen & Filz": belongs to the shop even at a public mailbox provider. */
export function namesTheShop(text: string, own: OwnNames): boolean {
  const slug = slugOf(text)
  return (
    slug.length >= 4 &&
    own.slugs.some((name) => slug.includes(name) || (slug.length >= 5 && name.includes(slug)))
  )
}

export function isOwnDomain(domain: string, own: OwnNames): boolean {
  return (
    own.domains.has(domain) ||
    (!FREE_MAIL_DOMAINS.has(domain) && namesTheShop(domain.split('.')[0] ?? '', own))
  )
}

const hasRoleWord = (tokens: string[]): boolean =>
  tokens.some((token) => ROLE_WORDS.has(token) || (token.length > 6 && endsInRole(token)))

// `customersupport`, `shopkontakt`, `mystorehelp`: a role word of at least five letters at either end.
const endsInRole = (token: string): boolean =>
  [...ROLE_WORDS].some((word) => word.length >= 5 && (token.endsWith(word) || token.startsWith(word)))

/** `jane.doe`, `j.doe`, `jane`: looks like one person. */
function looksLikePerson(local: string, tokens: string[]): boolean {
  const [first = ''] = tokens
  if (FIRST_NAMES.has(first)) return true
  return /^[a-z]{1,12}[._][a-z]{3,20}$/.test(local) && !hasRoleWord(tokens)
}

/**
 * `role` = a mailbox of the business: a role word, the shop's own name, or any mailbox of the shop's domain that does not look like a
 * person. Everything else is `personal`, even if a shop publishes it as its contact.
 */
export function emailKindOf(address: string, domain: string, own: OwnNames): 'role' | 'personal' {
  const local = address.slice(0, address.lastIndexOf('@'))
  const tokens = tokensOf(local)
  if (hasRoleWord(tokens)) return 'role'
  if (namesTheShop(local, own) && !FIRST_NAMES.has(tokens[0] ?? '')) return 'role'
  if (looksLikePerson(local, tokens)) return 'personal'
  return isOwnDomain(domain, own) ? 'role' : 'personal'
}
