import { Bone, Skeleton } from '#web/ui/skeleton.tsx'
import { columns } from './columns.ts'

export function ProductSkeleton() {
  return (
    <Skeleton>
      <Bone className="mb-4 h-9 w-56 max-w-full" />
      <div className={columns}>
        <div className="lg:row-span-2 xl:row-span-1">
          <Bone className="aspect-square w-full rounded-lg" />
          <div className="mt-3 grid grid-cols-4 gap-3">
            {[0, 1, 2, 3].map((at) => (
              <Bone key={at} className="aspect-square" />
            ))}
          </div>
        </div>
        <div className="grid content-start gap-4">
          <Bone className="h-4 w-24" />
          <Bone className="h-9 w-4/5" />
          <Bone className="h-8 w-32" />
          <Bone className="mt-4 h-20" />
          <Bone className="h-32" />
        </div>
        <div className="grid grid-cols-1 content-start gap-6 sm:grid-cols-2 lg:grid-cols-1">
          <Bone className="h-64 rounded-lg" />
          <Bone className="h-56 rounded-lg" />
        </div>
      </div>
    </Skeleton>
  )
}
