import { Bone, Skeleton } from '#web/ui/skeleton.tsx'

/** Same height as the content: the strip of figures, the chart, the two lists. */
export function FreshnessSkeleton() {
  return (
    <Skeleton className="grid gap-16">
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        {['half', 'ninety', 'accuracy', 'stores'].map((figure) => (
          <div key={figure} className="grid gap-2 py-6">
            <Bone className="h-9 w-32" />
            <Bone className="h-5 w-48 max-w-full" />
          </div>
        ))}
      </div>
      <Bone className="h-128" />
      <div className="grid gap-16 lg:grid-cols-2">
        <Bone className="h-96" />
        <Bone className="h-96" />
      </div>
    </Skeleton>
  )
}
