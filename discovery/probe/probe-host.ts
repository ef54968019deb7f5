import { DAY_MS } from '#contracts/dates.ts'
import type { ResolveHost } from '#discovery/dns/resolver.ts'
import type { Page } from '#discovery/document/page.ts'
import { readMetaJson } from '#discovery/extract/meta-json.ts'
import type { StoreSnapshot, VisitPages } from '#discovery/extract/store-snapshot.ts'
import type { DatedSignal } from '#discovery/launch/dated-signals.ts'
import type { ProductRecord } from '#discovery/products/parse-products.ts'
import { hasPlatformHeaders } from './classify-answer.ts'
import { type PageValidators, type ProbeResult, validatorsOf } from './probe-result.ts'
import { isHeadless, isStopped, readEntryPages, stop, type Stopped } from './read-entry-pages.ts'
import type { VisitDeps } from './visit-state.ts'
import { type ProbeVisit, startVisit } from './visit.ts'

export type Extracted = { snapshot: StoreSnapshot; products: ProductRecord[] }

export type ProbeDeps = Omit<VisitDeps, 'maxRequests'> & {
  /** Must not modify or transfer the page bodies: they are read again. */
  extract: (pages: VisitPages, visitedHost: string) => Promise<Extracted>
  /**
   * Are further requests worthwhile after home page, meta.json and the first catalogue page? False
   * for shops that are evidently old. Called again after each step; default: always.
   */
  isWorthMore?: (snapshot: StoreSnapshot) => boolean
  /** Where a host points; default: at the platform. */
  resolveHost?: ResolveHost
  maxRequests?: number
  /**
   * Validators from the last visit to this host's store, so that unchanged pages are not sent
   * again.
   */
  known?: readonly PageValidators[]
}

type Probe = (host: string, signal?: AbortSignal) => Promise<ProbeResult>

const DEFAULT_MAX_REQUESTS = 8
const PRODUCTS_PER_PAGE = 250
/** For catalogues whose texts make a full page too large to read. */
const FEWER_PRODUCTS_PER_PAGE = 30
/** The platform answers 400 beyond `page × limit` = 25,000. */
const MAX_CATALOGUE_PAGES = 100
const MAX_CONTACT_PAGES = 2
const UNREAD = new Set(['extraction_timeout', 'extraction_failed'])

/**
 * Visits one host politely: robots.txt, meta.json, home page, catalogue, and for shops that are
 * worth it the catalogue's last page and two contact pages; at most `maxRequests` (8), redirects
 * included. Rejects only if `extract` or `isOptedOut` does.
 */
export function createProbe(deps: ProbeDeps): Probe {
  return async (host, signal) => {
    if (await deps.isOptedOut(host)) return { kind: 'never', cause: 'opt_out' }
    const visit = startVisit({ maxRequests: DEFAULT_MAX_REQUESTS, ...deps }, host, signal)
    return visitStore(deps, visit, host)
  }
}

const catalogueUrl = (page: number, perPage = PRODUCTS_PER_PAGE): string =>
  `/products.json?limit=${perPage}&page=${page}`

/**
 * Accepts only responses that can be a catalogue: the platform's 404 and pages of other software
 * are HTML.
 */
const isJson = ({ status, headers }: Page): boolean =>
  status === 200 && /\bjson\b/.test(headers['content-type'] ?? '')

/**
 * One page of the catalogue; null if the shop publishes none. Without it a shop's age is guesswork,
 * so temporary trouble ends the visit. A refusal of this file alone does not, because some
 * merchants block it.
 */
async function fetchCatalogue(visit: ProbeVisit, page: number): Promise<Stopped | Page | null> {
  let answer = await visit.get(catalogueUrl(page))
  if (answer.kind === 'unreadable' && page === 1)
    answer = await visit.get(catalogueUrl(page, FEWER_PRODUCTS_PER_PAGE))
  if (answer.kind === 'page') return isJson(answer.page) ? answer.page : null
  if (answer.kind !== 'ended') return null
  const { result } = answer
  return result.kind === 'retry' && result.cause !== 'refused_by_host' ? stop(result) : null
}

/**
 * Number of the page with the oldest products; null if the first page holds all, or if the platform
 * would not serve that page.
 */
function lastPageOf(meta: Page | null): number | null {
  const count = readMetaJson(meta)?.productCount ?? 0
  const last = Math.ceil(count / PRODUCTS_PER_PAGE)
  return last > 1 && last <= MAX_CATALOGUE_PAGES ? last : null
}

