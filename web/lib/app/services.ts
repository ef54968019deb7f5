import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { createContext, use } from 'react'
import { createContext as createRouterContext, type RouterContextProvider } from 'react-router'
import type { Language, Namespace } from '#i18n/languages.ts'
import type { Texts } from '#web/api/fetch-texts.ts'

/**
 * Services for loaders, created once per page in the browser and once per request on the server.
 */
export type Services = {
  i18n: i18n
  /** The language of the server's HTML. `i18n` has the current one. */
  htmlLanguage: Language
  queryClient: QueryClient
  readTexts: (language: Language, namespace: Namespace) => Promise<Texts>
  /** On the server, pages share an instance, which cannot tell which texts a page uses. */
  recordUsedTexts?: (namespaces: readonly Namespace[]) => void
  /** A loader waits for its data, so that the HTML contains it. */
  isServer: boolean
}

export const servicesContext = createRouterContext<Services>()

export const servicesOf = (context: unknown): Services =>
  // Safe: both routers are created with a RouterContextProvider (entry-client.tsx,
  // entry-server.tsx).
  (context as RouterContextProvider).get(servicesContext)

const ServicesContext = createContext<Services | null>(null)

export const ServicesProvider = ServicesContext.Provider

export function useServices(): Services {
  const services = use(ServicesContext)
  if (!services) throw new Error('no ServicesProvider above this component')
  return services
}
