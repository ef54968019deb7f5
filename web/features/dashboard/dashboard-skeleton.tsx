import { Card } from '#web/ui/card.tsx'
import { CalendarSkeleton } from '#web/ui/date-picker/calendar-skeleton.tsx'
import { Bone, Skeleton } from '#web/ui/skeleton.tsx'

/** Shown during the session check. */
export function DashboardSkeleton() {
  return (
    <Skeleton>
      <Bone className="mt-1 h-8 w-56" />
      <Bone className="mt-4 h-5 w-72 max-w-full" />
      <div className="mt-7 grid grid-cols-1 gap-6 sm:mt-9">
        <Card className="flex flex-wrap items-center justify-between gap-4 border-s-4 border-s-rule px-5 py-4 sm:px-6">
          <Bone className="h-12 w-64 max-w-full" />
          <Bone className="h-11 w-56 max-w-full" />
        </Card>
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]">
          <DatesSkeleton />
          <Card className="grid gap-6 p-5 sm:p-6">
            <Bone className="h-14 w-48" />
            <Bone className="h-9" />
            <Bone className="h-9" />
            <Bone className="h-9" />
            <Bone className="h-13" />
          </Card>
        </div>
        <Card className="grid gap-6 p-5 sm:p-6">
          <Bone className="h-6 w-48" />
          <Bone className="h-36" />
        </Card>
      </div>
    </Skeleton>
  )
}

const DatesSkeleton = () => (
  <Card className="p-4 sm:px-6">
    <div className="flex flex-wrap gap-2">
      {['w-16', 'w-24', 'w-28', 'w-28', 'w-28', 'w-24'].map((width, at) => (
        <Bone key={at} className={`h-9 ${width}`} />
      ))}
    </div>
    <div className="mt-8">
      <CalendarSkeleton />
    </div>
    <div className="grid gap-4 sm:grid-cols-2">
      <Bone className="h-18" />
      <Bone className="h-18" />
    </div>
  </Card>
)
