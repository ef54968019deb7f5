import { readFileSync } from 'node:fs'
import { createResolver, type ResolveHost } from '#discovery/dns/resolver.ts'
import { parseConnectTo } from '#discovery/fetch/connect-to.ts'
import {
  createGuardedFetch,
  type GuardedFetch,
  type GuardedFetchDeps,
} from '#discovery/fetch/guarded-fetch.ts'
import type { Config } from '#server/platform/config.ts'
import type { AppContext } from '#server/platform/context.ts'
import { isOptedOutUrl } from './opt-out-list.ts'

/**
 * The second try waits twice as long: three seconds in all, since the slowest name of a batch holds up the batch. It is tried again soon.
 */
const DNS_TIMEOUT_MS = 1_000
const DNS_TRIES = 2
/** More parallel queries overflow the receive buffer of a resolver on the same machine, and a lost answer costs a time-out. */
const MAX_DNS_QUERIES = 100
/** Most pictures are on the platform's one picture server; a page of them must not queue for a single connection. */
const PICTURE_LIMITS = { maxInFlight: 8, maxSocketsPerHost: 4, keepAliveMs: 10_000 }

/** The settings of all outgoing traffic: names, routes, trust, and our user agent. */
export type OutgoingSettings = { resolveHost: ResolveHost; guarded: GuardedFetchDeps }

export function readOutgoingSettings(config: Config): OutgoingSettings {
  const { lookup, resolveHost } = createResolver({
    servers: config.DNS_SERVERS,
    timeoutMs: DNS_TIMEOUT_MS,
    tries: DNS_TRIES,
    maxInFlight: MAX_DNS_QUERIES,
  })
  const guarded = {
    lookup,
    connectTo: parseConnectTo(config.CONNECT_TO),
    userAgent: userAgentFor(config),
    extraCa: config.EXTRA_CA_FILE ? readFileSync(config.EXTRA_CA_FILE, 'utf8') : null,
  }
  return { resolveHost, guarded }
}

/** For the API: fetches pictures from the stores' hosts, with the crawler's guard. */
export const createPictureFetch = (ctx: Pick<AppContext, 'config' | 'db' | 'now'>): GuardedFetch =>
  createGuardedFetch({
    ...readOutgoingSettings(ctx.config).guarded,
    limits: PICTURE_LIMITS,
    isOptedOut: (url) => isOptedOutUrl(ctx, url),
  })

/** Log operators and merchants must be able to reach us: name and contact. */
const userAgentFor = (config: Config): string =>
  `StoredawnBot/1.0 (${config.PROBE_CONTACT.startsWith('https:') ? '+' : ''}${config.PROBE_CONTACT})`
