import pLimit from 'p-limit'
import { Agent, type Dispatcher } from 'undici'
import { checkUrl } from './address-guard.ts'
import type { ConnectRule } from './connect-to.ts'
import {
  type FailureCause,
  type Fetch,
  type FetchOutcome,
  type FetchRequest,
  outcomeOfError,
  REDIRECT_STATUSES,
} from './fetch-outcome.ts'
import { createGuardedConnector, type LookupHost } from './guarded-connector.ts'
import { readBody } from './response-body.ts'

export type FetchLimits = {
  connectTimeoutMs: number
  /** From the start of a hop (name lookup included) to the end of its response head. */
  headersTimeoutMs: number
  maxInFlight: number
  /**
   * With 1, requests to a host queue on its single connection; with more, a busy host gets further
   * connections.
   */
  maxSocketsPerHost: number
  /** How long an idle connection stays open. */
  keepAliveMs: number
}

const DEFAULT_LIMITS: FetchLimits = {
  connectTimeoutMs: 8_000,
  headersTimeoutMs: 10_000,
  maxInFlight: 256,
  maxSocketsPerHost: 1,
  keepAliveMs: 4_000,
}

const DEFAULT_MAX_BYTES = 5 * 1024 * 1024
const DEFAULT_TOTAL_TIMEOUT_MS = 30_000
const DEFAULT_MAX_REDIRECTS = 5
const MAX_HEADER_BYTES = 32 * 1024
const MAX_REDIRECT_BODY_BYTES = 64 * 1024

export type GuardedFetchDeps = {
  lookup: LookupHost
  connectTo: readonly ConnectRule[]
  /** Must contain a contact: an e-mail address or a `+https://` URL. */
  userAgent: string
  /** PEM, trusted in addition to the usual roots. */
  extraCa?: string | null | undefined
  limits?: Partial<FetchLimits>
  /** Hosts whose owner opted out get no request, at any hop. */
  isOptedOut?: (url: URL) => Promise<boolean>
  /** Headers that prove our identity, created for each hop; they override those of the request. */
  sign?: (url: URL) => Promise<Record<string, string>>
}

export type GuardedFetch = Fetch & AsyncDisposable

type Context = Pick<GuardedFetchDeps, 'userAgent' | 'sign' | 'isOptedOut'> & {
  agent: Agent
  limits: FetchLimits
}

type Head = Dispatcher.ResponseData

/**
 * For untrusted hosts: public addresses, http(s) on its usual ports, each redirect guarded, limited
 * time, and size before and after decoding. Rejects only if `isOptedOut` does.
 * @throws Error at creation if `userAgent` contains no contact
 */
export function createGuardedFetch(deps: GuardedFetchDeps): GuardedFetch {
  if (!/@|\+https:\/\//.test(deps.userAgent)) {
    throw new Error(
      'the User-Agent must carry an e-mail address or a +https:// URL, so that site owners can reach us',
    )
  }
  const limits = { ...DEFAULT_LIMITS, ...deps.limits }
  const agent = new Agent({
    allowH2: false,
    connect: createGuardedConnector({ ...deps, connectTimeoutMs: limits.connectTimeoutMs }),
    connections: limits.maxSocketsPerHost,
    pipelining: 1,
    keepAliveTimeout: limits.keepAliveMs,
    keepAliveMaxTimeout: limits.keepAliveMs,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The deadline covers both; undici's own timers restart with every byte of a slow response.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const ctx: Context = { ...deps, agent, limits }
  const limit = pLimit(limits.maxInFlight)
  const guardedFetch: Fetch = (request) => limit(() => fetchGuarded(ctx, request))
  return Object.assign(guardedFetch, { [Symbol.asyncDispose]: () => agent.destroy() })
}

const failed = (url: URL, cause: FailureCause, detail: string): FetchOutcome => ({
  kind: 'failed',
  url: url.href,
  cause,
  detail,
})

function flattenHeaders(headers: Head['headers']): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined)
      flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  }
  return flat
}

async function sendOnce(
  ctx: Context,
  url: URL,
  request: FetchRequest,
  deadline: Deadline,
): Promise<Head> {
  const head = deadline.startHead(ctx.limits.headersTimeoutMs)
  try {
    const signature = await ctx.sign?.(url)
    return await ctx.agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.body === undefined ? 'GET' : 'POST',
      ...(request.body !== undefined && { body: request.body }),
      headers: {
        accept: '*/*',
        'accept-encoding': 'gzip, br, zstd, deflate',
        ...request.headers,
        ...signature,
        'user-agent': ctx.userAgent,
      },
      signal: deadline.signal,
    })
  } finally {
    head.stop()
  }
}

type Reading = { request: FetchRequest; deadline: Deadline; redirectedFrom: string[] }

