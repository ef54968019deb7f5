import type { QueryClient } from '@tanstack/react-query'
import { getPrices } from '#contracts/billing/plans.ts'
import { type Day, dayOf } from '#contracts/dates.ts'
import { getPublicStats } from '#contracts/site/public.ts'
import { q } from '#web/api/query.ts'

export const todayQuery = (date: Day) => q(getPublicStats, { query: { date } })

export const prefetchPrices = (client: QueryClient) => client.ensureQueryData(q(getPrices, {}))

export const prefetchPricing = (client: QueryClient) =>
  Promise.allSettled([
    prefetchPrices(client),
    client.ensureQueryData(todayQuery(dayOf(new Date()))),
  ])
