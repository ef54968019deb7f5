import type { LoaderFunctionArgs } from 'react-router'
import type { Namespace } from '#i18n/languages.ts'
import { loadTexts } from '#web/lib/load-texts.ts'
import { servicesOf, type Services } from '#web/lib/services.ts'

type Prepare = (services: Services, args: LoaderFunctionArgs) => Promise<unknown>

/**
 * A route's loader for its texts and, with `prepare`, its data. The browser does not wait for the data; the page shows its own loading
 * state. On the server the HTML is complete, unless the data fails; then the page's fallback shows.
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
