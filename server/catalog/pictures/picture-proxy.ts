import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { AppContext } from '#server/platform/context.ts'
import { encodePicture } from '#server/platform/files/picture-encoder.ts'
import { frameOf, PICTURE_SIZES, type PictureRequest } from './picture-addresses.ts'
import { createPictureFiles, picturesFolder } from './picture-files.ts'
import { createScreenshotFiles, isScreenshotUrl } from './screenshots.ts'

const MAX_BYTES = 5 * 1024 * 1024
const FETCH_WITHIN_MS = 10_000
const AT_ONCE = 8
/** Less than half of the requests that the server accepts, so that slow hosts leave room for everything else. */
const WAITING = 40

/** The accepted picture types; no SVG. */
const ACCEPT = 'image/avif,image/webp,image/png,image/jpeg,image/gif'

type FetchedPicture = { kind: 'picture'; bytes: Uint8Array } | { kind: Failure }
/** `busy`: too many are being fetched right now. */
export type PictureOutcome = FetchedPicture | { kind: 'busy' }

export type Pictures = { get: (request: PictureRequest) => Promise<PictureOutcome> }

type Deps = Pick<AppContext, 'config' | 'now' | 'log'> & { fetchPicture: FetchPicture }

/** Pictures from foreign hosts: fetched once, re-encoded, kept. */
export function createPictures(deps: Deps): Pictures {
  const files = createPictureFiles(picturesFolder(deps.config.DATA_DIR), deps.now)
  const screenshots = createScreenshotFiles(deps)
  const failures = createFailureCache(deps.now)
  const limit = pLimit(AT_ONCE)
  const underWay = new Map<string, Promise<PictureOutcome>>()

  async function fetchAndKeep(request: PictureRequest): Promise<FetchedPicture> {
    // While this request waited, its host may have turned out to be broken.
    const failure = failures.find(request.url)
    if (failure) return { kind: failure }
    const outcome = await fetchOnce(deps.fetchPicture, request)
    if (outcome.kind !== 'picture') {
      failures.note(request.url, outcome.kind)
      return outcome
    }
    failures.forget(request.url)
    // With a full disk pictures are slower, but still served.
    await files
      .write(request, outcome.bytes)
      .catch((error: unknown) =>
        deps.log.warn({ event: 'picture.not_kept', err: error }, 'a picture could not be stored'),
      )
    return outcome
  }

  /** Two requests for one picture share one fetch. */
  function share(request: PictureRequest): Promise<PictureOutcome> {
    const key = `${request.size} ${request.url}`
    const shared = underWay.get(key)
    if (shared) return shared
    if (limit.pendingCount >= WAITING) return Promise.resolve({ kind: 'busy' })
    const ended = limit(() => fetchAndKeep(request)).finally(() => underWay.delete(key))
    underWay.set(key, ended)
    return ended
  }

  return {
    async get(request) {
      if (isScreenshotUrl(request.url)) {
        const bytes = await screenshots.read(request)
        return bytes ? { kind: 'picture', bytes } : { kind: 'unavailable' }
      }
      const kept = await files.read(request)
      if (kept) return { kind: 'picture', bytes: kept }
      const failure = failures.find(request.url)
      return failure ? { kind: failure } : share(request)
    },
  }
}

async function fetchOnce(fetchPicture: FetchPicture, request: PictureRequest): Promise<FetchedPicture> {
  const answer = await fetchPicture({
    url: sourceUrl(request),
    headers: { accept: ACCEPT },
    maxBytes: MAX_BYTES,
    totalTimeoutMs: FETCH_WITHIN_MS,
  })
  switch (answer.kind) {
    case 'refused':
      return { kind: 'unavailable' }
    case 'failed':
      return { kind: SILENCES.has(answer.cause) ? 'silent' : 'unavailable' }
    case 'response': {
      if (answer.status !== 200) return { kind: 'unavailable' }
      const encoded = await encodePicture(answer.body, frameOf(request.size))
      return encoded.kind === 'picture' ? encoded : { kind: 'unsupported' }
    }
    default:
      return answer satisfies never
  }
}

/** Causes that concern the host, not the single picture. */
const SILENCES = new Set(['timeout', 'dns', 'connect', 'tls', 'reset'])

const MINUTE_MS = 60 * 1000
const KEEP_ADDRESS_MS = 10 * MINUTE_MS
/** Shorter, because one host may hold the pictures of thousands of stores. */
const KEEP_HOST_MS = MINUTE_MS
/** Consecutive failures before the host itself is avoided. */
const SILENCES_OF_A_BROKEN_HOST = 3
const MAX_ENTRIES = 10_000

/** `unsupported`: the answer was not a picture. `unavailable`: the host refused. `silent`: the host did not answer at all. */
type Failure = 'unsupported' | 'unavailable' | 'silent'

export type FailureCache = {
  find: (url: string) => Failure | null
  note: (url: string, failure: Failure) => void
  forget: (url: string) => void
}

/** Remembers failures, so that a broken host is not asked again and again. */
function createFailureCache(now: () => Date): FailureCache {
  const common = { max: MAX_ENTRIES, ttlResolution: 0, perf: { now: () => now().getTime() } }
  const addresses = new LRUCache<string, Failure>({ ...common, ttl: KEEP_ADDRESS_MS })
  const silences = new LRUCache<string, number>({ ...common, ttl: KEEP_HOST_MS })
  return {
    find(url) {
      const isBroken = (silences.peek(hostOf(url)) ?? 0) >= SILENCES_OF_A_BROKEN_HOST
      return addresses.get(url) ?? (isBroken ? 'silent' : null)
    },
    note(url, failure) {
      const host = hostOf(url)
      addresses.set(url, failure)
      if (failure !== 'silent') return void silences.delete(host)
      // A host that was avoided for a while and is silent again is still broken.
      silences.set(host, (silences.peek(host, { allowStale: true }) ?? 0) + 1)
    },
    forget(url) {
      addresses.delete(url)
      silences.delete(hostOf(url))
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

/** For a server that must not contact any host: it serves only pictures that it already keeps. */
export const fetchNoPicture: FetchPicture = async () => ({ kind: 'refused', reason: 'no fetcher' })

const PICTURE_SERVER = 'cdn.shopify.com'
/** Every shop's own host serves the platform's pictures here. */
const PICTURE_FOLDER = '/cdn/shop/'

/** The platform's picture server resizes: a card costs 30 kB instead of megabytes. Other hosts send the original. */
function sourceUrl({ url: text, size }: PictureRequest): string {
  const url = new URL(text)
  if (url.hostname !== PICTURE_SERVER && !url.pathname.startsWith(PICTURE_FOLDER)) return text
  url.searchParams.set('width', String(PICTURE_SIZES[size]))
  return url.href
}
