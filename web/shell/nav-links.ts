import type { Visitor } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'

type LinkName = 'home' | 'dashboard' | 'saved' | 'sample' | 'pricing' | 'contact' | 'settings'
export type NavLink = { name: LinkName; to: string }

const link = (name: LinkName, to: string): NavLink => ({ name, to })

const barLinks: Record<Visitor, readonly NavLink[]> = {
  anonymous: [link('sample', paths.sample()), link('pricing', paths.pricing())],
  guest: [
    link('sample', paths.sample()),
    link('pricing', paths.pricing()),
    link('contact', paths.contact()),
  ],
  paid: [link('dashboard', paths.app()), link('contact', paths.contact())],
  unknown: [],
}

export const navLinks = (visitor: Visitor, pathname: string): NavLink[] =>
  barLinks[visitor].filter(({ to }) => to !== withoutEndSlash(pathname))

/** `/pricing/` is the same page as `/pricing`. */
const withoutEndSlash = (pathname: string) => pathname.replace(/(?<=[^/])\/+$/, '')

export function accountLinks(visitor: 'guest' | 'paid'): NavLink[] {
  const own =
    visitor === 'paid'
      ? [link('dashboard', paths.app()), link('saved', paths.saved())]
      : [link('sample', paths.sample()), link('pricing', paths.pricing())]
  return [
    link('home', paths.home()),
    ...own,
    link('contact', paths.contact()),
    link('settings', paths.settings()),
  ]
}

export const logoTarget = (visitor: Visitor): string =>
  visitor === 'anonymous' ? paths.home() : paths.app()

/**
 * On small screens, for signed-in users. `listSearch`: the query of the list that led to the store.
 */
export function backTarget(visitor: Visitor, pathname: string, listSearch = ''): string | null {
  if (visitor === 'anonymous' || visitor === 'unknown') return null
  const page = withoutEndSlash(pathname)
  if (page === paths.list()) return paths.app()
  if (page.startsWith('/store/') || page.startsWith('/list/')) return paths.list() + listSearch
  if (page === paths.pricing()) return visitor === 'paid' ? paths.app() : paths.home()
  return null
}
