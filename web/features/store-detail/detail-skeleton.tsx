import { cn } from '#web/lib/cn.ts'
import { Bone, Skeleton } from '#web/ui/skeleton.tsx'
import { columns } from './columns.ts'

export function DetailSkeleton() {
  return (
    <Skeleton className="@container">
      <Bone className="mb-4 h-9 w-32" />
      <div className="flex flex-wrap items-start gap-x-5 gap-y-4">
        <Bone className="size-16" />
        <div className="grid min-w-0 flex-1 basis-64 grid-cols-1 gap-3">
          <Bone className="h-8 w-64 max-w-full" />
          <Bone className="h-5 w-44" />
          <Bone className="h-5 w-56" />
        </div>
        <Bone className="h-11 w-28 max-sm:w-full" />
      </div>
      <Bone className="mt-6 h-11 w-52" />
      <div className={cn('mt-6', columns)}>
        <div className="grid gap-4">
          <Bone className="h-24" />
          <Bone className="h-64 rounded-lg" />
          <Bone className="h-64 rounded-lg" />
        </div>
        <Bone className="h-48 rounded-lg @max-[56rem]:row-start-1" />
      </div>
    </Skeleton>
  )
}
