import {
  Activity,
  Bookmark,
  Contact,
  History,
  type LucideIcon,
  Package,
  Settings,
  SquareTerminal,
  Store,
  Sunrise,
  Webhook,
} from 'lucide-react'
import { useLocation } from 'react-router'
import { type WorkScreen, workScreenOf } from '#web/lib/navigation/work-screen.ts'
import { useSession, visitorOf } from '#web/lib/session/session.tsx'

export const workIcons: Record<WorkScreen, LucideIcon> = {
  today: Sunrise,
  stores: Store,
  leads: Contact,
  products: Package,
  pulse: Activity,
  changes: History,
  saved: Bookmark,
  api: Webhook,
  settings: Settings,
  console: SquareTerminal,
}

/** For members the screen of work that is open; null where the public frame shows. */
export function useWorkScreen(): WorkScreen | null {
  const screen = workScreenOf(useLocation())
  const visitor = visitorOf(useSession())
  return visitor === 'paid' || visitor === 'unknown' ? screen : null
}
