import { createContext, use } from 'react'

/** Closes the announcement banner for good; a cookie, so that the server leaves it out and nothing jumps. */
export const BANNER_COOKIE = 'banner'

/** What the installation and this visitor's cookies say about every page. */
export type Site = {
  /** PUBLIC_ORIGIN, for canonical links. */
  origin: string
  supportEmail: string
  /** The identity provider's name; null = there is none. */
  identityProvider: string | null
  isBannerClosed: boolean
}

const SiteContext = createContext<Site>({
  origin: '',
  supportEmail: '',
  identityProvider: null,
  isBannerClosed: false,
})

export const SiteProvider = SiteContext.Provider
export const useSite = (): Site => use(SiteContext)
