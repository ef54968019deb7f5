import { LRUCache } from 'lru-cache'
import { newNonce } from '#server/http/security-headers.ts'
import type { PageRenderer, RenderedPage, Renderer, RenderRequest } from '#server/render.ts'

/** As long as browsers may keep the public figures on these pages. */
const KEPT_MS = 5_000
const MAX_PAGES = 500
const MAX_BYTES = 32 * 1024 * 1024

/** The page in pieces around its nonces: inserting a nonce copies bytes and searches nothing. */
type KeptPage = Omit<RenderedPage, 'html'> & { pieces: readonly Buffer[] }

type Options = { maxPages?: number; maxBytes?: number; clock?: { now: () => number } }

/**
 * Renders each public page once every few seconds instead of once per visitor. It renders the page with a placeholder instead of the nonce,
 * and inserts the nonce of each answer at sending time. The placeholder is as random as a nonce and never sent, so that no text on a page
 * can contain it.
 */
export function createPageCache(
  { render, keyOf, isShell }: PageRenderer,
  { maxPages = MAX_PAGES, maxBytes = MAX_BYTES, clock = performance }: Options = {},
): Renderer {
  const placeholder = newNonce()
  const kept = new LRUCache<string, KeptPage>({
    max: maxPages,
    maxSize: maxBytes,
    sizeCalculation: ({ pieces }, key) => pieces.reduce((sum, { length }) => sum + length, key.length),
    ttl: KEPT_MS,
    perf: clock,
    ttlResolution: 0,
  })
  const underWay = new Map<string, Promise<KeptPage>>()

  async function renderOnce(key: string, request: RenderRequest): Promise<KeptPage> {
    let isWhole = true
    const api: RenderRequest['api'] = (path, language) =>
      request.api(path, language).catch((error: unknown) => {
        isWhole = false
        throw error
      })
    const { html, isCacheable, ...page } = await render({ ...request, nonce: placeholder, api })
    const found = { ...page, pieces: html.split(placeholder).map((piece) => Buffer.from(piece)) }
    if (isCacheable && isWhole) kept.set(key, found)
    return found
  }

  return {
    isShell,
    async render(request) {
      const key = keyOf(request)
      if (key === null) return render(request)
      const found = kept.get(key) ?? underWay.get(key)
      if (found) return withNonce(await found, request.nonce)
      const rendering = renderOnce(key, request).finally(() => underWay.delete(key))
      underWay.set(key, rendering)
      return withNonce(await rendering, request.nonce)
    },
  }
}

function withNonce({ pieces, ...page }: KeptPage, nonce: string): RenderedPage {
  const between = Buffer.from(nonce)
  return {
    ...page,
    html: Buffer.concat(pieces.flatMap((piece, at) => (at === 0 ? [piece] : [between, piece]))),
  }
}
