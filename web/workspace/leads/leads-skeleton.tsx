import { cn } from '#web/lib/cn.ts'
import { Bone, Skeleton } from '#web/ui/feedback/loaded.tsx'

export const LeadsSkeleton = () => (
  <Skeleton className="grid gap-px">
    {Array.from({ length: 12 }, (_, at) => (
      <Bone key={at} className={cn('mx-pad my-2.75 h-4', at % 3 === 0 ? 'max-w-96' : 'max-w-72')} />
    ))}
  </Skeleton>
)
