import { createContext, use } from 'react'
import { useLocation } from 'react-router'
import { useHydrated } from '#web/lib/browser/browser-storage.ts'

/**
 * Remembers that the visitor closed the banner. A cookie, so that the server omits the banner and
 * nothing shifts.
 */
export const BANNER_COOKIE = 'banner'

/** The operator of this installation; null = not configured. */
type Operator = {
  name: string | null
  address: string | null
  /** Day of the last change to the privacy page or the terms, e.g. `2024-12-21`. */
  textsModified: string
}

/** Settings from the installation and from this visitor's cookies, for every page. */
export type Site = {
  origin: string
  supportEmail: string
  socialLinks: readonly string[]
  /** The identity provider's name; null = no provider. */
  identityProvider: string | null
  operator: Operator
  isBannerClosed: boolean
  /** Of the server's HTML, which many addresses may share; null = that of the page. */
  htmlPath: string | null
}

const SiteContext = createContext<Site>({
  origin: '',
  supportEmail: '',
  socialLinks: [],
  identityProvider: null,
  operator: { name: null, address: null, textsModified: '2024-12-21' },
  isBannerClosed: false,
  htmlPath: null,
})

export const SiteProvider = SiteContext.Provider
export const useSite = (): Site => use(SiteContext)

/** The path of this page; until it is hydrated, the one that the server's HTML names. */
export function usePagePath(): string {
  const { pathname } = useLocation()
  const { htmlPath } = useSite()
  return useHydrated() ? pathname : (htmlPath ?? pathname)
}
