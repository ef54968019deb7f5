import { Suspense } from 'react'
import { Await, useLoaderData } from 'react-router'
import { deferred } from '#web/lib/deferred.tsx'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { HeroSkeleton } from './hero-skeleton.tsx'
import { Hero } from './hero.tsx'
import { SectionsSkeleton } from './sections-skeleton.tsx'

const sections = deferred(async () => (await import('./sections.tsx')).Sections)
/** For the loader: once prepared, everything below the first screen is available. */
export const { prepare: prepareSections, isReady: areSectionsReady } = sections

/** Result of the loader: the parts that are still loading, or null when everything is ready. */
export type LandingParts = { texts: Promise<unknown>; sections: Promise<unknown> } | null

export const LandingPage = () => <LandingWith parts={useLoaderData<LandingParts>()} />

/** Hero and sections, each with a skeleton until it can render. If a part fails to load, the route shows its error screen. */
export function LandingWith({ parts }: { parts: LandingParts }) {
  return (
    <>
      <PageMeta page="home" />
      <Suspense
        fallback={
          <Skeleton>
            <HeroSkeleton />
          </Skeleton>
        }
      >
        <Await resolve={parts?.texts ?? null}>
          <Hero />
        </Await>
      </Suspense>
      <Suspense fallback={<SectionsSkeleton />}>
        <Await resolve={parts?.sections ?? null}>
          <sections.Part />
        </Await>
      </Suspense>
    </>
  )
}
