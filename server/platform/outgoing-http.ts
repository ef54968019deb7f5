import { readFileSync } from 'node:fs'
import { createResolver } from '#discovery/dns/resolver.ts'
import { checkUrl } from '#discovery/fetch/address-guard.ts'
import { parseConnectTo } from '#discovery/fetch/connect-to.ts'
import type { FailureCause, RefusalReason } from '#discovery/fetch/fetch-outcome.ts'
import { createGuardedFetch } from '#discovery/fetch/guarded-fetch.ts'
import type { Config } from './config.ts'

/**
 * The second try waits twice as long: three seconds in all, since the slowest name of a batch holds
 * up the batch. It is tried again soon.
 */
const DNS_TIMEOUT_MS = 1_000
const DNS_TRIES = 2
/**
 * More parallel queries overflow the receive buffer of a resolver on the same machine, and a lost
 * answer costs a time-out.
 */
const MAX_DNS_QUERIES = 100

/**
 * The settings of all outgoing traffic to hosts of others: names, routes, trust, and our user
 * agent.
 */
export function readOutgoingSettings(config: Config, agent = 'StoredawnBot') {
  const { lookup, resolveHost } = createResolver({
    servers: config.DNS_SERVERS,
    timeoutMs: DNS_TIMEOUT_MS,
    tries: DNS_TRIES,
    maxInFlight: MAX_DNS_QUERIES,
  })
  const guarded = {
    lookup,
    connectTo: parseConnectTo(config.CONNECT_TO),
    userAgent: `${agent}/1.0 (${contactOf(config)})`,
    extraCa: config.EXTRA_CA_FILE ? readFileSync(config.EXTRA_CA_FILE, 'utf8') : null,
  }
  return { resolveHost, guarded }
}

/** Log operators, merchants and the receivers of webhooks must be able to reach us. */
const contactOf = ({ PROBE_CONTACT: contact }: Config): string =>
  `${contact.startsWith('https:') ? '+' : ''}${contact}`

/** Null for an address that our requests may not reach, or only unencrypted. */
export function readPublicUrl(text: string): URL | null {
  const check = checkUrl(text)
  return check.kind === 'ok' && check.url.protocol === 'https:' ? check.url : null
}

/** The address is a stranger's, so little is read of its answer, and not for long. */
const MAX_ANSWER_BYTES = 1024 * 1024
const ANSWER_WITHIN_MS = 10_000
/**
 * To one receiver as well: it may be slow, and a request that waits for a connection must not time
 * out because of that.
 */
const POST_LIMITS = { maxInFlight: 16, maxSocketsPerHost: 16 }

type PostRequest = {
  url: string
  headers: Record<string, string>
  body: string
  signal?: AbortSignal
}
export type PostOutcome =
  | { kind: 'answered'; status: number }
  /** There was no answer, or our own guard refused to ask for one. */
  | { kind: 'unanswered'; reason: RefusalReason | Exclude<FailureCause, 'aborted'> }
  /** By the signal: this says nothing about the receiver. */
  | { kind: 'aborted' }
export type Post = (request: PostRequest) => Promise<PostOutcome>

/**
 * POST to addresses that users entered: with the crawler's guard against private addresses and odd
 * ports, and without redirects.
 */
export function openPost(config: Config, agent: string): Post & AsyncDisposable {
  const fetch = createGuardedFetch({
    ...readOutgoingSettings(config, agent).guarded,
    limits: POST_LIMITS,
  })
  const post: Post = async (request) => {
    const outcome = await fetch({
      ...request,
      // Nothing of the answer but its status is used: a receiver that accepted a message must not
      // get it again because of the rest.
      headers: { ...request.headers, 'accept-encoding': 'identity' },
      statusOnly: true,
      maxBytes: MAX_ANSWER_BYTES,
      totalTimeoutMs: ANSWER_WITHIN_MS,
    })
    if (outcome.kind === 'response') return { kind: 'answered', status: outcome.status }
    if (outcome.kind === 'refused') return { kind: 'unanswered', reason: outcome.reason }
    return outcome.cause === 'aborted'
      ? { kind: 'aborted' }
      : { kind: 'unanswered', reason: outcome.cause }
  }
  return Object.assign(post, { [Symbol.asyncDispose]: () => fetch[Symbol.asyncDispose]() })
}
