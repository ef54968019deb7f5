import type { Page } from '#discovery/extract/store-snapshot.ts'
import { checkUrl } from '#discovery/fetch/check-url.ts'
import type { UrlCheck } from '#discovery/fetch/check-url.ts'
import type { Fetch, FetchOutcome } from '#discovery/fetch/fetch-outcome.ts'
import type { Budget } from '#discovery/probe/budget.ts'
import { judgeAnswer, judgeRefusal } from '#discovery/probe/judge-answer.ts'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import { DAY_MS } from '#discovery/probe/retry-after.ts'
import { ALLOW_ALL, parseRobots } from '#discovery/probe/robots.ts'
import type { Robots } from '#discovery/probe/robots.ts'

const PRODUCT_TOKEN = 'StoredawnBot'

export type VisitDeps = {
  fetch: Fetch
  budget: Budget
  now: () => Date
  /** Merchants who asked to be left out; also asked about hosts that a shop redirects to. */
  isOptedOut: (host: string) => boolean | Promise<boolean>
  maxRequests: number
}

/**
 * `page` = any answer that is one to read, also 404. `password` = redirected to the platform's password page, not followed.
 * `unreadable` = too large, or in an encoding that cannot be undone. `forbidden` = by robots.txt. `used_up` = no request left for this visit. `ended` = the visit is over with this result.
 */
export type Answer =
  | { kind: 'page'; page: Page }
  | { kind: 'password' }
  | { kind: 'unreadable' }
  | { kind: 'forbidden' }
  | { kind: 'used_up' }
  | { kind: 'ended'; result: ProbeResult }

export type Visit = {
  get: (path: string) => Promise<Answer>
  /** Where the shop answers, after redirects to its primary domain. */
  host: () => string
  /** Everything read so far, robots.txt too; its headers tell the platform. */
  pages: () => readonly Page[]
}

const PASSWORD_PATH = /^(?:\/[a-z]{2}(?:-[a-z]{2,4})?)?\/password\/?$/i
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])
const MAX_REDIRECTS = 5
const NO_SHOP: ProbeResult = { kind: 'not_a_store', reason: 'no_shop' }

type Hop = { kind: 'page'; page: Page } | { kind: 'redirect'; url: URL } | Exclude<Answer, { kind: 'page' }>

type State = VisitDeps & {
  host: string
  signal: AbortSignal | undefined
  requests: number
  robots: Map<string, Robots>
  pages: Page[]
}

const ended = (result: ProbeResult): { kind: 'ended'; result: ProbeResult } => ({ kind: 'ended', result })

function redirectOf(outcome: Extract<FetchOutcome, { kind: 'response' }>, base: URL): UrlCheck | null {
  const location = outcome.headers['location']
  if (!REDIRECT_STATUSES.has(outcome.status) || location === undefined) return null
  return checkUrl(location, base)
}

/** One request, in its turn; a host that wants rest gets it from all visits. */
async function ask(state: State, url: URL): Promise<Hop> {
  if (state.requests >= state.maxRequests) return { kind: 'used_up' }
  state.requests += 1
  const { signal } = state
  const request = { url: url.href, maxRedirects: 0, ...(signal && { signal }) }
  const turn = await state.budget.run(url.hostname, () => state.fetch(request), signal)
  if (turn.kind === 'retry') return ended({ kind: 'retry', cause: 'budget', afterMs: turn.afterMs })
  return readOutcome(state, url, turn.value)
}

function readOutcome(state: State, url: URL, outcome: FetchOutcome): Hop {
  const now = state.now()
  const verdict = judgeAnswer(outcome, now)
  if (verdict === 'unreadable') return { kind: 'unreadable' }
  if (verdict?.kind === 'retry' && outcome.kind === 'response') {
    state.budget.rest(url.hostname, now.getTime() + verdict.afterMs)
  }
  if (verdict) return ended(verdict)
  if (outcome.kind !== 'response') return ended(NO_SHOP)
  const target = redirectOf(outcome, url)
  if (target?.kind === 'ok') return { kind: 'redirect', url: target.url }
  if (target) return ended(judgeRefusal(target.reason))
  const { status, headers, body } = outcome
  const page = { url: outcome.url, status, headers, body, fetchedAt: now.toISOString() }
  state.pages.push(page)
  return { kind: 'page', page }
}

/** Goes to another host: never to one that opted out. */
async function moveTo(state: State, host: string): Promise<Answer | null> {
  if (host === state.host) return null
  if (await state.isOptedOut(host)) return ended({ kind: 'never', cause: 'opt_out' })
  state.host = host
  return null
}

/** RFC 9309: a file that is there is obeyed, one that is not (4xx) allows all; server errors have ended the visit before. */
function robotsOf(page: Page): Robots {
  return page.status < 300 ? parseRobots(page.body, PRODUCT_TOKEN) : ALLOW_ALL
}

/**
 * Reads robots.txt of the visit's host, once. A shop whose primary domain is another one redirects the file as well, and the
 * visit goes on there at once: the rules hold for both, and later pages need no redirect.
 */
async function readRobots(state: State): Promise<Robots | Answer> {
  const asked: string[] = []
  let url = new URL(`https://${state.host}/robots.txt`)
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const known = state.robots.get(url.host)
    const answer = known ? null : await ask(state, url)
    // What robots.txt forbids is not known while nobody can read it.
    if (answer?.kind === 'unreadable') return ended({ kind: 'retry', cause: 'network', afterMs: DAY_MS })
    if (answer && answer.kind !== 'page' && answer.kind !== 'redirect') return answer
    asked.push(url.host)
    if (answer?.kind !== 'redirect') {
      const robots = known ?? (answer ? robotsOf(answer.page) : ALLOW_ALL)
      for (const host of asked) state.robots.set(host, robots)
      if (robots.crawlDelayMs > 0) state.budget.setGap(url.hostname, robots.crawlDelayMs)
      return robots
    }
    if (PASSWORD_PATH.test(answer.url.pathname) || answer.url.href === url.href) break
    const refusal = await moveTo(state, answer.url.host)
    if (refusal) return refusal
    url = answer.url
  }
  // Behind the password page, a loop or more than five redirects: RFC 9309 lets a crawler take the file as absent.
  state.robots.set(state.host, ALLOW_ALL)
  return ALLOW_ALL
}

async function get(state: State, path: string): Promise<Answer> {
  if (await state.isOptedOut(state.host)) return ended({ kind: 'never', cause: 'opt_out' })
  let target = path
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const robots = state.robots.get(state.host) ?? (await readRobots(state))
    if ('kind' in robots) return robots
    if (!robots.isAllowed(target)) return { kind: 'forbidden' }
    const answer = await ask(state, new URL(target, `https://${state.host}`))
    if (answer.kind !== 'redirect') return answer
    if (PASSWORD_PATH.test(answer.url.pathname) && !PASSWORD_PATH.test(target)) return { kind: 'password' }
    const refusal = await moveTo(state, answer.url.host)
    if (refusal) return refusal
    target = answer.url.pathname + answer.url.search
  }
  return ended(NO_SHOP)
}

/** One polite visit to a host: robots.txt first and obeyed, every request through the budget, redirects followed one by one. */
export function startVisit(deps: VisitDeps, host: string, signal?: AbortSignal): Visit {
  const state: State = { ...deps, host, signal, requests: 0, robots: new Map(), pages: [] }
  return { get: (path) => get(state, path), host: () => state.host, pages: () => state.pages }
}
