import { LRUCache } from 'lru-cache'
import { AppError } from '#server/platform/errors.ts'
import { newNonce, sharedPagePolicy } from '#server/platform/http/security-headers.ts'
import { sharedBody } from '#server/platform/http/shared-bodies.ts'
import type { PageRenderer, RenderedPage, Renderer, RenderRequest } from './render.ts'

/** As long as browsers may keep the public figures on these pages. */
const TTL_MS = 5_000
const MAX_PAGES = 500
const MAX_BYTES = 32 * 1024 * 1024
/** A page as text and as bytes, and its compressed copies. */
const COPIES_FACTOR = 2.5

type CachedRequest = Parameters<Renderer['render']>[0]
type Options = { maxPages?: number; maxBytes?: number; clock?: { now: () => number } }

/**
 * Renders and compresses each page once every few seconds instead of once per visitor. Visitors who
 * ask for the same page meanwhile wait for the same rendering.
 */
export function createPageCache(
  { render, keyOf, isShell }: PageRenderer,
  { maxPages = MAX_PAGES, maxBytes = MAX_BYTES, clock = performance }: Options = {},
): Renderer {
  const cache = new LRUCache<string, RenderedPage>({
    max: maxPages,
    maxSize: maxBytes,
    sizeCalculation: ({ html }, key) => key.length + Math.ceil(html.length * COPIES_FACTOR),
    ttl: TTL_MS,
    perf: clock,
    ttlResolution: 0,
  })
  const pending = new Map<string, Promise<RenderedPage>>()

  async function renderNow(key: string | null, request: CachedRequest): Promise<RenderedPage> {
    let isWhole = true
    const api: RenderRequest['api'] = (path, language) =>
      request.api(path, language).catch((error: unknown) => {
        isWhole &&= error instanceof AppError && error.code === 'not_found'
        throw error
      })
    const nonce = newNonce()
    const { sameAs, isCacheable, ...page } = await render({ ...request, nonce, api })
    if (sameAs !== null) return find({ ...request, url: sameAs })
    const found = sharedPage(page, nonce)
    if (key !== null && isCacheable && isWhole) cache.set(key, found)
    return found
  }

  async function find(request: CachedRequest): Promise<RenderedPage> {
    const key = keyOf(request)
    const known = () => (key === null ? undefined : (cache.get(key) ?? pending.get(key)))
    const found = known()
    if (found) return found
    await request.beforeRendering?.()
    const meanwhile = known()
    if (meanwhile) return meanwhile
    const rendering = renderNow(key, request)
    if (key === null) return rendering
    pending.set(key, rendering)
    return rendering.finally(() => pending.delete(key))
  }

  return { isShell, render: find }
}

/** Moments at which data were read: they change with each rendering, and no page shows them. */
const MOMENTS = /"(?:dataUpdated|dehydrated)At":\d+/g

const sharedPage = (
  { status, headers, html }: RenderedPage & { html: string },
  nonce: string,
): RenderedPage => ({
  status,
  headers: { ...headers, 'content-security-policy': sharedPagePolicy(html, nonce) },
  html,
  shared: sharedBody(html, html.replaceAll(nonce, '').replaceAll(MOMENTS, '')),
})
