import { Bone, Skeleton } from '#web/ui/skeleton.tsx'

export function DetailSkeleton() {
  return (
    <Skeleton>
      <Bone className="mb-4 h-9 w-32" />
      <div className="flex flex-wrap items-start gap-x-5 gap-y-4">
        <Bone className="size-16" />
        <div className="grid flex-1 basis-64 gap-3">
          <Bone className="h-8 w-64 max-w-full" />
          <Bone className="h-5 w-44" />
          <Bone className="h-5 w-56" />
        </div>
        <Bone className="h-11 w-28 max-sm:w-full" />
      </div>
      <Bone className="mt-6 h-11 w-52" />
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="grid gap-4">
          <Bone className="h-24" />
          <Bone className="h-64 rounded-lg" />
          <Bone className="h-64 rounded-lg" />
        </div>
        <Bone className="h-48 rounded-lg max-lg:row-start-1" />
      </div>
    </Skeleton>
  )
}
