import type { LoaderFunctionArgs, RouteMatch, RouteObject } from 'react-router'
import type { Namespace } from '#i18n/languages.ts'
import { loadTexts } from '#web/lib/i18n/load-texts.ts'
import { type Services, servicesOf } from './services.ts'

type Prepare = (services: Services, args: LoaderFunctionArgs) => Promise<unknown>

/**
 * A route's loader for its texts and, with `prepare`, its data. The browser does not wait for the
 * data; the page shows its own loading state. On the server the HTML is complete, unless the data
 * fails; then the page's fallback shows.
 */
export function pageLoader(namespaces: readonly Namespace[], prepare?: Prepare) {
  return async (args: LoaderFunctionArgs): Promise<null> => {
    const services = servicesOf(args.context)
    const data = prepare?.(services, args).catch(() => undefined)
    await loadTexts(services, namespaces)
    if (services.isServer) await data
    return null
  }
}

/**
 * Loads the code of the matched routes before the router starts; otherwise the router's fallback
 * would replace the server's HTML.
 */
export async function resolveLazyRoutes(
  matches: RouteMatch<string, RouteObject>[] | null,
): Promise<void> {
  await Promise.all(
    (matches ?? []).map(async ({ route }) => {
      if (typeof route.lazy === 'function')
        Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}
