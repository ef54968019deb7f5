import type { Visitor } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'

/** The header has the names of these pages. */
type HeaderPage = 'home' | 'dashboard' | 'saved' | 'pricing' | 'contact' | 'settings' | 'login' | 'getStarted'
/** The palette has the names of these pages. */
type InnerPage = 'list' | 'leads' | 'products' | 'savedProducts' | 'plan' | 'preferences'
export type PageName = HeaderPage | InnerPage

const addresses: Record<PageName, () => string> = {
  home: paths.home,
  dashboard: paths.app,
  list: paths.list,
  leads: () => paths.list({ view: 'leads' }),
  products: () => paths.list({ view: 'products' }),
  saved: paths.saved,
  savedProducts: paths.savedProducts,
  pricing: paths.pricing,
  contact: paths.contact,
  settings: paths.settings,
  plan: paths.settingsPlan,
  preferences: paths.settingsPreferences,
  login: paths.login,
  getStarted: paths.register,
}

const pagesOf: Record<Visitor, readonly PageName[]> = {
  anonymous: ['home', 'pricing', 'contact', 'login', 'getStarted'],
  guest: ['home', 'pricing', 'contact', 'settings', 'plan', 'preferences'],
  paid: [
    'dashboard',
    'list',
    'leads',
    'products',
    'saved',
    'savedProducts',
    'settings',
    'plan',
    'preferences',
    'home',
    'contact',
  ],
  unknown: ['home'],
}

const inner: readonly PageName[] = [
  'list',
  'leads',
  'products',
  'savedProducts',
  'plan',
  'preferences',
] satisfies InnerPage[]

export const isInner = (name: PageName): name is InnerPage => inner.includes(name)

/** The pages that this visitor may open, with their addresses. */
export const pagesFor = (visitor: Visitor): { name: PageName; to: string }[] =>
  pagesOf[visitor].map((name) => ({ name, to: addresses[name]() }))
