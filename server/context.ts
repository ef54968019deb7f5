import type { AccountServices } from '#server/accounts/api.ts'
import type { BillingServices } from '#server/billing/api.ts'
import type { CatalogServices, SearchServices } from '#server/catalog/api.ts'
import type { OperationsServices } from '#server/operations/api.ts'
import type { OptOutServices } from '#server/opt-out/api.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { SiteServices } from '#server/site/api.ts'

/** Domains see only what they name in their own contexts. */
export type ProductContext = AppContext & SearchServices & BillingServices

export type AllServices = AccountServices &
  BillingServices &
  CatalogServices &
  OptOutServices &
  OperationsServices &
  SiteServices
