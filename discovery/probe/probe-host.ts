import { readMetaJson } from '#discovery/extract/meta-json.ts'
import type { Page, StoreSnapshot, VisitPages } from '#discovery/extract/store-snapshot.ts'
import { contactPaths } from '#discovery/probe/contact-paths.ts'
import { mergeCatalogue } from '#discovery/probe/merge-catalogue.ts'
import type { Extracted } from '#discovery/probe/merge-catalogue.ts'
import { hasPlatformEvidence, hasPlatformHeaders, namesShop } from '#discovery/probe/platform-evidence.ts'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import { DAY_MS } from '#discovery/probe/retry-after.ts'
import { startVisit } from '#discovery/probe/visit.ts'
import type { Answer, Visit, VisitDeps } from '#discovery/probe/visit.ts'

export type ProbeDeps = Omit<VisitDeps, 'maxRequests'> & {
  /** May keep or transfer the bodies it gets: they are copies. */
  extract: (pages: VisitPages, visitedHost: string) => Promise<Extracted>
  /**
   * Are more requests worth their price, after home page, meta.json and the first catalogue page? False for shops that are
   * evidently old. Asked again after each step; default: always.
   */
  isWorthMore?: (snapshot: StoreSnapshot) => boolean
  maxRequests?: number
}

export type Probe = (host: string, signal?: AbortSignal) => Promise<ProbeResult>

const DEFAULT_MAX_REQUESTS = 8
const PRODUCTS_PER_PAGE = 250
/** The platform answers 400 beyond `page × limit` = 25,000. */
const MAX_CATALOGUE_PAGES = 100
const MAX_CONTACT_PAGES = 2

type Stopped = { kind: 'stopped'; result: ProbeResult }
type Read = { kind: 'read'; meta: Page | null; home: Page; isProtected: boolean }

const stop = (result: ProbeResult): Stopped => ({ kind: 'stopped', result })
const isStopped = (value: object | null): value is Stopped =>
  value !== null && 'kind' in value && value.kind === 'stopped'
const NO_SHOP: ProbeResult = { kind: 'not_a_store', reason: 'no_shop' }

const catalogueUrl = (page: number): string => `/products.json?limit=${PRODUCTS_PER_PAGE}&page=${page}`

/** Only an answer that can be a catalogue: the platform's own 404 and pages of other software are HTML. */
const isJson = ({ status, headers }: Page): boolean =>
  status === 200 && /\bjson\b/.test(headers['content-type'] ?? '')

const copyPage = <Kind extends Page | null>(page: Kind): Kind => page && { ...page, body: page.body.slice() }

/** Bodies are read again after an extraction, which may have transferred its own to another thread. */
function copyPages({ home, meta, products, contact }: VisitPages): VisitPages {
  return {
    home: copyPage(home),
    meta: copyPage(meta),
    products: copyPage(products),
    contact: contact.map(copyPage),
  }
}

function domainChanged(visit: Visit, host: string): boolean {
  const bare = (name: string) => name.replace(/^www\./, '')
  return bare(visit.host()) !== bare(host)
}

async function readHome(
  visit: Visit,
  isProtected: boolean,
): Promise<{ answer: Answer; isProtected: boolean }> {
  const first = await visit.get(isProtected ? '/password' : '/')
  if (first.kind !== 'password') return { answer: first, isProtected }
  return { answer: await visit.get('/password'), isProtected: true }
}

/** What a home page that cannot be read says about the host; null when it can. */
function judgeHome(visit: Visit, home: Page): ProbeResult | null {
  if (home.status < 400) return null
  const pages = visit.pages()
  if (!pages.some(hasPlatformHeaders)) return { kind: 'not_a_store', reason: 'other_platform' }
  // 404 of the platform: the shop is gone, or the address points at the platform without any shop behind it.
  return { kind: 'not_a_store', reason: namesShop(pages) ? 'closed' : 'no_shop' }
}

/** The cheap part of a visit that decides most of them: robots.txt, meta.json, home page. */
async function readEntrance(visit: Visit, host: string): Promise<Stopped | Read> {
  const meta = await visit.get('/meta.json')
  if (meta.kind === 'ended') return stop(meta.result)
  const metaPage = meta.kind === 'page' ? meta.page : null
  const { answer, isProtected } = await readHome(visit, meta.kind === 'password')
  switch (answer.kind) {
    case 'ended':
      return stop(answer.result)
    case 'forbidden':
      // The robots.txt of a stranger that the host redirects to is no word about the host.
      return stop(domainChanged(visit, host) ? NO_SHOP : { kind: 'never', cause: 'robots' })
    case 'used_up':
    case 'password':
      return stop({ kind: 'retry', cause: 'network', afterMs: DAY_MS })
    case 'page':
      break
    default:
      return answer satisfies never
  }
  const home = answer.page
  const verdict = judgeHome(visit, home)
  if (verdict) return stop(verdict)
  if (!hasPlatformEvidence(visit.pages(), metaPage, home))
    return stop({ kind: 'not_a_store', reason: 'other_platform' })
  return { kind: 'read', meta: metaPage, home, isProtected }
}

