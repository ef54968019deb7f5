import { Suspense } from 'react'
import { Await, useLoaderData } from 'react-router'
import { deferred } from '#web/lib/deferred.tsx'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { HeroSkeleton } from './hero-skeleton.tsx'
import { Hero } from './hero.tsx'
import { SectionsSkeleton } from './sections-skeleton.tsx'

const sections = deferred(async () => (await import('./sections.tsx')).Sections)
/** For the loader: once it is prepared nothing is missing below the first screen. */
export const { prepare: prepareSections, isReady: areSectionsReady } = sections

/** What the loader answers: what is still on its way, or null when all of it is there. */
export type LandingParts = { texts: Promise<unknown>; sections: Promise<unknown> } | null

export const LandingPage = () => <LandingWith parts={useLoaderData<LandingParts>()} />

/** Hero and sections, each behind its skeleton until it can be drawn. If something does not come, the route's error screen says so. */
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
