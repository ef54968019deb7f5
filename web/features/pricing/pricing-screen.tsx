import { Suspense } from 'react'
import { Await, useLoaderData } from 'react-router'
import { PricingPage } from './pricing-page.tsx'
import { PricingSkeleton } from './pricing-skeleton.tsx'

/** What the loader answers: texts that are on their way, or null when they are there. */
export type PricingTexts = { texts: Promise<unknown> } | null

/** The page, or its skeleton until the texts are there. If they do not come, the route's error screen says so. */
export function PricingScreen() {
  const onTheirWay = useLoaderData<PricingTexts>()
  if (!onTheirWay) return <PricingPage />
  return (
    <Suspense fallback={<PricingSkeleton />}>
      <Await resolve={onTheirWay.texts}>
        <PricingPage />
      </Await>
    </Suspense>
  )
}
