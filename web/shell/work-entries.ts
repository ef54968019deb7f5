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
import type { WorkScreen } from '#web/lib/navigation/work-screen.ts'

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
