import * as z from 'zod/mini'
import { PaidPlan, PriceList } from '#contracts/billing/price-list.ts'
import { endpoint } from '#contracts/endpoint.ts'

/** Settings that limit what the product does. */
export const LimitName = z.enum([
  'MAIL_PER_HOUR',
  'PROBE_REQUESTS_PER_SECOND',
  'PROBE_HOST_GAP_MS',
  'PROBE_CONCURRENCY',
  'CT_PAUSE_ABOVE_HOSTS',
  'SEARCH_EMBEDDED_MAX',
  'DATABASE_POOL',
  'SCREENSHOT_EVERY_MS',
  'RDAP_EVERY_MS',
  'ACCURACY_SAMPLE',
  'BACKUP_EVERY_H',
  'BACKUP_KEEP',
])

/** Null = unlimited. */
const Limit = z.nullable(z.int())

export const getLimits = endpoint({
  name: 'getLimits',
  method: 'GET',
  path: '/api/operator/limits',
  access: 'operator',
  summary: 'The prices and limits that are in force; settings and the release change them.',
  response: z.object({
    prices: PriceList,
    /** Whether `PRICES` is set. */
    arePricesSet: z.boolean(),
    /** One figure is charged in currencies that differ threefold in worth. */
    arePricesUneven: z.boolean(),
    plans: z.array(
      z.object({
        plan: PaidPlan,
        exportFormats: z.array(z.string()),
        exportRowsPerDay: Limit,
        contactsPerDay: Limit,
        savedSearches: Limit,
        scoreProfiles: Limit,
        lists: Limit,
        stages: Limit,
        templates: Limit,
        excludedLines: Limit,
        follows: Limit,
      }),
    ),
    settings: z.array(z.object({ name: LimitName, value: z.number(), default: z.number() })),
  }),
})
export type Limits = z.infer<typeof getLimits.response>
