import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { AboutSkeleton } from './about-skeleton.tsx'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { TextHead } from '#web/ui/text-page/text-head.tsx'

const AboutContent = lazy(async () => ({ default: (await import('./about-content.tsx')).AboutContent }))

/** The head renders at once; the long text follows. The server's HTML contains both. */
export function AboutPage() {
  const { t } = useTranslation('about')
  return (
    <div className="page py-12 sm:py-20">
      <PageMeta page="about" />
      <TextHead title={t('title')} lead={t('lead')} />
      <Suspense fallback={<AboutSkeleton />}>
        <AboutContent />
      </Suspense>
    </div>
  )
}
