import * as api from '#contracts/freshness.ts'
import { type App, route } from '#server/route.ts'
import { getFreshness } from './get-freshness.ts'
import { remember } from './remember.ts'

/** Together with the caller's own memory an answer is never older than a minute. */
const KEPT_MS = 30_000
const CACHING = 'public, max-age=30'

export function freshnessRoutes(app: App): void {
  const read = remember(() => getFreshness(app.ctx), { forMs: KEPT_MS, now: app.ctx.now })
  route(app, api.getFreshness, read, { caching: CACHING })
}
