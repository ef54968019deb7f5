import type { Location } from 'react-router'
import { paths } from '#web/paths.ts'
import { readListReturn } from './return-state.ts'

export const researchScreens = [
  'today',
  'stores',
  'leads',
  'products',
  'pulse',
  'changes',
  'saved',
] as const
export const ownScreens = ['api', 'settings'] as const
export type WorkScreen = (typeof researchScreens)[number] | (typeof ownScreens)[number] | 'console'

export const workPaths: Record<WorkScreen, string> = {
  today: paths.app(),
  stores: paths.list(),
  leads: paths.leads(),
  products: paths.list({ view: 'products' }),
  pulse: paths.pulse(),
  changes: paths.changes(),
  saved: paths.saved(),
  api: paths.settingsApi(),
  settings: paths.settings(),
  console: paths.operator(),
}

const firstPart = (path: string) => path.split(/[/?]/, 2)[1] ?? ''

const sections = new Map<string, WorkScreen>([
  ...researchScreens.map((name) => [firstPart(workPaths[name]), name] as const),
  [firstPart(paths.list()), 'stores'],
  [firstPart(paths.exclusions()), 'stores'],
  [firstPart(paths.score()), 'leads'],
  [firstPart(paths.store('')), 'stores'],
  [firstPart(paths.product('')), 'products'],
  [firstPart(paths.cluster(0)), 'products'],
  [firstPart(paths.settings()), 'settings'],
  [firstPart(paths.operator()), 'console'],
])

/** Of a store, the list that it was opened from. Null for all other pages. */
export function workScreenOf({
  pathname,
  search,
  state,
}: Pick<Location, 'pathname' | 'search' | 'state'>): WorkScreen | null {
  if (pathname.startsWith(paths.settingsApi())) return 'api'
  const screen = sections.get(firstPart(pathname)) ?? null
  if (screen !== 'stores') return screen
  const back = readListReturn(state)
  if (back?.isLeads) return 'leads'
  const view = new URLSearchParams(back?.listSearch ?? search).get('view')
  return view === 'leads' || view === 'products' ? view : 'stores'
}

export const consoleSections = [
  { name: 'overview', to: paths.operator() },
  { name: 'accounts', to: paths.operator('accounts') },
  { name: 'messages', to: paths.operator('messages') },
  { name: 'optOuts', to: paths.operator('opt-outs') },
  { name: 'deliveries', to: paths.operator('deliveries') },
  { name: 'bounces', to: paths.operator('bounces') },
  { name: 'jobs', to: paths.operator('jobs') },
  { name: 'limits', to: paths.operator('limits') },
  { name: 'features', to: paths.operator('features') },
  { name: 'audit', to: paths.operator('audit') },
] as const
export type ConsoleSection = (typeof consoleSections)[number]['name']
