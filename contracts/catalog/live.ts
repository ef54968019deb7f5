import * as z from 'zod/mini'
import { validDateRange } from '#contracts/date-fields.ts'
import type { EventStream } from '#contracts/endpoint.ts'
import { storeQueryFields } from './stores.ts'

export const StoreTotal = z.object({
  /** Current total of the list with the same query. */
  total: z.int(),
})
export type StoreTotal = z.infer<typeof StoreTotal>

export const followStores: EventStream = {
  name: 'followStores',
  method: 'GET',
  path: '/api/stores/live',
  access: 'paid',
  summary:
    'Server-sent events: the total of the list with the same query, at once and whenever it changes. Ends after some minutes; connect again. If the session or the plan ends, the last event is named `refused` and holds a `code`.',
  query: z.object(storeQueryFields).check(validDateRange),
  event: StoreTotal,
}
