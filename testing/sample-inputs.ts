import type { AnyEndpoint } from '#contracts/endpoint.ts'
import {
  filterKeys,
  type FilterKey,
  type FilterRule,
  storeFilters,
} from '#contracts/catalog/store-filters.ts'
import { TEST_PASSWORD } from '#testing/factories.ts'

export type SampleInput = Partial<Record<'params' | 'query' | 'body', Record<string, unknown>>>

/** A single day and a range exclude each other. */
const range = { date: undefined, dateRangeFrom: '2026-03-08', dateRangeTo: '2026-03-09' }
const date = { date: '2026-03-09', dateRangeFrom: undefined, dateRangeTo: undefined }
const page = { page: '0', size: '10' }
const kept = {
  notes: 'Ask for samples',
  tags: ['lamps'],
  isFavorite: true,
  createdAt: '2026-03-09T10:00:00Z',
}
const savedQuery = {
  ...page,
  sortBy: 'name',
  sortDirection: 'ASC',
  isFavorite: 'true',
  tag: 'lamps',
  q: 'lamp',
}
const search = {
  name: 'Lamps',
  view: 'stores',
  query: 'country=DE',
  mails: true,
  instant: true,
  webhooks: true,
  profile: 'alive.40*risk.60',
  display: null,
}
const display = {
  columns: ['country', 'price'],
  density: 'compact',
  sortBy: 'name',
  sortDirection: 'ASC',
}
const articlePage = { limit: '6', offset: '0', sortBy: 'title', sortOrder: 'asc' }
const uuid = '3f0e3c8a-6a55-4d0e-9c43-0a4c0f1f7a11'
const byUuid = { params: { id: uuid } }
const byNumber = { params: { id: '1' } }
const lamp = { domain: 'lamp.example' }
const few = { query: { limit: '3' } }
const email = 'ada@example.test'
const name = { firstName: 'Ada', lastName: 'Byron' }
const passwords = { newPassword: 'Correct-horse-8', confirmPassword: 'Correct-horse-8' }
const token = 'A'.repeat(43)

const filterSamples = {
  options: ({ values }: { values?: readonly string[] }) => `${values?.[0] ?? 'lamp'},unknown`,
  yesNo: () => 'yes,unknown',
  range: () => '1..9,-20..',
  days: () => '2026-03-01..2026-03-09',
  text: () => 'lamp',
} satisfies Record<FilterRule['kind'], unknown>

function sampleOfFilter(key: FilterKey): string {
  const rule: FilterRule = storeFilters[key]
  return rule.kind === 'options' ? filterSamples.options(rule) : filterSamples[rule.kind]()
}

/** A value for each filter, and the scope. */
const filters = {
  ...Object.fromEntries(filterKeys.map((key) => [key, sampleOfFilter(key)])),
  launchStatus: 'all',
  profile: 'alive.40*risk.60',
}

const template = {
  body: { name: 'First mail', subject: 'About {store}', body: 'Hello {store}', position: 0 },
}

