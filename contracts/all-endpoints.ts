import * as auth from './accounts/auth.ts'
import * as currentPlan from './billing/current-plan.ts'
import * as integrations from './workspace/integrations.ts'
import * as plans from './billing/plans.ts'
import * as secondFactor from './accounts/second-factor.ts'
import * as users from './accounts/users.ts'
import * as blog from './site/blog.ts'
import * as contact from './site/contact.ts'
import * as freshness from './operations/freshness.ts'
import * as health from './operations/health.ts'
import * as mailSubscriptions from './site/mail-subscriptions.ts'
import * as operatorAccounts from './operator/accounts.ts'
import * as operatorBounces from './operator/bounces.ts'
import * as operatorDeliveries from './operator/deliveries.ts'
import * as operatorFeatures from './operator/features.ts'
import * as operatorLimits from './operator/limits.ts'
import * as operatorMessages from './operator/messages.ts'
import * as operatorOptOuts from './operator/opt-outs.ts'
import * as operatorSession from './operator/session.ts'
import * as operatorShops from './operator/shops.ts'
import * as operatorSystem from './operator/system.ts'
import * as optOut from './opt-out/opt-out.ts'
import * as highlights from './site/highlights.ts'
import * as publicFigures from './site/public.ts'
import * as sample from './site/sample.ts'
import * as brief from './workspace/brief.ts'
import * as bulk from './workspace/bulk.ts'
import * as changes from './workspace/changes.ts'
import * as deliveries from './workspace/deliveries.ts'
import * as leads from './workspace/leads.ts'
import * as follows from './workspace/follows.ts'
import * as lists from './workspace/lists.ts'
import * as listViews from './workspace/list-views.ts'
import * as bounces from './catalog/bounces.ts'
import * as today from './catalog/today.ts'
import * as exclusions from './workspace/exclusions.ts'
import * as exportsOfLists from './workspace/exports.ts'
import * as productClusters from './catalog/product-clusters.ts'
import * as products from './catalog/products.ts'
import * as niche from './catalog/niche.ts'
import * as pulse from './catalog/pulse.ts'
import * as risks from './catalog/risks.ts'
import * as saved from './workspace/saved.ts'
import * as templates from './workspace/templates.ts'
import * as score from './catalog/score.ts'
import * as savedSearches from './workspace/saved-searches.ts'
import * as stores from './catalog/stores.ts'
import * as timeline from './catalog/timeline.ts'
import * as trending from './catalog/trending.ts'
import * as trendingProducts from './catalog/trending-products.ts'
import * as testimonials from './site/testimonials.ts'
import type { AnyEndpoint } from './endpoint.ts'

const modules: readonly object[] = [
  auth,
  secondFactor,
  integrations,
  users,
  currentPlan,
  plans,
  highlights,
  publicFigures,
  sample,
  testimonials,
  freshness,
  today,
  stores,
  timeline,
  risks,
  score,
  bounces,
  niche,
  pulse,
  products,
  productClusters,
  trendingProducts,
  trending,
  exportsOfLists,
  saved,
  savedSearches,
  listViews,
  lists,
  deliveries,
  bulk,
  leads,
  templates,
  exclusions,
  follows,
  changes,
  brief,
  mailSubscriptions,
  contact,
  optOut,
  blog,
  health,
  operatorSession,
  operatorShops,
  operatorSystem,
  operatorAccounts,
  operatorMessages,
  operatorDeliveries,
  operatorOptOuts,
  operatorBounces,
  operatorFeatures,
  operatorLimits,
]

/** Downloads and event streams have no response schema. */
const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'response' in value

/** The OpenAPI document and the route-by-role test are built from this list. */
export const allEndpoints: readonly AnyEndpoint[] = modules
  .flatMap((each) => Object.values(each))
  .filter(isEndpoint)
