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
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { useSession } from '#web/lib/session/session.tsx'

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

type Props = { children: ReactNode }

// Public pages share this shell, and need no script for queries.
const Asked = lazy((): Promise<{ default: ComponentType<Props> }> =>
  import('./operator-check.tsx').then(
    ({ OperatorCheck }) => ({ default: OperatorCheck }),
    () => ({ default: () => null }),
  ),
)

export function IfOperator({ children }: Props) {
  return (
    useSession().status === 'signed-in' && (
      <Suspense>
        <Asked>{children}</Asked>
      </Suspense>
    )
  )
}
