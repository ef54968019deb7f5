import * as z from 'zod/mini'
import { LaunchConfidence, LaunchStatus } from '#contracts/catalog/facts.ts'
import { StoreStatus } from '#contracts/catalog/stores.ts'
import { Day } from '#contracts/date-fields.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { StoreId } from '#contracts/ids.ts'

/**
 * Where the way from a certificate to the list ended for a shop.
 *
 * - `opted_out`: its owner opted out; nothing else is looked at
 * - `unseen`: no followed log has revealed the name
 * - `unresolved`: revealed, but its name did not point at the platform
 * - `waiting`: its first visit is due
 * - `no_answer`: every visit so far was refused or failed; `outcome` says how
 * - `no_shop`: it answered, but not with a shop; `outcome` says what it is
 * - `moved`: its shop answers at another domain, and is listed there
 * - `established`, `closed`, `listed`: a store is known
 */
export const ShopVerdict = z.enum([
  'opted_out',
  'unseen',
  'unresolved',
  'waiting',
  'no_answer',
  'no_shop',
  'moved',
  'established',
  'closed',
  'listed',
])
export type ShopVerdict = z.infer<typeof ShopVerdict>

const moment = z.nullable(z.iso.datetime())

const ShopTrace = z.object({
  /** As it was looked up. */
  name: z.string(),
  verdict: ShopVerdict,
  /** The oldest certificate on record that names it, and the log that revealed it. */
  revealedAt: moment,
  log: z.nullable(z.string()),
  pointedAt: moment,
  visitedAt: moment,
  /** The outcome of its last visit, as the metrics name it. */
  outcome: z.nullable(z.string()),
  nextAt: moment,
  store: z.nullable(
    z.object({
      id: StoreId,
      name: z.string(),
      domain: z.string(),
      status: StoreStatus,
      launchStatus: LaunchStatus,
      launchConfidence: LaunchConfidence,
      launchReason: z.string(),
      foundDay: Day,
      visibleAt: z.iso.datetime(),
    }),
  ),
})
export type ShopTrace = z.infer<typeof ShopTrace>

export const traceShop = endpoint({
  name: 'traceShop',
  method: 'GET',
  path: '/api/operator/shops/trace',
  access: 'operator',
  summary: 'Why a shop is listed or not: its way from the first certificate to the list.',
  /** A domain, the platform’s name of a shop, or its number. */
  query: z.object({ shop: z.string().check(z.trim(), z.minLength(1), z.maxLength(253)) }),
  response: ShopTrace,
})
