import { readFileSync } from 'node:fs'
import type { CtLog, LogHead } from '#discovery/ct/ct-log.ts'
import { createLogReader, type LogReader } from '#discovery/ct/read-log.ts'
import type { ResolveHost } from '#discovery/dns/dns-answer.ts'
import { createResolver } from '#discovery/dns/resolver.ts'
import { createExtractPool } from '#discovery/extract/extract-pool.ts'
import { parseConnectTo } from '#discovery/fetch/connect-to.ts'
import type { Fetch } from '#discovery/fetch/fetch-outcome.ts'
import { createGuardedFetch } from '#discovery/fetch/guarded-fetch.ts'
import { deriveLaunch } from '#discovery/launch/derive-launch.ts'
import { createBudget } from '#discovery/probe/budget.ts'
import { createProbe, type Probe } from '#discovery/probe/probe-host.ts'
import type { Config } from '#server/config.ts'
import type { AppContext } from '#server/context.ts'

const DNS_TIMEOUT_MS = 2_500
const DNS_TRIES = 2
const EXTRACT_TIMEOUT_MS = 2_000

/** Everything the pipeline asks of the world outside. Built from configuration; tests hand in their own. */
export type Outside = AsyncDisposable & {
  fetch: Fetch
  resolveHost: ResolveHost
  probe: Probe
  readLog: (log: CtLog, lastHead: LogHead | null) => LogReader
}

export function createOutside({ config, now }: Pick<AppContext, 'config' | 'now'>): Outside {
  const resolver = createResolver({
    servers: config.DNS_SERVERS,
    timeoutMs: DNS_TIMEOUT_MS,
    tries: DNS_TRIES,
  })
  const fetch = createGuardedFetch({
    lookup: resolver.lookup,
    connectTo: parseConnectTo(config.CONNECT_TO),
    userAgent: userAgentOf(config),
    extraCa: config.EXTRA_CA_FILE ? readFileSync(config.EXTRA_CA_FILE, 'utf8') : null,
  })
  const pages = createExtractPool({ size: config.EXTRACT_WORKERS, timeoutMs: EXTRACT_TIMEOUT_MS })
  const budget = createBudget({
    requestsPerSecond: config.PROBE_REQUESTS_PER_SECOND,
    perHostGapMs: config.PROBE_HOST_GAP_MS,
    now,
  })
  const probe = createProbe({
    fetch,
    budget,
    now,
    extract: pages.extract,
    isOptedOut: () => false,
    // An old shop is told from its first pages; its contacts are not asked for.
    isWorthMore: (snapshot) => deriveLaunch(snapshot.signals, now()).status === 'new',
  })
  return {
    fetch,
    resolveHost: resolver.resolveHost,
    probe,
    readLog: (log, lastHead) =>
      createLogReader({
        fetch,
        now,
        log,
        lastHead,
        partialAfterMs: config.CT_PARTIAL_AFTER_MS,
        checkpointEveryMs: config.CT_CHECKPOINT_EVERY_MS,
      }),
    async [Symbol.asyncDispose]() {
      await Promise.all([fetch[Symbol.asyncDispose](), pages[Symbol.asyncDispose]()])
    },
  }
}

/** Log operators and merchants must be able to reach us: name and contact. */
export const userAgentOf = (config: Config): string =>
  `StoredawnBot/1.0 (${config.PROBE_CONTACT.startsWith('https:') ? '+' : ''}${config.PROBE_CONTACT})`