/** `trouble`: what ended the reading early. */
async function fetchContactPages(
  visit: ProbeVisit,
  home: Page | null,
): Promise<{ contact: Page[]; trouble: ProbeResult | null }> {
  const contact: Page[] = []
  for (const path of contactPaths(home)) {
    const answer = await visit.get(path)
    if (answer.kind === 'page' && answer.page.status === 200) contact.push(answer.page)
    if (answer.kind === 'ended') return { contact, trouble: answer.result }
    if (answer.kind === 'used_up') break
  }
  return { contact, trouble: null }
}

const hasBothContacts = ({ emails, phones }: StoreSnapshot): boolean =>
  emails.length > 0 && phones.length > 0

/**
 * Pages that are requested only if the shop may be new: its oldest products, and how to reach it.
 */
async function readMore(
  deps: ProbeDeps,
  visit: ProbeVisit,
  host: string,
  pages: VisitPages,
  first: Extracted,
): Promise<Stopped | (Extracted & { trouble: ProbeResult | null })> {
  const isWorthMore = deps.isWorthMore ?? (() => true)
  let lastPart: Extracted | null = null
  const lastPage = isWorthMore(first.snapshot) && pages.products ? lastPageOf(pages.meta) : null
  if (lastPage !== null) {
    const products = await fetchCatalogue(visit, lastPage)
    if (isStopped(products)) return products
    if (products)
      lastPart = await deps.extract({ home: null, meta: pages.meta, products, contact: [] }, host)
  }
  const withLast = (found: Extracted) => (lastPart ? mergeCatalogue(found, lastPart) : found)
  const soFar = withLast(first)
  if (hasBothContacts(soFar.snapshot) || !isWorthMore(soFar.snapshot))
    return { ...soFar, trouble: null }
  const { contact, trouble } = await fetchContactPages(visit, pages.home)
  if (contact.length === 0) return { ...soFar, trouble }
  const found = await deps.extract({ ...pages, contact }, host)
  return found.snapshot.isStore
    ? { ...withLast(found), trouble }
    : { ...soFar, trouble: UNREAD_CONTACTS }
}

/** Contact pages that hang or crash the extractor do not undo what the other pages say. */
const UNREAD_CONTACTS: ProbeResult = { kind: 'retry', cause: 'timeout', afterMs: 0 }

type MetaAndHome = { meta: Page | null; home: Page | null }

function classifyNonStore(
  visit: ProbeVisit,
  host: string,
  pages: MetaAndHome,
  snapshot: StoreSnapshot,
): ProbeResult {
  // Pages that hang or crash the extractor say nothing about the shop; retry once more on another
  // day.
  if (UNREAD.has(snapshot.notStoreReason ?? ''))
    return { kind: 'retry', cause: 'timeout', afterMs: DAY_MS }
  if (isHeadless(visit, host, pages)) return { kind: 'not_a_store', reason: 'headless' }
  return {
    kind: 'not_a_store',
    reason: visit.pages().some(hasPlatformHeaders) ? 'unclear' : 'other_platform',
  }
}

/**
 * Both validators or none: with only one, half a visit could call a store unchanged. None for a
 * password page, since the shop behind it may change.
 */
function keptValidators(
  isOpen: boolean,
  { meta, home }: MetaAndHome,
): { validators?: PageValidators[] } {
  const kept = [meta, home]
    .map((page) => page && validatorsOf(page))
    .filter((page) => page !== null)
  return isOpen && kept.length === 2 ? { validators: kept } : {}
}

/** Did any server but the platform's answer for the store's host, or name the shop? */
async function isOffPlatform(
  { resolveHost }: ProbeDeps,
  finalHost: string,
  { shop, shopId }: StoreSnapshot,
): Promise<boolean> {
  if (!resolveHost) return false
  const named = [shop, shopId].flatMap((fact) => (fact ? [new URL(fact.evidence.url).host] : []))
  const answers = await Promise.all([...new Set([finalHost, ...named])].map(resolveHost))
  return answers.some((answer) => answer.kind !== 'platform' || answer.isShared === true)
}

async function visitStore(deps: ProbeDeps, visit: ProbeVisit, host: string): Promise<ProbeResult> {
  const entry = await readEntryPages(visit, host, deps.known)
  if (isStopped(entry)) return entry.result
  const { meta, home, isProtected, finalHost } = entry
  // A protected shop redirects every other path to its password page.
  const products = isProtected ? null : await fetchCatalogue(visit, 1)
  if (isStopped(products)) return products.result
  const pages = { home, meta, products, contact: [] }
  const first = await deps.extract(pages, host)
  if (!first.snapshot.isStore) return classifyNonStore(visit, host, pages, first.snapshot)
  const isOpen = !isProtected && first.snapshot.status?.value !== 'password_protected'
  const more = isOpen
    ? await readMore(deps, visit, host, pages, first)
    : { ...first, trouble: null }
  if (isStopped(more)) return more.result
  const { trouble, ...found } = more
  return {
    kind: 'store',
    finalHost,
    ...((await isOffPlatform(deps, finalHost, found.snapshot)) && { isOffPlatform: true }),
    ...found,
    // Without validators the next visit reads everything, including the contact page that failed
    // this time.
    ...(trouble === null && keptValidators(isOpen, pages)),
    ...(trouble?.kind === 'retry' && { contactTrouble: trouble }),
  }
}

