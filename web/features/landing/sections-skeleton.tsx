import { Bone, Skeleton } from '#web/ui/skeleton.tsx'

/** While the script of what lies below is on its way, where the server has not drawn it. */
export function SectionsSkeleton() {
  return (
    <Skeleton className="page min-h-dvh py-18 sm:py-24">
      <Bone className="h-9 w-full max-w-md" />
      <Bone className="mt-5 h-5 w-full max-w-xl" />
      <Bone className="mt-10 h-96 w-full rounded-lg" />
    </Skeleton>
  )
}
