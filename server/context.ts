import type { BillingServices } from '#server/billing/api.ts'
import type { SearchServices } from '#server/catalog/api.ts'
import type { AppContext } from '#server/platform/context.ts'

/**
 * The context of a process: the platform with the services of all domains. Domains see only what
 * they name in their own contexts.
 */
export type ProductContext = AppContext & SearchServices & BillingServices
