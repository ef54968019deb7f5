import { Bone, Skeleton } from '#web/ui/skeleton.tsx'
import { bodyGrid, sectionGrid } from '#web/ui/text-page/text-grid.ts'

const parts = ['first', 'second', 'third'] as const

/** Grey placeholder in the same columns as the text. */
export function AboutSkeleton() {
  return (
    <Skeleton className="@container mt-10 lg:mt-14">
      <div className={bodyGrid}>
        <div>
          <Bone className="h-12 w-full rounded-lg @[56rem]:hidden" />
          <div className="hidden @[56rem]:block">
            <Bone className="h-72 w-full" />
          </div>
        </div>
        <div className="@container border-b border-rule">
          {parts.map((part) => (
            <div key={part} className={sectionGrid}>
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
      </div>
    </Skeleton>
  )
}
