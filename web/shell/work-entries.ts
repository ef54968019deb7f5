import {
  Activity,
  Bookmark,
  Package,
  Contact,
  History,
  type LucideIcon,
  Settings,
  SquareTerminal,
  Store,
  Sunrise,
  Webhook,
} from 'lucide-react'
import type { Location } from 'react-router'
import { readListReturn } from '#web/lib/navigation/return-state.ts'
import { paths } from '#web/paths.ts'

const research = ['today', 'stores', 'leads', 'products', 'pulse', 'changes', 'saved'] as const
const ends = ['api', 'settings'] as const
export type WorkEntry = (typeof research)[number] | (typeof ends)[number] | 'console'

export const entries: Record<WorkEntry, { to: string; Icon: LucideIcon }> = {
  today: { to: paths.app(), Icon: Sunrise },
  stores: { to: paths.list(), Icon: Store },
  leads: { to: paths.list({ view: 'leads' }), Icon: Contact },
  products: { to: paths.list({ view: 'products' }), Icon: Package },
  pulse: { to: paths.pulse(), Icon: Activity },
  changes: { to: paths.changes(), Icon: History },
  saved: { to: paths.saved(), Icon: Bookmark },
  api: { to: paths.settingsApi(), Icon: Webhook },
  settings: { to: paths.settings(), Icon: Settings },
  console: { to: paths.operator(), Icon: SquareTerminal },
}
export { ends as endEntries, research as researchEntries }

const firstPart = (path: string) => path.split(/[/?]/, 2)[1] ?? ''

/** By the first part of the address. */
const sections = new Map<string, WorkEntry>([
  ...research.map((name) => [firstPart(entries[name].to), name] as const),
  [firstPart(paths.list()), 'stores'],
  [firstPart(paths.store('')), 'stores'],
  [firstPart(paths.product('')), 'products'],
  [firstPart(paths.cluster(0)), 'products'],
  [firstPart(paths.settings()), 'settings'],
  [firstPart(paths.operator()), 'console'],
])

/**
 * The entry that a screen of work belongs to: of a store, the list that it was opened from. Null
 * for all other pages.
 */
export function entryOf({
  pathname,
  search,
  state,
}: Pick<Location, 'pathname' | 'search' | 'state'>): WorkEntry | null {
  if (pathname.startsWith(paths.settingsApi())) return 'api'
  const entry = sections.get(firstPart(pathname)) ?? null
  if (entry !== 'stores') return entry
  const view = new URLSearchParams(readListReturn(state)?.listSearch ?? search).get('view')
  return view === 'leads' || view === 'products' ? view : 'stores'
}
