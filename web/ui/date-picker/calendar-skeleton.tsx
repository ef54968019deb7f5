import { Bone } from '#web/ui/skeleton.tsx'

const COLUMNS = 7
const CELLS = 35

/** Seven columns, 35 cells. Hidden from screen readers; the surrounding skeleton makes the announcement. */
export function CalendarSkeleton() {
  return (
    <div aria-hidden>
      <Bone className="mx-auto mt-2 h-5 w-36" />
      <div className="mt-5 grid grid-cols-7 gap-x-2">
        {Array.from({ length: COLUMNS }, (_, at) => (
          <Bone key={at} className="mx-auto h-4 w-6" />
        ))}
      </div>
      <div className="mt-2 mb-13 grid grid-cols-7 gap-1">
        {Array.from({ length: CELLS }, (_, at) => (
          <Bone key={at} className="h-10" />
        ))}
      </div>
    </div>
  )
}
