import { Suspense } from 'react'
import { Await, useLoaderData } from 'react-router'
import { PricingPage } from './pricing-page.tsx'
import { PricingSkeleton } from './pricing-skeleton.tsx'

/** Result of the loader: the pending texts, or null when they are loaded. */
export type PricingTexts = { texts: Promise<unknown> } | null

export const PricingScreen = () => <PricingWith texts={useLoaderData<PricingTexts>()?.texts ?? null} />

/** The page, or its skeleton until the texts are loaded. If they fail to load, the route shows its error screen. */
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
