import type { RouteMatch, RouteObject } from 'react-router'

/** Loads the code of the matched routes before the router starts; otherwise the router's fallback would replace the server's HTML. */
export async function resolveLazyRoutes(matches: RouteMatch<string, RouteObject>[] | null): Promise<void> {
  await Promise.all(
    (matches ?? []).map(async ({ route }) => {
      if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}
