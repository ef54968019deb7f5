import { followStores } from '#contracts/live.ts'
import { eventRoute } from '#server/event-route.ts'
import type { App } from '#server/route.ts'
import type { StoreQueryInput } from '#server/features/stores/store-query.ts'
import { createTurns } from './in-turn.ts'
import { createStoreWatch } from './store-watch.ts'
import { followTotal } from './follow-total.ts'

export function liveRoutes(app: App): void {
  const live = { watch: createStoreWatch(app.ctx), inTurn: createTurns() }
  // Safe: `query` was parsed by the schema of this very call.
  eventRoute(app, followStores, ({ ctx, query, signal }) =>
    followTotal(ctx, query as StoreQueryInput, live, signal),
  )
}
