import { Bone, Skeleton } from '#web/ui/skeleton.tsx'

/** Shown while the script of the lower sections loads, if the server has not rendered them. */
export function SectionsSkeleton() {
  return (
    <Skeleton className="page min-h-dvh py-18 sm:py-24">
      <Bone className="h-9 w-full max-w-md" />
      <Bone className="mt-5 h-5 w-full max-w-xl" />
      <Bone className="mt-10 h-96 w-full rounded-lg" />
    </Skeleton>
  )
}
