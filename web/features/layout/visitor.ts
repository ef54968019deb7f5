import { planOf } from '#web/lib/session.tsx'
import type { Session } from '#web/lib/session-store.ts'
import { paths } from '#web/paths.ts'

/** Who the header is drawn for. `unknown` = a member, it seems, whose session is still being checked. */
export type Visitor = 'anonymous' | 'guest' | 'paid' | 'unknown'

export function visitorOf(session: Session): Visitor {
  if (session.status === 'checking') return session.presumed === 'member' ? 'unknown' : 'anonymous'
  if (session.status === 'anonymous') return 'anonymous'
  return planOf(session.user) === 'guest' ? 'guest' : 'paid'
}

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
  barLinks[visitor].filter(({ to }) => to !== pathname)

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

/** Where the back button of small screens leads, for people who are logged in; null where there is none. */
export function backTarget(visitor: Visitor, pathname: string): string | null {
  if (visitor === 'anonymous' || visitor === 'unknown') return null
  if (pathname === paths.list()) return paths.app()
  if (pathname.startsWith('/store/') || pathname.startsWith('/list/')) return paths.list()
  if (pathname === paths.pricing()) return visitor === 'paid' ? paths.app() : paths.home()
  return null
}
