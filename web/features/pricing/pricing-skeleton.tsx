import { PageMeta } from '#web/lib/page-meta.tsx'
import { Bone, Skeleton } from '#web/ui/skeleton.tsx'

/** Shown until the texts are loaded: the head of the page and its three cards. */
export function PricingSkeleton() {
  return (
    <>
      <PageMeta page="pricing" />
      <Skeleton className="page min-h-dvh pt-12 sm:pt-20">
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
          <div className="w-full max-w-2xl">
            <Bone className="h-12 w-full max-w-lg sm:h-14" />
            <Bone className="mt-5 h-5 w-full" />
            <Bone className="mt-2.5 h-5 w-2/3" />
          </div>
          <Bone className="h-12 w-52" />
        </div>
        <div className="mt-10 grid gap-5 lg:grid-cols-3">
          <Bone className="h-112 rounded-lg" />
          <Bone className="h-112 rounded-lg" />
          <Bone className="h-112 rounded-lg" />
        </div>
      </Skeleton>
    </>
  )
}
