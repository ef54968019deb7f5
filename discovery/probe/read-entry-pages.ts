import { DAY_MS } from '#contracts/dates.ts'
import type { Page } from '#discovery/document/page.ts'
import { siteOf, withoutWww } from '#discovery/document/urls.ts'
import { readMetaJson } from '#discovery/extract/meta-json.ts'
import { hasPlatformEvidence, hasPlatformHeaders, namesShop } from './classify-answer.ts'
import type { NoStoreReason, PageValidators, ProbeResult } from './probe-result.ts'
import type { Answer } from './visit-state.ts'
import type { ProbeVisit } from './visit.ts'

export type Stopped = { kind: 'stopped'; result: ProbeResult }

/** `home` is null if it cannot be read but meta.json identifies a shop. */
type EntryPages = {
  kind: 'read'
  meta: Page | null
  home: Page | null
  isProtected: boolean
  finalHost: string
}

export const stop = (result: ProbeResult): Stopped => ({ kind: 'stopped', result })
export const isStopped = (value: object | null): value is Stopped =>
  value !== null && 'kind' in value && value.kind === 'stopped'

const stopAs = (reason: NoStoreReason): Stopped => stop({ kind: 'not_a_store', reason })
const stopForADay = (): Stopped => stop({ kind: 'retry', cause: 'network', afterMs: DAY_MS })

/**
 * The cheap part of a visit that decides most visits: robots.txt, meta.json, home page. `known` =
 * from the last visit.
 */
export async function readEntryPages(
  visit: ProbeVisit,
  host: string,
  known: readonly PageValidators[] = [],
): Promise<Stopped | EntryPages> {
  const asked = await askMeta(visit, known)
  if (asked === 'unchanged') return stop({ kind: 'unchanged', finalHost: visit.host() })
  // The home page changed, so everything is read; so far only the home page is here.
  const homeFirst = asked.isUnchanged ? asked.answer : null
  if (homeFirst?.kind === 'ended') return stop(homeFirst.result)
  if (homeFirst?.kind === 'looped') return stopForADay()
  const metaAnswer = asked.isUnchanged ? await visit.get('/meta.json') : asked.answer
  if (metaAnswer.kind === 'ended') return stop(metaAnswer.result)
  const meta = metaAnswer.kind === 'page' ? metaAnswer.page : null
  const { answer, isProtected } =
    homeFirst?.kind === 'page'
      ? { answer: homeFirst, isProtected: false }
      : await askHome(visit, metaAnswer.kind === 'password' || homeFirst?.kind === 'password')
  const home = chooseHome(visit, host, answer, meta)
  if (isStopped(home)) return home
  if (!hasPlatformEvidence(visit.pages(), meta, home.page))
    return stopAs(
      isHeadless(visit, host, { meta, home: home.page }) ? 'headless' : 'other_platform',
    )
  return { kind: 'read', meta, home: home.page, isProtected, finalHost: visit.host() }
}

function domainChanged(visit: ProbeVisit, host: string): boolean {
  return withoutWww(visit.host()) !== withoutWww(host)
}

async function askHome(
  visit: ProbeVisit,
  isProtected: boolean,
): Promise<{ answer: Answer; isProtected: boolean }> {
  const first = await visit.get(isProtected ? '/password' : '/')
  if (first.kind !== 'password') return { answer: first, isProtected }
  return { answer: await visit.get('/password'), isProtected: true }
}

/** Classifies the host by a home page with an error status; null for any other status. */
function classifyHome(visit: ProbeVisit, home: Page): Stopped | null {
  if (home.status < 400) return null
  const pages = visit.pages()
  if (!pages.some(hasPlatformHeaders)) return stopAs('other_platform')
  // 404 from the platform: the shop is gone, or the address points at the platform without a shop.
  return stopAs(namesShop(pages) ? 'closed' : 'no_shop')
}

/**
 * Returns the home page to continue with, null if meta.json has to suffice, or why the visit ends
 * here.
 */
function chooseHome(
  visit: ProbeVisit,
  host: string,
  answer: Answer,
  meta: Page | null,
): Stopped | { page: Page | null } {
  switch (answer.kind) {
    case 'page':
      return classifyHome(visit, answer.page) ?? { page: answer.page }
    case 'unreadable':
      return readMetaJson(meta) ? { page: null } : stopAs(answer.why)
    case 'ended':
      return stop(answer.result)
    case 'forbidden':
      // If the host redirects to an unrelated host, that host's robots.txt says nothing about this
      // one.
      return domainChanged(visit, host)
        ? stopAs('unclear')
        : stop({ kind: 'never', cause: 'robots' })
    case 'looped':
    case 'used_up':
    case 'password':
      return stopForADay()
    default:
      return answer satisfies never
  }
}

/**
 * Pages made by other software for a shop of the platform carry marks in their headers or scripts.
 */
const HEADLESS_MARK = /hydrogen|oxygen|__remixContext|storefrontAccessToken/i
const HEADLESS_SCAN_BYTES = 256 * 1024

/**
 * Whether a page that is not a shop page still belongs to a shop: its meta.json identifies one, the
 * platform redirected us within one domain, or the page names the platform's own toolkit.
 */
export function isHeadless(
  visit: ProbeVisit,
  host: string,
  pages: { meta: Page | null; home: Page | null },
): boolean {
  if (readMetaJson(pages.meta) !== null) return true
  if (visit.isRedirectedByPlatform() && siteOf(visit.host()) === siteOf(host)) return true
  const { home } = pages
  if (!home) return false
  const poweredBy = home.headers['powered-by'] ?? ''
  if (/hydrogen|oxygen/i.test(poweredBy) || home.headers['oxygen-full-page-cache'] !== undefined)
    return true
  const text = new TextDecoder('latin1').decode(home.body.subarray(0, HEADLESS_SCAN_BYTES))
  return hasPlatformHeaders(home) && HEADLESS_MARK.test(text)
}

/**
 * Requests meta.json with its validators; if it has not changed, the home page decides whether its
 * content is needed.
 */
async function askMeta(
  visit: ProbeVisit,
  known: readonly PageValidators[],
): Promise<{ answer: Answer; isUnchanged: boolean } | 'unchanged'> {
  const first = await visit.getIfChanged('/meta.json', known)
  if (first.kind !== 'unchanged') return { answer: first, isUnchanged: false }
  const home = await visit.getIfChanged('/', known)
  if (home.kind === 'unchanged') return 'unchanged'
  return { answer: home, isUnchanged: true }
}
