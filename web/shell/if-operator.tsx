import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { useSession } from '#web/lib/session/session.tsx'

type Props = { children: ReactNode }

// Public pages share this shell, and need no script for queries.
const Asked = lazy((): Promise<{ default: ComponentType<Props> }> =>
  import('./operator-check.tsx').then(
    ({ OperatorCheck }) => ({ default: OperatorCheck }),
    () => ({ default: () => null }),
  ),
)

/** Shows its content to those who may open the console. */
export function IfOperator({ children }: Props) {
  return (
    useSession().status === 'signed-in' && (
      <Suspense>
        <Asked>{children}</Asked>
      </Suspense>
    )
  )
}
