import { Suspense } from 'react'
import { deferred } from '#web/lib/app/deferred.tsx'
import { BriefBones } from './brief/brief-room.tsx'

/** Its script loads beside the data of today. */
export const brief = deferred(async () => (await import('./brief/morning-brief.tsx')).MorningBrief)

/** Only for an account without a saved search, or on request. */
export const firstRun = deferred(async () => (await import('./first-run.tsx')).FirstRun)

export const LateBrief = () => (
  <Suspense fallback={<BriefBones />}>
    <brief.Part />
  </Suspense>
)

export const LateFirstRun = (props: { onEnd: () => void }) => (
  <Suspense>
    <firstRun.Part {...props} />
  </Suspense>
)