/**
 * Paths that may show a shop's address, best first: the platform's contact policy, contact pages in
 * many languages, imprints.
 */
const RANKED = [
  /\/policies\/contact-information\/?$/,
  /\/pages\/[^/]*(?:contact|contatt|contato|kontakt|iletisim|i%cc%87leti|bize-ulasin|get-in-touch|reach-us|write-to-us|toiawase|inquiry|yhteystiedot|%e3%81%8a%e5%95%8f|%e8%81%94%e7%b3%bb|%e8%81%af%e7%b5%a1)[^/]*\/?$/,
  /\/(?:policies\/legal-notice|pages\/(?:impressum|imprint|mentions-legales|aviso-legal|note-legali|tokushoho|tokutei|%e7%89%b9%e5%ae%9a%e5%95%86|%e7%89%b9%e5%95%86%e6%b3%95)[^/]*)\/?$/,
]

/** Requested if the home page links to nothing better. */
const USUAL = ['/policies/contact-information', '/pages/contact']

// Quantifiers are bounded, so even a hostile page takes time linear in its length.
const HREF = /\bhref\s{0,3}=\s{0,3}["']?([^"'<>\s]{1,300})/gi
const MAX_SCANNED_BYTES = 2 * 1024 * 1024

const rankOf = (path: string): number => RANKED.findIndex((pattern) => pattern.test(path))

/** The same page in another language is not a second source. */
const withoutLocale = (path: string): string =>
  path.replace(/^\/[a-z]{2}(?:-[a-z]{2,4})?(?=\/(?:pages|policies)\/)/i, '')

/**
 * Links to the shop itself, as written on the page, each page in the language with the shortest
 * path.
 */
function linkedPaths(home: Page): string[] {
  const html = new TextDecoder().decode(home.body.subarray(0, MAX_SCANNED_BYTES))
  const { host } = new URL(home.url)
  const paths = new Map<string, string>()
  for (const [, href = ''] of html.matchAll(HREF)) {
    if (!/pages|policies/.test(href)) continue
    const url = URL.parse(href.replaceAll('&amp;', '&'), home.url)
    if (url?.host !== host || rankOf(url.pathname.toLowerCase()) === -1) continue
    const key = withoutLocale(url.pathname)
    const known = paths.get(key)
    if (known === undefined || url.pathname.length < known.length) paths.set(key, url.pathname)
  }
  return [...paths.values()]
}

/** Paths that probably state how to reach the shop, most promising first. */
export function contactPaths(home: Page | null): string[] {
  const byRank = (a: string, b: string) => rankOf(a.toLowerCase()) - rankOf(b.toLowerCase())
  const linked = home ? linkedPaths(home).sort(byRank) : []
  const usual = USUAL.filter((path) => !linked.some((known) => withoutLocale(known) === path))
  return [...linked, ...usual].slice(0, MAX_CONTACT_PAGES)
}

const isOldest = (signal: DatedSignal): boolean => signal.kind.startsWith('oldest_product')

/**
 * For each date that indicates the shop's age, keeps the earlier one of the two pages, with that
 * page as evidence.
 */
function keepOldestDates(first: DatedSignal[], last: DatedSignal[]): DatedSignal[] {
  const lastOldest = new Map(last.filter(isOldest).map((signal) => [signal.kind, signal]))
  const merged = first.map((signal) => {
    const other = lastOldest.get(signal.kind)
    lastOldest.delete(signal.kind)
    return other && Date.parse(other.at) < Date.parse(signal.at) ? other : signal
  })
  return [...merged, ...lastOldest.values()]
}

/** Adds the facts of the last catalogue page to the rest of the visit. */
function mergeCatalogue(visit: Extracted, last: Extracted): Extracted {
  const known = new Set(visit.products.map(({ productId }) => productId))
  return {
    snapshot: {
      ...visit.snapshot,
      signals: keepOldestDates(visit.snapshot.signals, last.snapshot.signals),
    },
    products: [
      ...visit.products,
      ...last.products.filter(({ productId }) => !known.has(productId)),
    ],
  }
}
