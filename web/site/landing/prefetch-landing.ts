import type { QueryClient } from '@tanstack/react-query'
import { getPrices } from '#contracts/billing/plans.ts'
import { getCatchUp } from '#contracts/operations/freshness.ts'
import { getHighlights } from '#contracts/site/highlights.ts'
import { getPublicStats, listPublicDays } from '#contracts/site/public.ts'
import { getSampleGlance } from '#contracts/site/sample.ts'
import type { Language } from '#i18n/languages.ts'
import { q } from '#web/api/query.ts'
import { testimonialsQuery } from './use-testimonials.ts'

/**
 * All data that the page needs from the server. A failed call leaves its data out, and the page
 * says so.
 */
export const prefetchLanding = (client: QueryClient, language: Language) =>
  Promise.allSettled([
    client.ensureQueryData(q(getHighlights, {})),
    client.ensureQueryData(q(getCatchUp, {})),
    client.ensureQueryData(q(getPublicStats, { query: {} })),
    client.ensureQueryData(q(listPublicDays, {})),
    client.ensureQueryData(q(getSampleGlance, {})),
    client.ensureQueryData(q(getPrices, {})),
    client.ensureQueryData(testimonialsQuery(language)),
  ])
