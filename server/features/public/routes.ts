import * as api from '#contracts/public.ts'
import { type App, route } from '#server/route.ts'
import { getHighlights } from './get-highlights.ts'
import { getPublicStats } from './get-public-stats.ts'

/** The same for every visitor, and short: counters must not contradict the list beside them for longer than a glance. */
const CACHING = 'public, max-age=5'

export function publicRoutes(app: App): void {
  route(app, api.getPublicStats, ({ ctx, query }) => getPublicStats(ctx, query), { caching: CACHING })
  route(app, api.getHighlights, ({ ctx }) => getHighlights(ctx), { caching: CACHING })
}
