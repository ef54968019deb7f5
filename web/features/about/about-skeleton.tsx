import { Bone, Skeleton } from '#web/ui/skeleton.tsx'

const parts = ['first', 'second', 'third'] as const

/** The text in grey, in the same columns. */
export function AboutSkeleton() {
  return (
    <Skeleton className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:mt-14 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <div>
        <Bone className="h-12 w-full rounded-lg lg:hidden" />
        <Bone className="h-72 w-full max-lg:hidden" />
      </div>
      <div className="border-b border-rule">
        {parts.map((part) => (
          <div
            key={part}
            className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 border-t border-rule py-8 xl:grid-cols-[15rem_minmax(0,1fr)] xl:py-10"
          >
            <Bone className="h-7 w-48" />
            <div className="grid max-w-xl gap-2.5">
              <Bone className="h-5 w-full" />
              <Bone className="h-5 w-11/12" />
              <Bone className="h-5 w-full" />
              <Bone className="h-5 w-2/3" />
            </div>
          </div>
        ))}
      </div>
    </Skeleton>
  )
}
