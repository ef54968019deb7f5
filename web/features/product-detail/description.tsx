import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Bone, Skeleton } from '#web/ui/skeleton.tsx'

// The sanitiser is only fetched where there is somebody else's HTML to show.
const ForeignText = lazy(() =>
  import('./foreign-text.tsx').then((module) => ({ default: module.ForeignText })),
)

export function Description({ html }: { html: string | null }) {
  const { t } = useTranslation('product-detail')
  if (!html?.trim()) return <p className="text-faint">{t('description.none')}</p>
  return (
    <Suspense fallback={<DescriptionSkeleton />}>
      <ForeignText html={html} />
    </Suspense>
  )
}

const DescriptionSkeleton = () => (
  <Skeleton className="grid gap-2.5">
    <Bone className="h-4 w-full" />
    <Bone className="h-4 w-11/12" />
    <Bone className="h-4 w-2/3" />
  </Skeleton>
)
