import { getFreshness } from '#contracts/freshness.ts'
import { q } from '#web/api/query.ts'
import { pageLoader } from '#web/lib/page-loader.ts'

export { FreshnessPage as Component } from '#web/features/freshness/freshness-page.tsx'

export const loader = pageLoader(['freshness'], ({ queryClient }) =>
  queryClient.ensureQueryData(q(getFreshness, {})),
)
