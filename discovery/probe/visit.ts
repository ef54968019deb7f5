import type { Page } from '#discovery/document/page.ts'
import { PASSWORD_PATH } from '#discovery/extract/classify-store.ts'
import { type PageValidators, validatorsOf } from './probe-result.ts'
import { ALLOW_ALL, type CachedRobots, parseRobots, type Robots } from './robots.ts'
import {
  type Answer,
  sendRequest,
  ended,
  MAX_REDIRECTS,
  moveTo,
  UNCLEAR,
  type Unchanged,
  type VisitDeps,
  type VisitState,
} from './visit-state.ts'

export type ProbeVisit = {
  get: (path: string) => Promise<Answer>
  /** Where the shop answers after redirects to its primary domain. */
  host: () => string
  /** Everything read so far, including robots.txt; its headers reveal the platform. */
  pages: () => readonly Page[]
  /**
   * Requests the page only if it changed since these validators; they apply if the answer's address
   * is theirs.
   */
  getIfChanged: (path: string, known: readonly PageValidators[]) => Promise<Answer | Unchanged>
  isRedirectedByPlatform: () => boolean
}

/**
 * One polite visit to a host: obeys robots.txt first, sends every request through the budget,
 * follows redirects one by one.
 */
export function startVisit(deps: VisitDeps, host: string, signal?: AbortSignal): ProbeVisit {
  const state: VisitState = {
    ...deps,
    host,
    signal,
    requests: 0,
    robots: new Map(),
    pages: [],
    isRedirectedByPlatform: false,
  }
  return {
    get: (path) => getPage(state, path),
    getIfChanged: (path, known) => get(state, path, known),
    host: () => state.host,
    pages: () => state.pages,
    isRedirectedByPlatform: () => state.isRedirectedByPlatform,
  }
}

async function get(
  state: VisitState,
  path: string,
  known: readonly PageValidators[],
): Promise<Answer | Unchanged> {
  if (await state.isOptedOut(state.host)) return ended({ kind: 'never', cause: 'opt_out' })
  let target = path
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const robots = state.robots.get(state.host) ?? (await readRobots(state))
    if ('kind' in robots) return robots
    if (!robots.isAllowed(target)) return { kind: 'forbidden' }
    const url = new URL(target, `https://${state.host}`)
    const answer = await sendRequest(
      state,
      url,
      known.find((page) => page.url === url.href) ?? null,
    )
    if (answer.kind !== 'redirect') return answer
    if (PASSWORD_PATH.test(answer.url.pathname) && !PASSWORD_PATH.test(target))
      return { kind: 'password' }
    const refusal = await moveTo(state, answer.url.host)
    if (refusal) return refusal
    target = answer.url.pathname + answer.url.search
  }
  return { kind: 'looped' }
}

async function getPage(state: VisitState, path: string): Promise<Answer> {
  const answer = await get(state, path, [])
  // Cannot happen: no validators were sent.
  return answer.kind === 'unchanged' ? ended(UNCLEAR) : answer
}

const PRODUCT_TOKEN = 'StoredawnBot'
/** Larger files are rare, and their rules would take too much memory. */
const MAX_KEPT_BYTES = 64 * 1024
/**
 * Eight requests with this pause between them still fit into a visit; hosts that demand longer
 * pauses are not visited.
 */
const MAX_CRAWL_DELAY_MS = 30_000

/**
 * RFC 9309: obey an existing file; a missing one (4xx) allows everything. Server errors have
 * already ended the visit.
 */
const robotsFrom = (page: Page, url: URL): CachedRobots => ({
  robots: page.status < 300 ? parseRobots(page.body, PRODUCT_TOKEN) : ALLOW_ALL,
  host: url.host,
  validators: validatorsOf(page),
})

function applyRobots(state: VisitState, hosts: string[], known: CachedRobots): Robots | Answer {
  const { robots, host } = known
  if (robots.crawlDelayMs > MAX_CRAWL_DELAY_MS) return ended({ kind: 'never', cause: 'robots' })
  for (const asked of [...hosts, host]) state.robots.set(asked, robots)
  if (robots.crawlDelayMs > 0) state.budget.setGap(host, robots.crawlDelayMs)
  return robots
}

function cacheRobots(
  state: VisitState,
  hosts: string[],
  known: CachedRobots,
  page: Page | null,
): Robots | Answer {
  if (page === null || page.body.length <= MAX_KEPT_BYTES)
    for (const host of hosts) state.robotsCache?.set(host, known)
  return applyRobots(state, hosts, known)
}

/** The rules of a host if they were read today, with the host that serves them. */
async function findCachedRobots(
  state: VisitState,
  hosts: string[],
): Promise<Robots | Answer | null> {
  const visited = state.host
  const known = state.robotsCache?.get(visited) ?? null
  if (!known?.isFresh) return null
  return (await moveTo(state, known.host)) ?? applyRobots(state, [...hosts, visited], known)
}

/**
 * From memory if at most a day old, else fetched. A shop with another primary domain redirects this
 * file too, and the visit goes on there: the rules apply to both hosts, and later pages need no
 * redirect.
 */
const readRobots = async (state: VisitState): Promise<Robots | Answer> =>
  state.robotsCache
    ? state.robotsCache.serialise(state.host, () => fetchRobots(state))
    : fetchRobots(state)

async function fetchRobots(state: VisitState): Promise<Robots | Answer> {
  const asked: string[] = []
  let url = new URL(`https://${state.host}/robots.txt`)
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const recalled = url.pathname === '/robots.txt' ? await findCachedRobots(state, asked) : null
    if (recalled) return recalled
    asked.push(url.host)
    const old = state.robotsCache?.get(url.host) ?? null
    const answer = await sendRequest(
      state,
      url,
      old?.validators?.url === url.href ? old.validators : null,
    )
    if (answer.kind === 'page')
      return cacheRobots(state, asked, robotsFrom(answer.page, url), answer.page)
    if (answer.kind === 'unchanged' && old) return cacheRobots(state, asked, old, null)
    // While robots.txt is unreadable, we do not know what it forbids.
    if (answer.kind === 'unreadable') return ended({ kind: 'not_a_store', reason: answer.why })
    if (answer.kind !== 'redirect')
      return answer.kind === 'unchanged' ? { kind: 'used_up' } : answer
    if (PASSWORD_PATH.test(answer.url.pathname) || answer.url.href === url.href) break
    const refusal = await moveTo(state, answer.url.host)
    if (refusal) return refusal
    url = answer.url
  }
  // Behind the password page, a loop or more than five redirects: RFC 9309 lets a crawler treat the
  // file as absent.
  state.robots.set(state.host, ALLOW_ALL)
  return ALLOW_ALL
}
