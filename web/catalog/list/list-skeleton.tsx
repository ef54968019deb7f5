import { Bone, Skeleton } from '#web/ui/feedback/skeleton.tsx'

const CARDS = 5

/** Placeholder for signed-in visitors: a filter panel, five stores and the pager. */
export function ListSkeleton() {
  return (
    <Skeleton>
      <div className="pb-4">
        <Bone className="h-4 w-24" />
        <Bone className="mt-3 h-8 w-72 max-w-full" />
        <Bone className="mt-3 h-4 w-48" />
      </div>
      <div className="grid grid-cols-1 items-start gap-x-4 border-t border-rule pt-4 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <div className="grid gap-4 max-lg:hidden">
          <Bone className="h-10" />
          <Bone className="h-16" />
          {Array.from({ length: 8 }, (_, at) => (
            <Bone key={at} className="h-6 nth-[3n]:w-3/4" />
          ))}
        </div>
        <div className="min-w-0">
          <div className="flex gap-6 overflow-hidden border-b border-line pb-3 *:shrink-0">
            <Bone className="h-6 w-24" />
            <Bone className="h-6 w-28" />
            <Bone className="h-6 w-24" />
          </div>
          <div className="flex items-center gap-3 py-4">
            <Bone className="h-11 flex-1" />
            <Bone className="h-11 w-44" />
          </div>
          <Bone className="mb-5 h-6 w-28" />
          <RowBones />
          <div className="mt-5 flex flex-wrap justify-between gap-4">
            <Bone className="h-11 w-40" />
            <Bone className="h-10 w-52" />
          </div>
        </div>
      </div>
    </Skeleton>
  )
}

/** Only the rows, while the first answer for these dates is loading. */
export function RowsSkeleton() {
  return (
    <Skeleton>
      <RowBones />
    </Skeleton>
  )
}

const RowBones = () => (
  <div className="grid gap-3 min-[72rem]:gap-0 min-[72rem]:overflow-hidden min-[72rem]:rounded-lg min-[72rem]:border min-[72rem]:border-line min-[72rem]:bg-surface">
    {Array.from({ length: CARDS }, (_, at) => (
      <div
        key={at}
        className="flex items-center gap-3 border-line p-4 max-[72rem]:h-58 max-[72rem]:items-start max-[72rem]:rounded-lg max-[72rem]:border max-[72rem]:bg-surface min-[72rem]:h-16.25 min-[72rem]:border-b"
      >
        <Bone className="size-10" />
        <div className="grid gap-2">
          <Bone className="h-4 w-40" />
          <Bone className="h-3.5 w-28" />
        </div>
        <Bone className="ms-auto h-4 w-1/3 max-[72rem]:hidden" />
      </div>
    ))}
  </div>
)
