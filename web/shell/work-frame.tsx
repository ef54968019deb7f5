import { type ComponentType, lazy } from 'react'
import { useLocation } from 'react-router'
import { HydratingSuspense } from '#web/lib/i18n/hydrating-suspense.tsx'
import { type WorkScreen, workScreenOf } from '#web/lib/navigation/work-screen.ts'
import { useSession, visitorOf } from '#web/lib/session/session.tsx'

type Props = { current: WorkScreen }
type Part = { default: ComponentType<Props> }

const nothing = (): Part => ({ default: () => null })
// Public pages share this shell, and have no need of the navigation.
const Rail = lazy((): Promise<Part> =>
  import('./rail.tsx').then(({ Rail: part }) => ({ default: part }), nothing),
)
const BottomBar = lazy((): Promise<Part> =>
  import('./bottom-bar.tsx').then(({ BottomBar: part }) => ({ default: part }), nothing),
)

/** For members the screen of work that is open; null where the public frame shows. */
export function useWorkScreen(): WorkScreen | null {
  const screen = workScreenOf(useLocation())
  const visitor = visitorOf(useSession())
  return visitor === 'paid' || visitor === 'unknown' ? screen : null
}

/** The navigation at the left. The style sheet knows the frame by its mark, also while it loads. */
export const WorkRail = ({ current }: Props) => (
  <>
    <span className="work-frame" hidden />
    <HydratingSuspense>
      <Rail current={current} />
    </HydratingSuspense>
  </>
)

export const WorkBottomBar = ({ current }: Props) => (
  <HydratingSuspense>
    <BottomBar current={current} />
  </HydratingSuspense>
)
