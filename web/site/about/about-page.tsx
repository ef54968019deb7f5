import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { HydratingSuspense } from '#web/lib/i18n/hydrating-suspense.tsx'
import { bodyGrid, sectionGrid, TextHead } from '#web/site/text-page/text-head.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/loaded.tsx'

const AboutContent = lazy(async () => ({
  default: (await import('./about-content.tsx')).AboutContent,
}))

/** The head renders at once; the long text follows. The server's HTML contains both. */
function AboutPage() {
  const { t } = useTranslation('about')
  return (
    <div className="page py-12 sm:py-20">
      <PageMeta page="about" />
      <TextHead title={t('title')} lead={t('lead')} />
      <HydratingSuspense fallback={<AboutSkeleton />}>
        <AboutContent />
      </HydratingSuspense>
    </div>
  )
}

export { AboutPage as Component }

export const loader = pageLoader(['about'])

const parts = ['first', 'second', 'third'] as const

/** Grey placeholder in the same columns as the text. */
function AboutSkeleton() {
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
