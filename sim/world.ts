import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startControlServer } from './control/control-server.ts'
import { createFailures, type FailureMode } from './control/failures.ts'
import { createRequestLog, type RequestRecord } from './control/request-log.ts'
import {
  shopBehind,
  strays,
  truthForHost,
  truthOf,
  type Stray,
  type Truth,
} from './control/truth.ts'
import { LOG_LIST_HOST, LOG_LIST_PATH } from './ct-log/log-list.ts'
import { startDnsServer } from './dns/dns-server.ts'
import { resolveHost, type Resolution } from './dns/zone.ts'
import type { Answer, Asked } from './http-answer.ts'
import { createLogHosts } from './ct-log/log-hosts.ts'
import { loggedNames } from './ct-log/tick-certificates.ts'
import { withDefaults, type WorldOptions } from './options.ts'
import { answerRdap, RDAP_URL } from './rdap/rdap-hosts.ts'
import { findProduct } from './shop-platform/pages/product-page.ts'
import type { ProductOrder } from './shop-platform/product-life.ts'
import { createPlatform } from './shop-platform/platform.ts'
import { startFrontDoor } from './tls/front-door.ts'
import { createLeafCertificates } from './tls/leaf-certificates.ts'
import { openTimeline, type Timeline } from './timeline.ts'
import { SECOND_MS } from './time.ts'

export type WorldAddress = {
  logListUrl: string
  /** Serves the registration dates of domains. */
  rdapUrl: string
  dns: string
  connectTo: string
  caFile: string
  control: string
}

export type World = AsyncDisposable & {
  address: WorldAddress
  control: string
  describe: () => Record<string, unknown>
  /** The truth about a shop at a moment in ms, by default now. */
  truth: (host: string, atMs?: number) => Truth | null
  truths: () => Generator<Truth>
  strays: () => Generator<Stray>
  /** Every name in a logged certificate, exactly as written there. */
  loggedNames: () => Set<string>
  /** The current DNS resolution of a host, ignoring ordered failures. */
  resolve: (host: string) => Resolution
  requests: (sinceId: number) => RequestRecord[]
  /** Launches a store now; when this returns, its certificate is in the logs. */
  launch: (name?: string) => Truth
  fail: (
    host: string,
    mode: FailureMode,
    limit: { times: number | null; seconds: number | null },
  ) => unknown
  switchHost: (host: string, to: 'open' | 'closed') => Truth
  /** Marks one product as sold out or in stock, or changes its price, from now on. */
  orderProduct: (host: string, handle: string, order: ProductOrder) => unknown
  advanceClock: (byMs: number) => unknown
}

export type Progress = (event: { stage: string; done: number; of: number }) => void

const REMEMBERED_REQUESTS = 50_000

/** Starts the simulated outside world on free ports of 127.0.0.1. */
export async function startWorld(
  given: Partial<WorldOptions> & { dataDir: string },
  progress: Progress = () => {},
): Promise<World> {
  const options = withDefaults(given)
  mkdirSync(options.dataDir, { recursive: true })
  const timeline = openTimeline(options, progress)
  const failures = createFailures()
  const requestLog = createRequestLog(REMEMBERED_REQUESTS)
  const certificates = createLeafCertificates(options.seed, timeline.state.neighbours)
  const caFile = join(options.dataDir, 'ca.pem')
  writeFileSync(caFile, certificates.caPem)

  const respond = respondWith(timeline, options, failures, requestLog)
  const frontDoor = await startFrontDoor(certificates, respond, timeline.now)
  const dns = await startDnsServer(
    (host) =>
      failures.resolutionFor(host, timeline.now()) ??
      resolveHost(timeline.state, host, timeline.now()),
  )
  const acts = controlActs(timeline, failures, requestLog)
  const address = {
    logListUrl: `https://${LOG_LIST_HOST}${LOG_LIST_PATH}`,
    rdapUrl: RDAP_URL,
    dns: `127.0.0.1:${dns.port}`,
    connectTo: `::443:127.0.0.1:${frontDoor.tlsPort},::80:127.0.0.1:${frontDoor.httpPort}`,
    caFile,
  }
  const control = await startControlServer(
    { ...acts, address: { ...address, control: '' } },
    options.port,
  )
  const controlUrl = `http://127.0.0.1:${control.port}`
  const ticking = setInterval(() => timeline.catchUp(), options.tickEveryMs)
  return {
    ...acts,
    address: { ...address, control: controlUrl },
    control: controlUrl,
    async [Symbol.asyncDispose]() {
      clearInterval(ticking)
      await Promise.all([
        frontDoor[Symbol.asyncDispose](),
        dns[Symbol.asyncDispose](),
        control[Symbol.asyncDispose](),
      ])
      timeline[Symbol.dispose]()
    },
  }
}

