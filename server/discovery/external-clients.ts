import type { CtLog, LogMemory } from '#discovery/ct/ct-log.ts'
import { createLogReader, type LogReader } from '#discovery/ct/read-log.ts'
import type { ResolveHost } from '#discovery/dns/resolver.ts'
import { createExtractPool, type ExtractPool } from '#discovery/extract/extract-pool.ts'
import type { StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
import type { Fetch, FetchOutcome } from '#discovery/fetch/fetch-outcome.ts'
import { createGuardedFetch } from '#discovery/fetch/guarded-fetch.ts'
import { deriveLaunch } from '#discovery/launch/derive-launch.ts'
import { createBudget } from '#discovery/probe/budget.ts'
import { createProbe } from '#discovery/probe/probe-host.ts'
import type { PageValidators, ProbeResult } from '#discovery/probe/probe-result.ts'
import { createRobotsCache } from '#discovery/probe/robots.ts'
import { startVisit, type ProbeVisit } from '#discovery/probe/visit.ts'
import { createMailHostLookup, type LookUpMailHost } from '#server/discovery/upkeep/mail-hosts.ts'
import { isOptedOut, isOptedOutUrl } from '#server/opt-out/api.ts'
import { readOutgoingSettings } from '#server/platform/outgoing-http.ts'
import type { AppContext } from '#server/platform/context.ts'
import { createRequestSigner } from '#server/platform/http/request-signing.ts'
import { type SpanAttributes, traced } from '#server/platform/tracing/tracing.ts'
import { countAnswers, createCounters, type Counters, type ReadBudget } from './counters.ts'

/**
 * A log is one host that serves several tiles in parallel; a store gets a few requests in a row and
 * then none.
 */
const LOG_LIMITS = { maxSocketsPerHost: 4, keepAliveMs: 30_000 }
const STORE_LIMITS = { maxSocketsPerHost: 1, keepAliveMs: 1_500 }
const EXTRACT_TIMEOUT_MS = 2_000

/** `known` = the validators from the last visit, see `ProbeDeps`. */
type HostToVisit = {
  host: string
  revealedAt: Date
  known?: readonly PageValidators[] | undefined
}

/** The pipeline's access to the outside world. Built from configuration; tests pass their own. */
export type ExternalClients = AsyncDisposable & {
  fetch: Fetch
  resolveHost: ResolveHost
  probe: (visit: HostToVisit, signal: AbortSignal) => Promise<ProbeResult>
  /**
   * For reading a store outside the probe: same budget, robots.txt obeyed, and no request to a host
   * that opted out.
   */
  startVisit: (host: string, options: { maxRequests: number; signal: AbortSignal }) => ProbeVisit
  /** Runs in a worker thread; null for a page that takes too long. */
  parseProducts: ExtractPool['parseProducts']
  readLog: (log: CtLog, memory: LogMemory) => LogReader
  readBudget?: ReadBudget
  /** Asks DNS whether a domain accepts mail; without it no domain is queried. */
  lookUpMailHost?: LookUpMailHost
}

/** The layer between us and the network; tests insert one that fails. */
export type Transport = {
  fetch: (fetch: Fetch) => Fetch
  resolveHost: (resolve: ResolveHost) => ResolveHost
}
/** `pages` belongs to the caller: disposing the clients does not end it. */
type ExternalClientParts = {
  transport?: Transport
  counters?: Counters
  pages?: ExtractPool
}
const DIRECT_TRANSPORT: Transport = { fetch: (fetch) => fetch, resolveHost: (resolve) => resolve }

/**
 * Spans of our side alone: the request carries no trace header, because shops are not part of our
 * system.
 */
const traceFetches =
  (fetch: Fetch): Fetch =>
  (request) =>
    traced('fetch', { kind: 'client' }, () => fetch(request), describeAnswer)

const describeAnswer = (outcome: FetchOutcome): SpanAttributes =>
  outcome.kind === 'response'
    ? {
        'http.response.status_code': outcome.status,
        'http.response.body.size': outcome.body.length,
      }
    : { 'storedawn.outcome': outcome.kind }

const traceVisit = (visit: () => Promise<ProbeResult>): Promise<ProbeResult> =>
  traced('visit', {}, visit, ({ kind }) => ({ 'storedawn.outcome': kind }))

export function createExternalClients(
  ctx: Pick<AppContext, 'config' | 'db' | 'keyring' | 'now'>,
  parts: ExternalClientParts = {},
): ExternalClients {
  const { transport = DIRECT_TRANSPORT, counters = createCounters(ctx) } = parts
  const { config, now } = ctx
  const outgoing = readOutgoingSettings(config)
  const sign = createRequestSigner(ctx)
  const storeFetch = createGuardedFetch({
    ...outgoing.guarded,
    limits: STORE_LIMITS,
    isOptedOut: (url) => isOptedOutUrl(ctx, url),
    ...(sign && { sign }),
  })
  const logFetch = createGuardedFetch({ ...outgoing.guarded, limits: LOG_LIMITS })
  const fetch = traceFetches(countAnswers(counters, transport.fetch(storeFetch)))
  const fetchLog = transport.fetch(logFetch)
  const pages = parts.pages ?? createExtractPool({ size: 1, timeoutMs: EXTRACT_TIMEOUT_MS })
  const budget = createConfiguredBudget(ctx)
  const resolveHost = transport.resolveHost(outgoing.resolveHost)
  const deps = {
    fetch,
    resolveHost,
    budget,
    now,
    extract: pages.extract,
    isOptedOut: (host: string) => isOptedOut(ctx, host),
    robotsCache: createRobotsCache({ now }),
  }
  // The first pages identify an old shop, so its contact pages are not fetched.
  const probe: ExternalClients['probe'] = ({ host, revealedAt, known = [] }, signal) => {
    const isWorthMore = (snapshot: StoreSnapshot) =>
      deriveLaunch(snapshot.signals, revealedAt).status === 'new'
    return traceVisit(() => createProbe({ ...deps, isWorthMore, known })(host, signal))
  }
  return {
    fetch: fetchLog,
    resolveHost,
    lookUpMailHost: createMailHostLookup(config.DNS_SERVERS),
    probe,
    startVisit: (host, { maxRequests, signal }) =>
      startVisit({ ...deps, maxRequests }, host, signal),
    parseProducts: pages.parseProducts,
    readBudget: () => ({ share: budget.share(), restingSites: budget.restingSites() }),
    readLog: (log, memory) =>
      createLogReader({
        fetch: fetchLog,
        now,
        log,
        memory,
        partialAfterMs: config.CT_PARTIAL_AFTER_MS,
        checkpointEveryMs: config.CT_CHECKPOINT_EVERY_MS,
      }),
    async [Symbol.asyncDispose]() {
      const own = [storeFetch, logFetch, ...(parts.pages ? [] : [pages])]
      await Promise.all(own.map((part) => part[Symbol.asyncDispose]()))
    },
  }
}

const createConfiguredBudget = ({ config, now }: Pick<AppContext, 'config' | 'now'>) =>
  createBudget({
    requestsPerSecond: config.PROBE_REQUESTS_PER_SECOND,
    perHostGapMs: config.PROBE_HOST_GAP_MS,
    now,
  })