async function readResponse(
  head: Head,
  url: URL,
  { request, deadline, redirectedFrom }: Reading,
): Promise<FetchOutcome> {
  const headers = flattenHeaders(head.headers)
  const maxBytes = request.maxBytes ?? DEFAULT_MAX_BYTES
  const tooLarge = failed(url, 'too_large', `more than ${maxBytes} bytes`)
  const response = {
    kind: 'response',
    url: url.href,
    status: head.statusCode,
    headers,
    redirectedFrom,
  } as const
  // Destroying a body before its end emits an error; without a listener that would end the process.
  head.body.on('error', () => undefined)
  try {
    if (request.statusOnly) {
      // Read to its end if that is near, so that the next request can reuse the connection.
      await head.body.dump({ limit: maxBytes, signal: deadline.signal }).catch(() => undefined)
      return { ...response, body: new Uint8Array() }
    }
    if (Number(headers['content-length']) > maxBytes) return tooLarge
    const result = await readBody(head.body, headers['content-encoding'] ?? '', maxBytes)
    switch (result.kind) {
      case 'body':
        return { ...response, body: result.bytes }
      case 'too_large':
        return tooLarge
      case 'encoding':
        return failed(url, 'encoding', result.detail)
      default:
        return result satisfies never
    }
  } finally {
    // No effect on a body that was read completely; otherwise closes the connection.
    head.body.destroy()
  }
}

function redirectTarget(head: Head): string | null {
  const location = head.headers.location
  if (!REDIRECT_STATUSES.has(head.statusCode) || typeof location !== 'string') return null
  return location
}

async function followRedirects(
  ctx: Context,
  request: FetchRequest,
  deadline: Deadline,
): Promise<FetchOutcome> {
  const maxRedirects =
    request.body === undefined ? (request.maxRedirects ?? DEFAULT_MAX_REDIRECTS) : 0
  const visited: string[] = []
  let check = checkUrl(request.url)
  let asked = request.url
  while (check.kind === 'ok') {
    const { url } = check
    if (visited.includes(url.href)) return failed(url, 'redirects', 'a loop')
    if (await ctx.isOptedOut?.(url)) return { kind: 'refused', url: url.href, reason: 'opt_out' }
    const head = await sendOnce(ctx, url, request, deadline).catch((error: unknown) =>
      outcomeOfError(error, url.href),
    )
    if ('kind' in head) return head
    const location = redirectTarget(head)
    if (location === null || maxRedirects === 0) {
      return await readResponse(head, url, { request, deadline, redirectedFrom: visited }).catch(
        (error: unknown) => outcomeOfError(error, url.href),
      )
    }
    // Reads the body to its end (or to the limit), so that the next hop to the same host can reuse
    // the connection.
    await head.body
      .dump({ limit: MAX_REDIRECT_BODY_BYTES, signal: deadline.signal })
      .catch(() => undefined)
    visited.push(url.href)
    if (visited.length > maxRedirects) return failed(url, 'redirects', `more than ${maxRedirects}`)
    asked = location
    check = checkUrl(location, url)
  }
  return { kind: 'refused', url: asked, reason: check.reason }
}

async function fetchGuarded(ctx: Context, request: FetchRequest): Promise<FetchOutcome> {
  const deadline = startDeadline(request.totalTimeoutMs ?? DEFAULT_TOTAL_TIMEOUT_MS, request.signal)
  try {
    const outcome = await followRedirects(ctx, request, deadline)
    const cause = deadline.cause()
    // Once the deadline has cut the connection, the resulting error carries no information.
    if (outcome.kind === 'failed' && cause) return { ...outcome, cause, detail: cause }
    return outcome
  } finally {
    deadline.stop()
  }
}

type Deadline = ReturnType<typeof startDeadline>

/** Combines all reasons to abandon a request into one signal, and records which of them fired. */
function startDeadline(totalMs: number, outer: AbortSignal | undefined) {
  const controller = new AbortController()
  let cause: 'timeout' | 'aborted' | null = null
  const end = (why: 'timeout' | 'aborted') => {
    cause ??= why
    controller.abort()
  }
  const onOuterAbort = () => end('aborted')
  const totalTimer = setTimeout(end, totalMs, 'timeout')
  if (outer?.aborted) onOuterAbort()
  else outer?.addEventListener('abort', onOuterAbort, { once: true })

  return {
    signal: controller.signal,
    cause: () => cause,
    /** Starts the (shorter) limit for one response head; `stop` ends it. */
    startHead: (limitMs: number) => {
      const timer = setTimeout(end, limitMs, 'timeout')
      return { stop: () => clearTimeout(timer) }
    },
    stop: () => {
      clearTimeout(totalTimer)
      outer?.removeEventListener('abort', onOuterAbort)
    },
  }
}
