import * as auth from '#contracts/account/auth.ts'
import * as currentPlan from '#contracts/account/current-plan.ts'
import * as integrations from '#contracts/account/integrations.ts'
import * as plans from '#contracts/account/plans.ts'
import * as secondFactor from '#contracts/account/second-factor.ts'
import * as users from '#contracts/account/users.ts'
import * as blog from '#contracts/blog.ts'
import * as contact from '#contracts/contact.ts'
import * as freshness from '#contracts/freshness.ts'
import * as health from '#contracts/health.ts'
import * as mailSubscriptions from '#contracts/mail-subscriptions.ts'
import * as operatorAccounts from '#contracts/operator/accounts.ts'
import * as operatorDeliveries from '#contracts/operator/deliveries.ts'
import * as operatorFeatures from '#contracts/operator/features.ts'
import * as operatorLimits from '#contracts/operator/limits.ts'
import * as operatorMessages from '#contracts/operator/messages.ts'
import * as operatorOptOuts from '#contracts/operator/opt-outs.ts'
import * as operatorSession from '#contracts/operator/session.ts'
import * as operatorSystem from '#contracts/operator/system.ts'
import * as optOut from '#contracts/opt-out.ts'
import * as publicFigures from '#contracts/public.ts'
import * as changes from '#contracts/stores/changes.ts'
import * as dashboard from '#contracts/stores/dashboard.ts'
import * as exportsOfLists from '#contracts/stores/exports.ts'
import * as productClusters from '#contracts/stores/product-clusters.ts'
import * as products from '#contracts/stores/products.ts'
import * as pulse from '#contracts/stores/pulse.ts'
import * as risks from '#contracts/stores/risks.ts'
import * as saved from '#contracts/stores/saved.ts'
import * as savedSearches from '#contracts/stores/saved-searches.ts'
import * as stores from '#contracts/stores/stores.ts'
import * as survival from '#contracts/stores/survival.ts'
import * as timeline from '#contracts/stores/timeline.ts'
import * as trending from '#contracts/stores/trending.ts'
import * as trendingProducts from '#contracts/stores/trending-products.ts'
import * as testimonials from '#contracts/testimonials.ts'
import type { AnyEndpoint } from '#contracts/endpoint.ts'

const modules: readonly object[] = [
  auth,
  secondFactor,
  integrations,
  users,
  currentPlan,
  plans,
  publicFigures,
  testimonials,
  freshness,
  dashboard,
  stores,
  timeline,
  risks,
  survival,
  pulse,
  products,
  productClusters,
  trendingProducts,
  trending,
  exportsOfLists,
  saved,
  savedSearches,
  changes,
  mailSubscriptions,
  contact,
  optOut,
  blog,
  health,
  operatorSession,
  operatorSystem,
  operatorAccounts,
  operatorMessages,
  operatorDeliveries,
  operatorOptOuts,
  operatorFeatures,
  operatorLimits,
]

/** Downloads and event streams have no response schema. */
const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'response' in value

/**
 * Every endpoint of the API. The OpenAPI document and the route-by-role test are built from this
 * list.
 */
export const allEndpoints: readonly AnyEndpoint[] = modules
  .flatMap((each) => Object.values(each))
  .filter(isEndpoint)
