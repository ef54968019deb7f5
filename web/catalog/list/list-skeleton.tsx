import { Bone, Skeleton } from '#web/ui/feedback/loaded.tsx'

const ROWS = 5

/** Placeholder for signed-in visitors: the bar, a filter panel, five stores and the pager. */
export function ListSkeleton() {
  return (
    <Skeleton>
      <div className="flex h-bar items-center gap-4 overflow-hidden border-b border-line px-pad *:shrink-0">
        <Bone className="h-6 w-52" />
        <Bone className="h-5 w-64 max-work:hidden" />
        <Bone className="ms-auto h-8 w-24" />
      </div>
      <div className="flex items-start">
        <div className="grid w-side shrink-0 gap-4 border-e border-line px-3 py-4 max-xl:hidden">
          <Bone className="h-7" />
          {Array.from({ length: 12 }, (_, at) => (
            <Bone key={at} className="h-4 nth-[3n]:w-3/4" />
          ))}
        </div>
        <div className="min-h-[calc(100dvh-var(--spacing-header)-var(--spacing-bar))] min-w-0 flex-1 bg-surface">
          <RowBones />
          <div className="flex flex-wrap justify-between gap-4 px-pad py-5">
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
  <div className="work:pt-thead">
    {Array.from({ length: ROWS }, (_, at) => (
      <div
        key={at}
        className="flex h-row items-center gap-2.25 border-b border-line px-pad max-work:h-14.5"
      >
        <Bone className="size-6.5 max-work:size-8.5" />
        <Bone className="h-4 w-40" />
        <Bone className="ms-auto h-4 w-1/3" />
      </div>
    ))}
  </div>
)
