import * as integrations from '#contracts/account/integrations.ts'
import * as auth from '#contracts/account/auth.ts'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import { sendContactMessage } from '#contracts/contact.ts'
import { getDashboard } from '#contracts/stores/dashboard.ts'
import { createExport, getExportRights } from '#contracts/stores/exports.ts'
import { getCatchUp, getFreshness } from '#contracts/freshness.ts'
import { getHealth } from '#contracts/health.ts'
import { confirmNewsletter, subscribeNewsletter } from './mail-subscriptions.ts'
import { confirmOptOut, sendOptOutMail, requestOptOut } from '#contracts/opt-out.ts'
import * as operatorAccounts from '#contracts/operator/accounts.ts'
import * as operatorLimits from '#contracts/operator/limits.ts'
import * as operatorDeliveries from '#contracts/operator/deliveries.ts'
import * as operatorFeatures from '#contracts/operator/features.ts'
import * as operatorMessages from '#contracts/operator/messages.ts'
import * as operatorOptOuts from '#contracts/operator/opt-outs.ts'
import * as operatorSystem from '#contracts/operator/system.ts'
import * as operatorSession from '#contracts/operator/session.ts'
import * as plans from '#contracts/account/plans.ts'
import { getProductCluster, listClusterStores } from '#contracts/stores/product-clusters.ts'
import { getProduct, listStoreProducts } from '#contracts/stores/products.ts'
import { listTrendingProducts } from '#contracts/stores/trending-products.ts'
import { getTrendFormula } from '#contracts/stores/trending.ts'
import { getHighlights, getPublicStats } from '#contracts/public.ts'
import { listTestimonials } from '#contracts/testimonials.ts'
import * as saved from '#contracts/stores/saved.ts'
import * as searches from '#contracts/stores/saved-searches.ts'
import { getCurrentPlan } from '#contracts/account/current-plan.ts'
import * as blog from '#contracts/blog.ts'
import * as mails from './mail-subscriptions.ts'
import * as users from '#contracts/account/users.ts'
import { getPulse } from '#contracts/stores/pulse.ts'
import { getSurvival } from '#contracts/stores/survival.ts'
import { getStoreRisks } from '#contracts/stores/risks.ts'
import { createFeed, deleteFeed, listChanges, listFeeds } from '#contracts/stores/changes.ts'
import { getStoreTimeline } from '#contracts/stores/timeline.ts'
import { getStoreDetails, listFacets, listStoreDays, listStores } from '#contracts/stores/stores.ts'

/**
 * Every endpoint of the API. The OpenAPI document and the route-by-role test are built from this
 * list.
 */
export const allEndpoints: readonly AnyEndpoint[] = [
  auth.emailSignup,
  auth.emailSignin,
  auth.startIdentity,
  auth.googleSignin,
  auth.verifyEmail,
  auth.resendVerification,
  auth.forgotPassword,
  auth.validateResetToken,
  auth.resetPassword,
  auth.undoDeletion,
  auth.getMe,
  auth.logout,
  auth.logoutEverywhere,
  auth.listSessions,
  auth.revokeSession,
  auth.reauthenticate,
  integrations.listApiKeys,
  integrations.createApiKey,
  integrations.deleteApiKey,
  integrations.listWebhooks,
  integrations.createWebhook,
  integrations.deleteWebhook,
  integrations.testWebhook,
  users.getProfile,
  users.updateProfile,
  users.cancelEmailChange,
  users.changePassword,
  users.uploadPhoto,
  users.removePhoto,
  users.getPreferences,
  users.updatePreferences,
  users.exportAccount,
  users.deleteAccount,
  getCurrentPlan,
  plans.getPlanStatus,
  plans.getPrices,
  plans.quotePlanChange,
  plans.changePlan,
  plans.cancelPlan,
  plans.resumePlan,
  plans.createCheckout,
  plans.getPaymentStatus,
  plans.openPortal,
  plans.listInvoices,
  getPublicStats,
  getHighlights,
  listTestimonials,
  getFreshness,
  getCatchUp,
  getDashboard,
  listStores,
  listFacets,
  listStoreDays,
  getStoreDetails,
  getStoreTimeline,
  getStoreRisks,
  getSurvival,
  getPulse,
  listStoreProducts,
  getProduct,
  getProductCluster,
  listClusterStores,
  listTrendingProducts,
  getTrendFormula,
  getExportRights,
  createExport,
  saved.saveStore,
  saved.unsaveStore,
  saved.listSavedStores,
  saved.saveProduct,
  saved.unsaveProduct,
  saved.listSavedProducts,
  saved.listSavedTags,
  searches.listSavedSearches,
  searches.createSavedSearch,
  searches.updateSavedSearch,
  searches.deleteSavedSearch,
  searches.markSearchSeen,
  listChanges,
  listFeeds,
  createFeed,
  deleteFeed,
  mails.readUnsubscribe,
  mails.unsubscribe,
  mails.resubscribe,
  sendContactMessage,
  subscribeNewsletter,
  confirmNewsletter,
  requestOptOut,
  sendOptOutMail,
  confirmOptOut,
  blog.listArticles,
  blog.getArticle,
  blog.getArticleBySlug,
  blog.listRelatedArticles,
  blog.countArticleView,
  blog.listRecentArticles,
  blog.listPopularArticles,
  blog.listFeaturedArticles,
  blog.searchArticles,
  blog.listArticlesOfCategory,
  blog.getBlogStats,
  blog.listBlogCategories,
  blog.getBlogCategory,
  blog.getBlogCategoryBySlug,
  blog.listFilledBlogCategories,
  blog.listPopularBlogCategories,
  blog.searchBlogCategories,
  getHealth,
  operatorSession.getOperatorSession,
  operatorSession.openOperatorSession,
  operatorSession.closeOperatorSession,
  operatorSystem.getSystemState,
  operatorSystem.listDeadJobs,
  operatorSystem.retryDeadJob,
  operatorSystem.deleteDeadJob,
  operatorSystem.retryDeadJobs,
  operatorSystem.listAuditEvents,
  operatorAccounts.listAccounts,
  operatorAccounts.getAccount,
  operatorAccounts.grantPlan,
  operatorAccounts.endPlan,
  operatorAccounts.endAccountSessions,
  operatorAccounts.lockAccount,
  operatorAccounts.unlockAccount,
  operatorAccounts.eraseAccountNow,
  operatorMessages.listContactMessages,
  operatorMessages.answerContactMessage,
  operatorMessages.closeContactMessage,
  operatorDeliveries.listWaitingMails,
  operatorDeliveries.sendWaitingMail,
  operatorDeliveries.deleteWaitingMail,
  operatorDeliveries.listWaitingEvents,
  operatorDeliveries.applyPaymentEvent,
  operatorOptOuts.listOptOuts,
  operatorOptOuts.previewOptOut,
  operatorOptOuts.optOutDomain,
  operatorFeatures.listFeatures,
  operatorFeatures.switchFeature,
  operatorLimits.getLimits,
]
