import { cn } from '#web/lib/cn.ts'
import { Bone, Skeleton } from '#web/ui/skeleton.tsx'
import { columns, pictureColumn, storeColumn } from './columns.ts'

export function ProductSkeleton() {
  return (
    <Skeleton className="@container">
      <Bone className="mb-4 h-9 w-56 max-w-full" />
      <div className={columns}>
        <div className={cn(pictureColumn, '@max-[56rem]:max-w-md')}>
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
          <Bone className="h-11 w-28" />
          <Bone className="mt-4 h-20" />
          <Bone className="h-32" />
        </div>
        <div className={storeColumn}>
          <Bone className="h-64 rounded-lg" />
          <Bone className="h-56 rounded-lg" />
        </div>
      </div>
    </Skeleton>
  )
}
