import { createContext, use } from 'react'

/** Closes the announcement banner for good; a cookie, so that the server leaves it out and nothing jumps. */
export const BANNER_COOKIE = 'banner'

/** Who runs this installation; null = they have not said. */
export type Operator = {
  name: string | null
  address: string | null
  /** Day of the last change of privacy page and terms, e.g. `2024-12-21`. */
  textsModified: string
}

/** What the installation and this visitor's cookies say about every page. */
export type Site = {
  /** PUBLIC_ORIGIN, for canonical links. */
  origin: string
  supportEmail: string
  /** Our profiles elsewhere: https addresses. */
  socialLinks: readonly string[]
  /** The identity provider's name; null = there is none. */
  identityProvider: string | null
  operator: Operator
  isBannerClosed: boolean
}

const SiteContext = createContext<Site>({
  origin: '',
  supportEmail: '',
  socialLinks: [],
  identityProvider: null,
  operator: { name: null, address: null, textsModified: '2024-12-21' },
  isBannerClosed: false,
})

export const SiteProvider = SiteContext.Provider
export const useSite = (): Site => use(SiteContext)
