import type { QueryClient } from '@tanstack/react-query'
import { getPrices } from '#contracts/billing/plans.ts'
import { getSample } from '#contracts/site/sample.ts'
import { q } from '#web/api/query.ts'
import { sampleInput } from './sample-address.ts'

export const prefetchSample = (client: QueryClient, page: number) =>
  Promise.allSettled([
    client.ensureQueryData(q(getSample, sampleInput(page))),
    client.ensureQueryData(q(getPrices, {})),
  ])
