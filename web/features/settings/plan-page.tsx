import { ApiError } from '#web/api/api-error.ts'
import { OwnPlan } from './plan/own-plan.tsx'
import { PlanLoading } from './plan/plan-loading.tsx'
import { viewOfStatus } from './plan/plan-view.ts'
import { SamplePlan } from './plan/sample-plan.tsx'
import { usePlan } from './plan/use-plan.ts'
import { VisitorPlan } from './plan/visitor-plan.tsx'
import { SettingsPage } from './settings-page.tsx'

export function PlanPage() {
  return (
    <SettingsPage name="plan">
      {(user) => (user ? <MemberPlan key={user.id} /> : <VisitorPlan />)}
    </SettingsPage>
  )
}

function MemberPlan() {
  const { query, awaited, setAwaited } = usePlan()
  const { data, error, fetchStatus, isFetching, refetch } = query
  if (data) return <OwnPlan view={viewOfStatus(data)} awaited={awaited} onAwait={setAwaited} />
  const failure = error ?? (fetchStatus === 'paused' ? noConnection : null)
  if (!failure) return <PlanLoading />
  return <SamplePlan error={failure} isRetrying={isFetching} onRetry={() => void refetch()} />
}

/** Without a connection a query pauses instead of failing. For the user both are failures. */
const noConnection = new ApiError('network', '', { status: 0, requestId: null })
