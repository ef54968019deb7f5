import pLimit from 'p-limit'
import type { AppContext } from '#server/context.ts'
import { encodePicture } from './encode-picture.ts'
import { createFailureMemory, type Failure } from './failure-memory.ts'
import type { FetchPicture } from './fetch-picture.ts'
import { createPictureFiles, picturesFolder } from './picture-files.ts'
import { frameOf, type PictureRequest } from './picture-size.ts'
import { createScreenshotFiles, isScreenshotUrl } from './screenshots.ts'
import { sourceUrl } from './source-url.ts'

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
  const failures = createFailureMemory(deps.now)
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
        deps.log.warn({ event: 'picture.not_kept', err: error }, 'a picture could not be kept'),
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
