import { DAY_MS } from '#contracts/dates.ts'
import type { Page } from '#discovery/document/page.ts'
import { readMetaJson } from '#discovery/extract/meta-json.ts'
import { readPlatformHeaders } from '#discovery/extract/shop-globals.ts'
import {
  type FetchOutcome,
  type RefusalReason,
  retryAfterMs,
} from '#discovery/fetch/fetch-outcome.ts'
import type { ProbeResult, Retry } from './probe-result.ts'

type Response = Extract<FetchOutcome, { kind: 'response' }>
type Failure = Extract<FetchOutcome, { kind: 'failed' }>

/** Minimum delays for hosts that name none; callers should lengthen them with each retry. */
const RETRY_MS = {
  network: 45_000,
  serverError: 60_000,
  throttled: 60_000,
  /** 403 and 430: the platform rejects our requests. */
  refused: DAY_MS,
} as const

const CHALLENGE_MARK = /cf-chl|challenge-platform|<title>\s*just a moment|captcha/i
const CHALLENGE_SCAN_BYTES = 32 * 1024

/**
 * The result with which an answer ends the visit, for any page. Null if the page can be read;
 * `unreadable` or `too_large` if reading it is pointless.
 */
export function classifyAnswer(
  outcome: FetchOutcome,
  now: Date,
): ProbeResult | 'unreadable' | 'too_large' | null {
  switch (outcome.kind) {
    case 'response':
      return classifyResponse(outcome, now)
    case 'failed':
      return classifyFailure(outcome)
    case 'refused':
      return classifyRefusal(outcome.reason)
    default:
      return outcome satisfies never
  }
}

/** A challenge page that wants to verify a human, instead of the requested page. */
function isChallenge({ status, headers, body }: Response): boolean {
  if (headers['cf-mitigated'] === 'challenge') return true
  if (status !== 403 && status !== 503) return false
  return CHALLENGE_MARK.test(
    new TextDecoder('latin1').decode(body.subarray(0, CHALLENGE_SCAN_BYTES)),
  )
}

function classifyResponse(response: Response, now: Date): ProbeResult | null {
  const { status } = response
  const askedMs = retryAfterMs(response.headers, now) ?? 0
  const retry = (cause: Retry['cause'], minMs: number): Retry => ({
    kind: 'retry',
    cause,
    afterMs: Math.max(minMs, askedMs),
  })
  if (isChallenge(response)) return retry('challenge', RETRY_MS.refused)
  // The delay in the header replaces the default: that is the purpose of 429.
  if (status === 429) return retry('throttled', askedMs || RETRY_MS.throttled)
  if (status === 430 || status === 403) return retry('refused_by_host', RETRY_MS.refused)
  if (status === 402) return { kind: 'not_a_store', reason: 'frozen' }
  if (status === 423) return { kind: 'not_a_store', reason: 'locked' }
  if (status >= 500) return retry('server_error', RETRY_MS.serverError)
  return null
}

function classifyFailure(failure: Failure): Retry | 'unreadable' | 'too_large' {
  switch (failure.cause) {
    case 'timeout':
      return { kind: 'retry', cause: 'timeout', afterMs: RETRY_MS.network }
    case 'aborted':
      // Our own abort: the host may be asked again at once.
      return { kind: 'retry', cause: 'network', afterMs: 0 }
    case 'dns':
    case 'connect':
    case 'tls':
    case 'reset':
    case 'protocol':
    case 'redirects':
      return { kind: 'retry', cause: 'network', afterMs: RETRY_MS.network }
    // The host does answer; an immediate retry would return the same.
    case 'encoding':
      return 'unreadable'
    case 'too_large':
      return 'too_large'
    default:
      return failure.cause satisfies never
  }
}

/**
 * For addresses that are never requested: a private one, one that opted out, or a port, scheme or
 * form that no shop uses.
 */
export function classifyRefusal(reason: RefusalReason): ProbeResult {
  switch (reason) {
    case 'private_address':
    case 'opt_out':
      return { kind: 'never', cause: reason }
    case 'scheme':
    case 'port':
    case 'credentials':
    case 'bad_url':
      return { kind: 'not_a_store', reason: 'other_platform' }
    default:
      return reason satisfies never
  }
}

// Cheap and generous: it only saves a request and an extraction for pages that cannot be a shop;
// the extractors decide.
const MARKUP_MARK =
  /Shopify\.(?:shop|theme)|shopify-(?:digital-wallet|features)|cdn\.shopify\.com|\/cdn\/shop\//

/** In either generation of them. */
export function hasPlatformHeaders(page: Page): boolean {
  const { isPlatform, shopId, themeId } = readPlatformHeaders(page)
  return isPlatform || shopId !== null || themeId !== null
}

export function hasPlatformEvidence(
  pages: readonly Page[],
  meta: Page | null,
  home: Page | null,
): boolean {
  if (pages.some(hasPlatformHeaders) || readMetaJson(meta) !== null) return true
  return home !== null && MARKUP_MARK.test(new TextDecoder('latin1').decode(home.body))
}

/** Does a page name the shop that it belongs to? A platform address without a shop does not. */
export function namesShop(pages: readonly Page[]): boolean {
  return pages.some((page) => readPlatformHeaders(page).shopId !== null)
}
