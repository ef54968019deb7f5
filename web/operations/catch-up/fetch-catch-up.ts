import type { QueryClient } from '@tanstack/react-query'
import { getCatchUp } from '#contracts/operations/freshness.ts'
import { getHighlights } from '#contracts/site/highlights.ts'
import { q } from '#web/api/query.ts'

/** With `isAgain` also the figures that grow with it. Never throws. */
export async function fetchCatchUp(client: QueryClient, isAgain: boolean): Promise<void> {
  const staleTime = isAgain ? 0 : 30_000
  const isShown = isAgain && client.getQueryState(q(getHighlights, {}).queryKey) !== undefined
  await Promise.all([
    client.prefetchQuery({ ...q(getCatchUp, {}), staleTime }),
    isShown && client.prefetchQuery({ ...q(getHighlights, {}), staleTime }),
  ])
}
