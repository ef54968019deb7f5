import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { MINUTE_MS } from '#contracts/dates.ts'
import type { AppContext } from '#server/platform/context.ts'
import { encodePicture } from '#server/platform/files/picture-encoder.ts'
import { frameFor, PICTURE_SIZES, type PictureRequest } from './picture-addresses.ts'
import {
  createPictureFiles,
  createScreenshotFiles,
  isScreenshotUrl,
  PICTURES_FOLDER,
} from './picture-files.ts'

const MAX_BYTES = 5 * 1024 * 1024
const FETCH_TIMEOUT_MS = 10_000
const MAX_CONCURRENT = 8
/**
 * Less than half of the requests that the server accepts, so that slow hosts leave room for
 * everything else.
 */
const MAX_QUEUED = 40

/** No SVG. */
const ACCEPT = 'image/avif,image/webp,image/png,image/jpeg,image/gif'

type FetchedPicture = { kind: 'picture'; bytes: Uint8Array } | { kind: Failure }
/** `busy`: too many are being fetched right now. */
export type PictureOutcome = FetchedPicture | { kind: 'busy' }

export type Pictures = { get: (request: PictureRequest) => Promise<PictureOutcome> }

type Deps = Pick<AppContext, 'files' | 'now' | 'log'> & { fetchPicture: FetchPicture }

export function createPictures(deps: Deps): Pictures {
  const files = createPictureFiles(deps, PICTURES_FOLDER)
  const screenshots = createScreenshotFiles(deps)
  const failures = createFailureCache(deps.now)
  const limit = pLimit(MAX_CONCURRENT)
  const inFlight = new Map<string, Promise<PictureOutcome>>()

  async function fetchAndCache(request: PictureRequest): Promise<FetchedPicture> {
    // While this request waited, its host may have turned out to be broken.
    const failure = failures.find(request.url)
    if (failure) return { kind: failure }
    const outcome = await fetchOnce(deps.fetchPicture, request)
    if (outcome.kind !== 'picture') {
      failures.record(request.url, outcome.kind)
      return outcome
    }
    failures.clear(request.url)
    // A picture that cannot be stored, such as on a full disk, is still served, only slower the
    // next time.
    await files
      .write(request, outcome.bytes)
      .catch((error: unknown) =>
        deps.log.warn({ event: 'picture.not_kept', err: error }, 'a picture could not be stored'),
      )
    return outcome
  }

  function fetchShared(request: PictureRequest): Promise<PictureOutcome> {
    const key = `${request.size} ${request.url}`
    const shared = inFlight.get(key)
    if (shared) return shared
    if (limit.pendingCount >= MAX_QUEUED) return Promise.resolve({ kind: 'busy' })
    const fetching = limit(() => fetchAndCache(request)).finally(() => inFlight.delete(key))
    inFlight.set(key, fetching)
    return fetching
  }

  return {
    async get(request) {
      if (isScreenshotUrl(request.url)) {
        const bytes = await screenshots.read(request)
        return bytes ? { kind: 'picture', bytes } : { kind: 'unavailable' }
      }
      const cached = await files.read(request)
      if (cached) return { kind: 'picture', bytes: cached }
      const failure = failures.find(request.url)
      return failure ? { kind: failure } : fetchShared(request)
    },
  }
}

async function fetchOnce(
  fetchPicture: FetchPicture,
  request: PictureRequest,
): Promise<FetchedPicture> {
  const answer = await fetchPicture({
    url: sourceUrl(request),
    headers: { accept: ACCEPT },
    maxBytes: MAX_BYTES,
    totalTimeoutMs: FETCH_TIMEOUT_MS,
  })
  switch (answer.kind) {
    case 'refused':
      return { kind: 'unavailable' }
    case 'failed':
      return { kind: UNREACHABLE_CAUSES.has(answer.cause) ? 'unreachable' : 'unavailable' }
    case 'response': {
      if (answer.status !== 200) return { kind: 'unavailable' }
      const encoded = await encodePicture(answer.body, frameFor(request.size))
      return encoded.kind === 'picture' ? encoded : { kind: 'unsupported' }
    }
    default:
      return answer satisfies never
  }
}

/** Causes that concern the host, not the single picture. */
const UNREACHABLE_CAUSES = new Set(['timeout', 'dns', 'connect', 'tls', 'reset'])

const URL_FAILURE_TTL_MS = 10 * MINUTE_MS
/** Shorter, because one host may hold the pictures of thousands of stores. */
const HOST_FAILURE_TTL_MS = MINUTE_MS
const MAX_TIMEOUTS_PER_HOST = 3
const MAX_ENTRIES = 10_000

/**
 * `unsupported`: the answer was not a picture. `unavailable`: the host refused. `unreachable`: the
 * host did not answer at all.
 */
type Failure = 'unsupported' | 'unavailable' | 'unreachable'

function createFailureCache(now: () => Date) {
  const common = { max: MAX_ENTRIES, ttlResolution: 0, perf: { now: () => now().getTime() } }
  const urlFailures = new LRUCache<string, Failure>({ ...common, ttl: URL_FAILURE_TTL_MS })
  const unreachableCounts = new LRUCache<string, number>({ ...common, ttl: HOST_FAILURE_TTL_MS })
  return {
    find(url: string): Failure | null {
      const isBroken = (unreachableCounts.peek(hostOf(url)) ?? 0) >= MAX_TIMEOUTS_PER_HOST
      return urlFailures.get(url) ?? (isBroken ? 'unreachable' : null)
    },
    record(url: string, failure: Failure): void {
      const host = hostOf(url)
      urlFailures.set(url, failure)
      if (failure !== 'unreachable') return void unreachableCounts.delete(host)
      // A host that was avoided for a while and does not answer again is still broken.
      unreachableCounts.set(host, (unreachableCounts.peek(host, { allowStale: true }) ?? 0) + 1)
    },
    clear(url: string): void {
      urlFailures.delete(url)
      unreachableCounts.delete(hostOf(url))
    },
  }
}

const hostOf = (url: string): string => new URL(url).host

/** One GET through the address guard: the part of the pipeline's fetcher that pictures need. */
export type FetchPicture = (request: {
  url: string
  headers: Record<string, string>
  maxBytes: number
  totalTimeoutMs: number
}) => Promise<
  | { kind: 'response'; status: number; body: Uint8Array }
  | { kind: 'refused'; reason: string }
  | { kind: 'failed'; cause: string }
>

/** For a server that must not contact any host: it serves only cached pictures. */
export const fetchNoPicture: FetchPicture = async () => ({ kind: 'refused', reason: 'no fetcher' })

const PICTURE_SERVER = 'cdn.shopify.com'
/** Every shop's own host serves the platform's pictures here. */
const PICTURE_FOLDER = '/cdn/shop/'

/**
 * The platform's picture server resizes: a card costs 30 kB instead of megabytes. Other hosts send
 * the original.
 */
function sourceUrl({ url: text, size }: PictureRequest): string {
  const url = new URL(text)
  if (url.hostname !== PICTURE_SERVER && !url.pathname.startsWith(PICTURE_FOLDER)) return text
  url.searchParams.set('width', String(PICTURE_SIZES[size]))
  return url.href
}
