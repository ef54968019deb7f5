import { Suspense } from 'react'
import { deferred } from '#web/lib/deferred.tsx'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { Hero } from './hero.tsx'
import { SectionsSkeleton } from './sections-skeleton.tsx'

const sections = deferred(async () => (await import('./sections.tsx')).Sections)
/** For the loader: below the first screen nothing is missing then. */
export const prepareSections = sections.prepare

export function LandingPage() {
  return (
    <>
      <PageMeta page="home" />
      <Hero />
      <Suspense fallback={<SectionsSkeleton />}>
        <sections.Part />
      </Suspense>
    </>
  )
}
