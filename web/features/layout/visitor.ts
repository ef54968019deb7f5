import { paths } from '#web/paths.ts'
import type { Visitor } from '#web/lib/session.tsx'

export type LinkName = 'home' | 'dashboard' | 'saved' | 'pricing' | 'contact' | 'settings'
export type NavLink = { name: LinkName; to: string }

const link = (name: LinkName, to: string): NavLink => ({ name, to })

const barLinks: Record<Visitor, readonly NavLink[]> = {
  anonymous: [link('pricing', paths.pricing())],
  guest: [link('pricing', paths.pricing()), link('contact', paths.contact())],
  paid: [link('dashboard', paths.app()), link('contact', paths.contact())],
  unknown: [],
}

/** The links in the bar; the one to the current page is left out. */
export const navLinks = (visitor: Visitor, pathname: string): NavLink[] =>
  barLinks[visitor].filter(({ to }) => to !== withoutEndSlash(pathname))

/** `/pricing/` is the same page as `/pricing`. */
const withoutEndSlash = (pathname: string) => pathname.replace(/(?<=[^/])\/+$/, '')

/** The entries of the account menu, above Log out. */
export function accountLinks(visitor: 'guest' | 'paid'): NavLink[] {
  const own =
    visitor === 'paid'
      ? [link('dashboard', paths.app()), link('saved', paths.saved())]
      : [link('pricing', paths.pricing())]
  return [
    link('home', paths.home()),
    ...own,
    link('contact', paths.contact()),
    link('settings', paths.settings()),
  ]
}

export const logoTarget = (visitor: Visitor): string => (visitor === 'anonymous' ? paths.home() : paths.app())

/**
 * Where the back button of small screens leads, for people who are logged in; null where there is none. `listSearch` is the
 * list that a store was opened from.
 */
export function backTarget(visitor: Visitor, pathname: string, listSearch = ''): string | null {
  if (visitor === 'anonymous' || visitor === 'unknown') return null
  const page = withoutEndSlash(pathname)
  if (page === paths.list()) return paths.app()
  if (page.startsWith('/store/') || page.startsWith('/list/')) return paths.list() + listSearch
  if (page === paths.pricing()) return visitor === 'paid' ? paths.app() : paths.home()
  return null
}
