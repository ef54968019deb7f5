import { LRUCache } from 'lru-cache'
import type { RouteObject } from 'react-router'
import { PulseGroup } from '#contracts/catalog/pulse.ts'
import { blogCategories } from '#contracts/site/blog.ts'
import { baseLanguage, type Language } from '#i18n/languages.ts'
import { isPaymentReturn, isPaymentReturnToHome, paths } from '#web/paths.ts'
import { pageOfAddress } from '#web/site/blog/article-list.tsx'
import { wordsOfAddress } from '#web/site/blog/article-search.tsx'
import { pageIn } from '#web/site/sample/sample-address.ts'
import type { RouteHandle } from './router.tsx'

type Params = Readonly<Record<string, string | undefined>>
type ReadQuery = (search: URLSearchParams) => Record<string, string | false>

const numbered = (page: number) => page > 0 && String(page + 1)

const queryOfArticles: ReadQuery = (search) => ({
  page: numbered(pageOfAddress(search)),
  q: wordsOfAddress(search),
})

/**
 * What the HTML of a page takes from its query, in one spelling. Whatever else the address says is
 * read in the browser: an unknown key must not buy a rendering.
 */
const queries: Record<string, ReadQuery> = {
  '/sample': (search) => ({ page: numbered(pageIn(search)) }),
  '/pricing': (search) => ({ billing: search.get('billing') === 'annual' && 'annual' }),
  '/payment-success': (search) => ({ success: isPaymentReturn(search) && 'true' }),
  '/blog': queryOfArticles,
  '/blog/category/:slug': queryOfArticles,
  '/email-verification': (search) => ({ token: search.has('token') && '-' }),
  '/list': (search) => ({ view: views.find((view) => view === search.get('view')) ?? false }),
  '/pulse': (search) => ({ by: PulseGroup.safeParse(search.get('by')).data ?? false }),
}
const views = ['leads', 'products']

/** They redirect with their whole query, and render nothing. */
const redirects: Record<string, (search: URLSearchParams) => boolean> = {
  '/': isPaymentReturnToHome,
  '/pricing': isPaymentReturn,
}

/** Where that is known without asking; others find out while they load. */
const isKnown: Record<string, (params: Params) => boolean> = {
  '/blog/category/:slug': ({ slug }) => blogCategories.some((category) => category.slug === slug),
}

type PageAddress = {
  /** Path and query. All addresses whose HTML is the same have the same one. */
  address: string
  isRedirect: boolean
  isShell: boolean
  /** Of the page that says that there is nothing, for all addresses of this form. */
  missing: string
}

/** In place of a part that may be anything. */
const ANYTHING = '-'

type Match = (
  location: Pick<URL, 'pathname'>,
) => readonly { route: RouteObject; params: Params }[] | null
type FoundRoute = { pattern: string; isShell: boolean; params: Params }

const MAX_KNOWN = 1_000
const MAX_KNOWN_LENGTH = 200

/** Finds the route of a path once: the router compares it with the pattern of each route. */
export function createRouteFinder(match: Match): (pathname: string) => FoundRoute {
  const known = new LRUCache<string, FoundRoute>({ max: MAX_KNOWN })
  return (pathname) => {
    const before = known.get(pathname)
    if (before) return before
    const matches = match({ pathname }) ?? []
    const isShell = isShellRoute(matches)
    const pattern = patternOf(matches.map(({ route }) => route))
    const found = { pattern, isShell, params: isShell ? {} : (matches.at(-1)?.params ?? {}) }
    if (pathname.length <= MAX_KNOWN_LENGTH) known.set(pathname, found)
    return found
  }
}

export function pageAddressOf(
  { pattern, isShell, params }: FoundRoute,
  { pathname, search, searchParams }: Pick<URL, 'pathname' | 'search' | 'searchParams'>,
  language: Language,
): PageAddress {
  const lang = baseLanguage(searchParams.get('lang')) !== null && language
  const missing = fill(pattern, {}) + queryOf({ lang })
  const found = fill(pattern, params) + queryOf({ lang, ...queries[pattern]?.(searchParams) })
  const isRedirect = redirects[pattern]?.(searchParams) === true
  const own = isKnown[pattern]?.(params) === false ? missing : found
  return { address: isRedirect ? pathname + search : own, isRedirect, isShell, missing }
}

// Safe: only router.tsx sets it.
export const handleOf = ({ handle }: { handle?: unknown }) => handle as RouteHandle | undefined

export const isShellRoute = (matches: readonly { route: { handle?: unknown } }[]): boolean =>
  matches.some(({ route }) => handleOf(route)?.isShell === true)

function patternOf(routes: readonly RouteObject[]): string {
  const parts = routes.flatMap(({ path }) => path?.split('/') ?? []).filter(Boolean)
  return parts.includes('*') ? paths.missing() : `/${parts.join('/')}`
}

const fill = (pattern: string, params: Params): string =>
  pattern.replaceAll(/:(\w+)/g, (_, name: string) => spelled(params[name] ?? ANYTHING))

/** Numbers without zeros before them. */
const spelled = (value: string) =>
  encodeURIComponent(/^\d{1,15}$/.test(value) ? String(Number(value)) : value)

function queryOf(values: Record<string, string | false>): string {
  const query = new URLSearchParams(
    Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
  return query.size > 0 ? `?${query}` : ''
}
