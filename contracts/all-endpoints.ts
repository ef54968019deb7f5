import { emailSignin, getMe, logout } from '#contracts/auth.ts'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import { getFreshness } from '#contracts/freshness.ts'
import { getHealth } from '#contracts/health.ts'
import { confirmOptOut, requestOptOut } from '#contracts/opt-out.ts'
import { getProduct, listStoreProducts } from '#contracts/products.ts'
import { listTrendingProducts } from '#contracts/trending-products.ts'
import { getTrendFormula } from '#contracts/trending.ts'
import { getHighlights, getPublicStats } from '#contracts/public.ts'
import { getStoreDetails, listStores } from '#contracts/stores.ts'

/** Every call there is: the source of the OpenAPI document and of the route-by-role test. */
export const allEndpoints: readonly AnyEndpoint[] = [
  emailSignin,
  getMe,
  logout,
  getPublicStats,
  getHighlights,
  getFreshness,
  listStores,
  getStoreDetails,
  listStoreProducts,
  getProduct,
  listTrendingProducts,
  getTrendFormula,
  requestOptOut,
  confirmOptOut,
  getHealth,
]
