import { Suspense } from 'react'
import { Await, useLoaderData } from 'react-router'
import { PricingPage } from './pricing-page.tsx'
import { PricingSkeleton } from './pricing-skeleton.tsx'

/** What the loader answers: texts that are on their way, or null when they are there. */
export type PricingTexts = { texts: Promise<unknown> } | null

export const PricingScreen = () => <PricingWith texts={useLoaderData<PricingTexts>()?.texts ?? null} />

/** The page, or its skeleton until the texts are there. If they do not come, the route's error screen says so. */
export function PricingWith({ texts }: { texts: Promise<unknown> | null }) {
  if (!texts) return <PricingPage />
  return (
    <Suspense fallback={<PricingSkeleton />}>
      <Await resolve={texts}>
        <PricingPage />
      </Await>
    </Suspense>
  )
}