type Failures = ReturnType<typeof createFailures>
type RequestLog = ReturnType<typeof createRequestLog>

function respondWith(
  timeline: Timeline,
  options: WorldOptions,
  failures: Failures,
  requestLog: RequestLog,
): (asked: Asked) => Answer {
  const { state, switches } = timeline
  const platform = createPlatform({
    state,
    switches,
    requestsPerSecond: options.platformRequestsPerSecond,
  })
  const logs = createLogHosts(timeline, options, failures.logFaultFor)
  return (asked) => {
    const answer =
      failures.answerFor(asked) ??
      answerRdap(timeline.state, asked) ??
      logs(asked) ??
      platform(asked)
    requestLog.add({
      atMs: asked.nowMs,
      host: asked.host,
      path: asked.path,
      query: asked.query.toString(),
      agent: asked.header('user-agent') ?? null,
      isSigned: asked.header('signature') !== undefined,
      status: answer.status,
      connection: asked.connection,
    })
    return answer
  }
}

function controlActs(
  timeline: Timeline,
  failures: Failures,
  requestLog: RequestLog,
): Omit<World, 'address' | 'control' | typeof Symbol.asyncDispose> {
  const { state, switches, now } = timeline
  const knownTruth = (host: string): Truth => {
    const truth = truthForHost(state, switches, host, now())
    if (!truth) throw new Error(`no shop at ${host}`)
    return truth
  }
  return {
    describe: () => ({
      clock: new Date(now()).toISOString(),
      ...timeline.describe(),
      requests: requestLog.total,
      memoryMegabytes: memoryMegabytes(),
    }),
    truth: (host, atMs = now()) => truthForHost(state, switches, host, atMs),
    *truths() {
      for (const reference of state.shops()) yield truthOf(state, switches, reference, now())
    },
    strays: () => strays(state),
    loggedNames: () => loggedNames(state),
    resolve: (host) => resolveHost(state, host, now()),
    requests: (sinceId) => requestLog.since(sinceId),
    launch: (name) => truthOf(state, switches, timeline.launch(name), now()),
    fail(host, mode, { times, seconds }) {
      failures.order({
        host,
        mode,
        times,
        untilMs: seconds === null ? null : now() + seconds * SECOND_MS,
      })
      return { host, mode, times, seconds }
    },
    switchHost(host, to) {
      const truth = knownTruth(host)
      failures.clear(truth.host)
      timeline.switchHost(truth.host, to)
      return knownTruth(truth.host)
    },
    orderProduct(host, handle, order) {
      const reference = shopBehind(state, host)
      if (!reference) throw new Error(`no shop at ${host}`)
      const storefront = { seed: state.seed, profile: state.profile(reference), nowMs: now() }
      const product = findProduct(storefront, handle)
      if (!product) throw new Error(`no product ${handle} at ${host}`)
      state.orderProduct(reference, product.slot.number, order)
      return { host, handle, ...order }
    },
    advanceClock(byMs) {
      timeline.advanceClock(byMs)
      return { clock: new Date(now()).toISOString() }
    },
  }
}

function memoryMegabytes(): Record<string, number> {
  const { rss, heapUsed, external } = process.memoryUsage()
  const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576)
  return { resident: megabytes(rss), heap: megabytes(heapUsed), external: megabytes(external) }
}