/** A valid input for each call that accepts one, with every field of its schemas. */
const samples: Record<string, SampleInput> = {
  emailSignup: {
    body: { email, password: TEST_PASSWORD, name: 'Ada Byron', pendingDates: { mode: 'single', selection: '2026-03-09' } },
  },
  emailSignin: { body: { email, password: 'Wrong-horse-7', rememberMe: true } },
  finishSignin: { body: { challenge: 'A'.repeat(80), code: '123456' } },
  confirmSecondFactor: { body: { code: '123456' } },
  endSecondFactor: { body: { currentPassword: TEST_PASSWORD, code: '123456' } },
  googleSignin: { body: { idToken: 'e30.e30.e30', rememberMe: true } },
  verifyEmail: { query: { token } },
  resendVerification: { body: { email } },
  forgotPassword: { body: { email } },
  validateResetToken: { query: { token } },
  resetPassword: { body: { token, ...passwords } },
  undoDeletion: { body: { token } },
  revokeSession: byUuid,
  reauthenticate: { body: { password: TEST_PASSWORD, idToken: 'e30.e30.e30' } },
  listDeadJobs: { query: { ...page, job: 'tidy-photos' } },
  retryDeadJobs: { body: { job: 'tidy-photos' } },
  retryDeadJob: byUuid,
  deleteDeadJob: byUuid,
  listAuditEvents: { query: { ...page, kind: 'operator.', userId: uuid } },
  listAccounts: { query: { ...page, q: 'ada', role: 'PRO_USER', state: 'locked' } },
  getAccount: byUuid,
  grantPlan: { ...byUuid, body: { plan: 'pro', until: '2026-03-20' } },
  endPlan: byUuid,
  endAccountSessions: byUuid,
  lockAccount: byUuid,
  unlockAccount: byUuid,
  eraseAccountNow: byUuid,
  listContactMessages: { query: { ...page, state: 'answered', q: 'lamps' } },
  answerContactMessage: { ...byUuid, body: { answer: 'Yes, we do.' } },
  closeContactMessage: byUuid,
  listWaitingMails: { query: { ...page, kind: 'verify' } },
  sendWaitingMail: byUuid,
  deleteWaitingMail: byUuid,
  listWaitingWebhooks: { query: page },
  listWaitingEvents: { query: page },
  applyPaymentEvent: { body: { provider: 'sandbox', id: 'evt_1' } },
  listContradictedBounces: { query: page },
  listDeliveries: { query: { ...page, channel: 'webhook', failed: 'yes' } },
  listOptOuts: { query: { ...page, q: 'lamp' } },
  traceShop: { query: { shop: 'lamp.example' } },
  previewOptOut: { query: lamp },
  optOutDomain: { body: lamp },
  switchFeature: { params: { name: 'exports' }, body: { isOn: false } },
  openOperatorSession: { body: { code: '123 456' } },
  updateProfile: { body: { ...name, email, currentPassword: TEST_PASSWORD } },
  changePassword: { body: { currentPassword: TEST_PASSWORD, ...passwords } },
  updatePreferences: { body: { emailUpdates: true } },
  deleteAccount: { body: { currentPassword: 'Wrong-horse-7' } },
  quotePlanChange: { query: { planId: 'plus', billingCycle: 'yearly' } },
  changePlan: { body: { planId: 'plus', billingCycle: 'yearly', quotedAt: '2026-03-09T10:00:00Z' } },
  cancelPlan: { query: { cancelAtPeriodEnd: 'true' } },
  createCheckout: { body: { planId: 'pro', billingCycle: 'yearly', currency: 'EUR' } },
  getPaymentStatus: { query: { checkoutId: uuid } },
  getPublicStats: { query: range },
  listTestimonials: { query: { language: 'de' } },
  listStores: {
    query: { ...date, ...page, ...filters, sortBy: 'name', sortDirection: 'ASC', cursor: 'e30', withScores: 'yes' },
  },
  listFacets: { query: { ...date, ...filters, groups: 'country,saved', find: 'de' } },
  listStoreDays: { query: { ...range, ...filters } },
  getStoreDetails: byNumber,
  getStoreTimeline: { ...byNumber, query: { kinds: 'opened,price_up', before: '2026-03-10' } },
  getStoreScore: { ...byNumber, query: { profile: 'alive.40*risk.60' } },
  getStoreRisks: byNumber,
  getPulse: { query: { by: 'country', from: '2026-03-01', to: '2026-03-09', rank: 'rising', value: 'DE' } },
  getNiche: { query: { category: 'home_living', country: 'DE', theme: 'dawn', apps: 'klaviyo', from: '2026-03-01', to: '2026-03-09' } },
  getSurvival: { query: { by: 'country', value: 'DE' } },
  listStoreProducts: {
    params: lamp,
    query: { ...page, sortBy: 'title', sortDirection: 'ASC', q: 'lamp', onSale: 'yes', available: 'yes', trending: 'yes' },
  },
  getProduct: { params: { id: '1-1' } },
  getProductCluster: byNumber,
  listClusterStores: {
    ...byNumber,
    query: {
      ...page,
      sortBy: 'price',
      sortDirection: 'ASC',
      country: 'DE',
      store: 'lamp',
      isNew: 'true',
    },
  },
  listTrendingProducts: {
    query: { ...range, ...page, ...filters, scope: 'all', sortBy: 'cheapest', title: 'lamp', badge: undefined, listingPrice: '5..50', seenWithin: '7', reduced: 'yes' },
  },
  getSample: { query: { page: '0' } },
  saveStore: { body: { storeId: 1, ...kept } },
  unsaveStore: byNumber,
  listSavedStores: { query: { ...savedQuery, store: '1', isLead: 'true', stage: 'toContact', due: 'later', today: '2026-03-09' } },
  saveProduct: { body: { productId: '1-1', ...kept } },
  unsaveProduct: { params: { savedId: '1' } },
  listSavedProducts: { query: savedQuery },
  listExclusions: { query: { ...page, q: 'lamp', reason: 'customer' } },
  addExclusions: { query: { name: 'customers.csv', reason: 'competitor' } },
  removeExclusion: { params: { key: 'lamp.example' } },
  undoExclusionUpload: byUuid,
  createList: { body: { name: 'Leads' } },
  renameList: { ...byUuid, body: { name: 'Leads' } },
  deleteList: byUuid,
  changeStores: { body: { target: { storeIds: [1] }, action: { kind: 'tag', add: ['lamps'], remove: [] } } },
  undoChange: byUuid,
  listStages: { query: { due: 'today', q: 'lamp', today: '2026-03-09' } },
  putStages: { body: { stages: [{ key: 'toContact', name: 'New', isContacted: false }], moved: { won: 'toContact' } } },
  listLeads: { query: { ...page, stage: 'toContact', due: 'later', q: 'lamp', today: '2026-03-09', sortBy: 'name', sortDirection: 'ASC', profile: 'alive.40*risk.60' } },
  getLead: { params: { storeId: '1' } },
  putLead: { params: { storeId: '1' }, body: { version: 0, stage: 'toContact', nextStep: 'Call', nextDay: '2026-03-12', isContact: true } },
  mergeLead: { params: { storeId: '1' }, body: { into: 2 } },
  createTemplate: template,
  updateTemplate: { ...byUuid, ...template },
  deleteTemplate: byUuid,
  createSavedSearch: { body: { ...search, createdAt: '2026-03-09T10:00:00Z', seenAt: '2026-03-09T10:00:00Z' } },
  updateSavedSearch: { ...byUuid, body: search },
  deleteSavedSearch: byUuid,
  putListView: { body: { view: 'leads', display } },
  listChanges: {
    query: { kinds: 'opened,price_up', since: '2026-03-01T10:00:00Z', savedSearch: uuid, saved: undefined, followed: undefined, country: 'DE', theme: 'dawn', cursor: 'e30', size: '10' },
  },
  createFollow: { body: { target: { kind: 'niche', category: 'home_living', country: 'DE' } } },
  deleteFollow: byUuid,
  markBounce: { ...byNumber, body: { contact: 'hello@lamp.example' } },
  unmarkBounce: { ...byNumber, query: { contact: 'hello@lamp.example' } },
  createApiKey: { body: { name: 'CRM' } },
  deleteApiKey: byUuid,
  createWebhook: { body: { url: 'https://lamp.example/hooks' } },
  deleteWebhook: byUuid,
  testWebhook: byUuid,
  createFeed: { body: { kind: 'changes', savedSearch: uuid } },
  putBriefSettings: { body: { pace: 'weekly', weekday: 1, hour: 7, timeZone: 'Europe/Berlin', quietFrom: 22, quietUntil: 7, mail: true, webhook: true, atOnce: true } },
  testBrief: { body: { channel: 'mail' } },
  deleteFeed: byUuid,
  markSearchSeen: byUuid,
  readUnsubscribe: { query: { token } },
  unsubscribe: { query: { token } },
  listArticles: { query: articlePage },
  getArticle: byNumber,
  getArticleBySlug: { params: { slug: 'lamps' } },
  listRelatedArticles: { ...byNumber, ...few },
  countArticleView: byNumber,
  listRecentArticles: few,
  listPopularArticles: few,
  listFeaturedArticles: few,
  searchArticles: { query: { ...articlePage, q: 'lamps', category: 'seo', tags: 'lamps,light' } },
  listArticlesOfCategory: { params: { category: 'seo' }, query: articlePage },
  getBlogCategory: byNumber,
  getBlogCategoryBySlug: { params: { slug: 'seo' } },
  listPopularBlogCategories: few,
  searchBlogCategories: { query: { q: 'market', limit: '3' } },
  resubscribe: { body: { token } },
  sendContactMessage: { body: { fullName: 'Ada Byron', email, subject: 'Lamps', message: 'Do you know more lamps?' } },
  subscribeNewsletter: { body: { email } },
  confirmNewsletter: { body: { token } },
  createExport: {
    body: { view: 'stores', format: 'csv', separator: 'semicolon', values: 'codes', columns: ['name', 'domain'], query: { ...date, sortBy: 'name', country: 'DE,unknown' }, storeIds: [1], except: [2], limit: 10 },
  },
  requestOptOut: { body: lamp },
  sendOptOutMail: { body: lamp },
  confirmOptOut: { body: { ...lamp, method: 'dns', token } },
} // prettier-ignore

export const sampleInputOf = ({ name }: AnyEndpoint): SampleInput => samples[name] ?? {}
