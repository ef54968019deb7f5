import { Skeleton } from '#web/ui/feedback/loaded.tsx'

const bones = Array.from(
  { length: 12 },
  (_, at) => `mx-pad my-2.75 h-4 ${at % 3 === 0 ? 'max-w-96' : 'max-w-72'}`,
)

export const LeadsSkeleton = () => <Skeleton className="grid gap-px" bones={bones} />
