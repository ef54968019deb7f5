import * as z from 'zod/mini'
import { dateFields, Day, soundRange } from '#contracts/dates.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { pageFields, pageOf } from '#contracts/paging.ts'
import { StoreProduct } from '#contracts/products.ts'
import { Trend } from '#contracts/trending.ts'

export const TrendingProduct = z.extend(StoreProduct, {
  /** Of the latest of the dates on which it was trending. */
  trend: Trend,
  store: z.object({ id: z.int(), name: z.string(), domain: z.string(), foundDay: Day }),
})
export type TrendingProduct = z.infer<typeof TrendingProduct>

export const listTrendingProducts = endpoint({
  name: 'listTrendingProducts',
  method: 'GET',
  path: '/api/trending/products',
  access: 'paid',
  summary:
    'Products that were trending on one of the dates, highest score first; as many as `totalProducts` of the public stats counts.',
  query: z.object({ ...dateFields, ...pageFields }).check(soundRange),
  response: pageOf(TrendingProduct),
})
