import type { Page } from '#discovery/document/page.ts'
import { checkUrl, type UrlCheck } from '#discovery/fetch/address-guard.ts'
import { type Fetch, type FetchOutcome, REDIRECT_STATUSES } from '#discovery/fetch/fetch-outcome.ts'
import type { Budget } from './budget.ts'
import { classifyAnswer, classifyRefusal, hasPlatformHeaders } from './classify-answer.ts'
import { conditionsOf, type PageValidators, type ProbeResult } from './probe-result.ts'
import type { Robots, RobotsCache } from './robots.ts'

export type VisitDeps = {
  fetch: Fetch
  budget: Budget
  now: () => Date
  /** Merchants who opted out; also checked for hosts that a shop redirects to. */
  isOptedOut: (host: string) => boolean | Promise<boolean>
  maxRequests: number
  /** Shared by all visits of a process; without it each visit fetches robots.txt itself. */
  robotsCache?: RobotsCache
}

/**
 * `page` = any readable answer, also 404. `password` = redirect to the password page, not followed.
 * `unreadable` = too large, or an unknown encoding. `looped` = more redirects than we follow.
 * `used_up` = no requests left. `ended` = the visit is over with this result.
 */
export type Answer =
  | { kind: 'page'; page: Page }
  | { kind: 'password' }
  | { kind: 'unreadable'; why: 'too_large' | 'unreadable' }
  | { kind: 'looped' }
  | { kind: 'forbidden' }
  | { kind: 'used_up' }
  | { kind: 'ended'; result: ProbeResult }

/** By its validators, the page has not changed. */
export type Unchanged = { kind: 'unchanged' }

type Hop = Answer | Unchanged | { kind: 'redirect'; url: URL }

export type VisitState = VisitDeps & {
  host: string
  signal: AbortSignal | undefined
  requests: number
  robots: Map<string, Robots>
  pages: Page[]
  /** The platform itself redirected the visit to another host. */
  isRedirectedByPlatform: boolean
}

const NOT_MODIFIED = 304

export const MAX_REDIRECTS = 5
export const UNCLEAR: ProbeResult = { kind: 'not_a_store', reason: 'unclear' }

export const ended = (result: ProbeResult): { kind: 'ended'; result: ProbeResult } => ({
  kind: 'ended',
  result,
})

/** Sends one request through the budget; if the host wants rest, all visits let it rest. */
export async function sendRequest(
  state: VisitState,
  url: URL,
  known: PageValidators | null = null,
): Promise<Hop> {
  if (state.requests >= state.maxRequests) return { kind: 'used_up' }
  state.requests += 1
  const { signal } = state
  const request = {
    url: url.href,
    maxRedirects: 0,
    ...(known && { headers: conditionsOf(known) }),
    ...(signal && { signal }),
  }
  const sent = await state.budget.run(url.hostname, () => sendAndRest(state, request), signal)
  if (sent.kind === 'retry') return ended({ kind: 'retry', cause: 'budget', afterMs: sent.afterMs })
  return readOutcome(state, url, sent.value, known !== null)
}

/** Runs inside the host's slot, so that queued requests find the host resting. */
async function sendAndRest(
  state: VisitState,
  request: Parameters<Fetch>[0],
): Promise<FetchOutcome> {
  const outcome = await state.fetch(request)
  if (outcome.kind !== 'response') return outcome
  const { hostname } = new URL(request.url)
  const now = state.now()
  const verdict = classifyAnswer(outcome, now)
  state.budget.record(hostname, outcome.status === 429 || outcome.status === 430)
  if (typeof verdict === 'object' && verdict?.kind === 'retry')
    state.budget.rest(hostname, now.getTime() + verdict.afterMs)
  return outcome
}

function readOutcome(
  state: VisitState,
  url: URL,
  outcome: FetchOutcome,
  isConditional: boolean,
): Hop {
  const now = state.now()
  const verdict = classifyAnswer(outcome, now)
  if (verdict === 'unreadable' || verdict === 'too_large')
    return { kind: 'unreadable', why: verdict }
  if (verdict) return ended(verdict)
  if (outcome.kind !== 'response') return ended(UNCLEAR)
  if (outcome.status === NOT_MODIFIED && isConditional) return { kind: 'unchanged' }
  const { status, headers, body } = outcome
  const page = { url: outcome.url, status, headers, body, fetchedAt: now.toISOString() }
  const target = redirectOf(outcome, url)
  if (target) {
    if (target.kind === 'ok' && target.url.host !== url.host && hasPlatformHeaders(page))
      state.isRedirectedByPlatform = true
    return target.kind === 'ok'
      ? { kind: 'redirect', url: target.url }
      : ended(classifyRefusal(target.reason))
  }
  state.pages.push(page)
  return { kind: 'page', page }
}

function redirectOf(
  outcome: Extract<FetchOutcome, { kind: 'response' }>,
  base: URL,
): UrlCheck | null {
  const location = outcome.headers['location']
  if (!REDIRECT_STATUSES.has(outcome.status) || location === undefined) return null
  return checkUrl(location, base)
}

/** Moves the visit to another host, unless that host opted out. */
export async function moveTo(state: VisitState, host: string): Promise<Answer | null> {
  if (host === state.host) return null
  if (await state.isOptedOut(host)) return ended({ kind: 'never', cause: 'opt_out' })
  state.host = host
  return null
}
