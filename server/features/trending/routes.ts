import { getTrendFormula as formulaEndpoint } from '#contracts/trending.ts'
import { type App, route } from '#server/route.ts'
import { getTrendFormula } from './get-trend-formula.ts'

/** Changes with a release only. */
const CACHING = 'public, max-age=3600'

export function trendingRoutes(app: App): void {
  route(app, formulaEndpoint, getTrendFormula, { caching: CACHING })
}