/**
 * One page of the catalogue; null where the shop publishes none. Without it a shop's age is guesswork, so trouble that will
 * pass ends the visit; a plain refusal of this one file does not, some merchants close it.
 */
async function readCatalogue(visit: Visit, page: number): Promise<Stopped | Page | null> {
  const answer = await visit.get(catalogueUrl(page))
  if (answer.kind === 'page') return isJson(answer.page) ? answer.page : null
  if (answer.kind !== 'ended') return null
  const { result } = answer
  return result.kind === 'retry' && result.cause !== 'refused_by_host' ? stop(result) : null
}

/** Number of the page with the oldest products; null when the first page holds all, or the platform would not serve it. */
function lastPageOf(meta: Page | null): number | null {
  const count = readMetaJson(meta)?.productCount ?? 0
  const last = Math.ceil(count / PRODUCTS_PER_PAGE)
  return last > 1 && last <= MAX_CATALOGUE_PAGES ? last : null
}

async function readContactPages(visit: Visit, home: Page): Promise<Page[]> {
  const pages: Page[] = []
  for (const path of contactPaths(home, MAX_CONTACT_PAGES)) {
    const answer = await visit.get(path)
    if (answer.kind === 'page' && answer.page.status === 200) pages.push(answer.page)
    if (answer.kind === 'ended' || answer.kind === 'used_up') break
  }
  return pages
}

const hasBothContacts = ({ emails, phones }: StoreSnapshot): boolean => emails.length > 0 && phones.length > 0

/** The pages that a shop gets only when it may be a new one: its oldest products, and where to reach it. */
async function readMore(
  deps: ProbeDeps,
  visit: Visit,
  host: string,
  pages: VisitPages & { home: Page },
  first: Extracted,
): Promise<Stopped | Extracted> {
  const isWorthMore = deps.isWorthMore ?? (() => true)
  let lastPart: Extracted | null = null
  const lastPage = isWorthMore(first.snapshot) && pages.products ? lastPageOf(pages.meta) : null
  if (lastPage !== null) {
    const products = await readCatalogue(visit, lastPage)
    if (isStopped(products)) return products
    if (products) lastPart = await deps.extract({ home: null, meta: pages.meta, products, contact: [] }, host)
  }
  const withLast = (found: Extracted) => (lastPart ? mergeCatalogue(found, lastPart) : found)
  const soFar = withLast(first)
  if (hasBothContacts(soFar.snapshot) || !isWorthMore(soFar.snapshot)) return soFar
  const contact = await readContactPages(visit, pages.home)
  return contact.length > 0 ? withLast(await deps.extract({ ...pages, contact }, host)) : soFar
}

function judgeNonStore(visit: Visit, snapshot: StoreSnapshot): ProbeResult {
  // Pages that take too long to read say nothing about the shop; try them once more on another day.
  if (snapshot.notStoreReason === 'extraction_timeout')
    return { kind: 'retry', cause: 'timeout', afterMs: DAY_MS }
  return visit.pages().some(hasPlatformHeaders) ? NO_SHOP : { kind: 'not_a_store', reason: 'other_platform' }
}

async function visitStore(deps: ProbeDeps, visit: Visit, host: string): Promise<ProbeResult> {
  const entrance = await readEntrance(visit, host)
  if (isStopped(entrance)) return entrance.result
  const { meta, home, isProtected } = entrance
  // A protected shop answers every other path with its password page.
  const products = isProtected ? null : await readCatalogue(visit, 1)
  if (isStopped(products)) return products.result
  const pages = { home, meta, products, contact: [] }
  const first = await deps.extract(pages, host)
  if (!first.snapshot.isStore) return judgeNonStore(visit, first.snapshot)
  const isOpen = !isProtected && first.snapshot.status?.value !== 'password_protected'
  const found = isOpen ? await readMore(deps, visit, host, pages, first) : first
  if (isStopped(found)) return found.result
  return { kind: 'store', finalHost: new URL(home.url).hostname, ...found }
}

/**
 * Visits one host politely and says what it is: robots.txt, meta.json, home page, catalogue, and for shops that are worth it the
 * catalogue's last page and up to two contact pages; at most `maxRequests` (8) requests, redirects included.
 * What the host answers never rejects; only a failing `extract` or `isOptedOut` does.
 */
export function createProbe(deps: ProbeDeps): Probe {
  const maxRequests = deps.maxRequests ?? DEFAULT_MAX_REQUESTS
  const extract: ProbeDeps['extract'] = (pages, host) => deps.extract(copyPages(pages), host)
  return async (host, signal) => {
    if (await deps.isOptedOut(host)) return { kind: 'never', cause: 'opt_out' }
    return visitStore({ ...deps, extract }, startVisit({ ...deps, maxRequests }, host, signal), host)
  }
}
