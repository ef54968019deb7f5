import { Bone } from '#web/ui/skeleton.tsx'

/** The hero in grey, in the same grid. It overlays the real hero, so it needs no exact sizes. */
export function HeroSkeleton() {
  return (
    <div className="page pt-10 sm:pt-16 lg:pt-20">
      <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)]">
        <div>
          <Bone className="h-4 w-56" />
          <Bone className="mt-6 h-12 w-full max-w-lg sm:h-16" />
          <Bone className="mt-3 h-12 w-3/4 max-w-md sm:h-16" />
          <Bone className="mt-8 h-5 w-full max-w-xl" />
          <Bone className="mt-2.5 h-5 w-5/6 max-w-lg" />
          <Bone className="mt-2.5 h-5 w-2/3 max-w-md" />
          <div className="mt-9 flex flex-wrap gap-3">
            <Bone className="h-13 w-40" />
            <Bone className="h-13 w-36" />
          </div>
        </div>
        <Bone className="h-79 w-full rounded-lg" />
      </div>
      <div className="mt-16 grid gap-6 border-t border-rule py-6 sm:grid-cols-3 lg:mt-24">
        <Bone className="h-14 w-40" />
        <Bone className="h-14 w-40" />
        <Bone className="h-14 w-40" />
      </div>
    </div>
  )
}
