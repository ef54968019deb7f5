import { IDENTITY_WINDOW_PATH } from '#contracts/accounts/auth.ts'
import type { ClusterId } from '#contracts/ids.ts'
import { syncCustomer } from '#server/billing/sync-customer.ts'
import type { Config } from '#server/platform/config.ts'
import { createUnsubscribeToken } from '#server/platform/mail/unsubscribe-link.ts'
import { askConsole } from '#testing/ask-console.ts'
import { askBounces, askFeeds, askSaved, askSecondFactor } from '#testing/ask-saved.ts'
import { type Ask, sendCall } from '#testing/ask.ts'
import { insertProduct, insertStore, insertTrend, insertUser } from '#testing/factories.ts'
import { formOf } from '#testing/form-of.ts'
import { beginSignIn } from '#testing/identity-app.ts'
import { insertArticles } from '#testing/insert-articles.ts'
import { readMails } from '#testing/read-mails.ts'
import { type Answer, startTestApp, type TestApp } from '#testing/test-app.ts'
import { startTestIssuer, type TestIssuer } from '#testing/test-issuer.ts'
import { startTestPaymentPage, type TestPaymentPage } from '#testing/test-payment-page.ts'
import { pngOf } from './test-pictures.ts'

const DAY = '2026-03-09'
const PASSWORD = 'Canary-Horse-7!'
const NEXT_PASSWORD = 'Canary-Staple-9!'
const WRONG_PASSWORD = 'Canary-Wrong-5!'
const SUBJECT = '109876543210987654321'
const NOTE = 'a note of ours about this store'

export type EveryCall = {
  answers: Map<string, Answer>
  secrets: Set<string>
  /** Internal values that no answer may contain. */
  internal: readonly string[]
}

type Parts = {
  app: TestApp
  issuer: TestIssuer
  page: TestPaymentPage
  publish: (proof: string) => void
}
type Calls = Parts & { ask: Ask; secrets: Set<string>; mailedToken: () => Promise<string> }

/** The product with its outside world, and the answers of every call. */
export async function startEveryCall(
  config: Partial<Config>,
): Promise<AsyncDisposable & { app: TestApp; every: EveryCall }> {
  let proof = ''
  const now = () => app.ctx.now()
  const issuer = await startTestIssuer({ now })
  const page = await startTestPaymentPage({ now })
  const app = await startTestApp({
    config: { ...issuer.config, ...page.config, ...config },
    readProofs: async () => ({ kind: 'read', texts: [proof] }),
  })
  const every = await askEveryCall({ app, issuer, page, publish: (text) => (proof = text) })
  return {
    app,
    every,
    async [Symbol.asyncDispose]() {
      for (const part of [app, issuer, page]) await part[Symbol.asyncDispose]()
    },
  }
}

async function askEveryCall(parts: Parts): Promise<EveryCall> {
  const { app } = parts
  const answers = new Map<string, Answer>()
  const secrets = new Set([PASSWORD, NEXT_PASSWORD, WRONG_PASSWORD])
  const ask: Ask = async (name, input = {}) => {
    const answer = await sendCall(app, name, input)
    if (answer.statusCode < 400) answers.set(name, answer)
    const json = answer.json()
    if (json.token) secrets.add(json.token)
    return json
  }
  const mailedToken = async () => {
    const token = (await readMails(app.ctx)).findLast((mail) => mail.token)?.token ?? ''
    secrets.add(token)
    return token
  }
  const calls = { ...parts, ask, secrets, mailedToken }
  const bearer = await askTheWayIn(calls)
  await askStores(calls, bearer)
  await askSearches(calls, bearer)
  await askPrograms(calls, bearer)
  await askProfile(calls, bearer)
  const account = { email: 'canary@example.test', password: NEXT_PASSWORD }
  await askSecondFactor({ ask, bearer, secrets, at: app.ctx.now(), account })
  await askPlans(calls)
  await askBlog(calls)
  await askAsVisitor(calls)
  await askConsole(calls, bearer)
  await askSessions(calls, bearer)
  await askDeletion(calls)
  return { answers, secrets, internal: [SUBJECT, NOTE, '$argon2id$'] }
}

/** @returns the bearer token of a paying account */
async function askTheWayIn({ app, ask, mailedToken, issuer, secrets }: Calls): Promise<string> {
  const email = 'canary@example.test'
  const { userId } = await insertUser(app.ctx, { role: 'PLUS_USER', email, password: PASSWORD })
  await ask('emailSignin', { body: { email, password: WRONG_PASSWORD } })
  const { token: stolen } = await ask('emailSignin', { body: { email, password: PASSWORD } })
  await ask('forgotPassword', { body: { email } })
  const reset = await mailedToken()
  await ask('validateResetToken', { query: { token: reset } })
  const passwords = { newPassword: NEXT_PASSWORD, confirmPassword: NEXT_PASSWORD }
  await ask('resetPassword', { body: { token: reset, ...passwords } })
  for (const query of [{ token: reset }, { token: `${reset}x` }])
    await ask('validateResetToken', { query })
  await app.anonymous(`/reset-password?token=${reset}`)
  await ask('getMe', { bearer: stolen })

  const signUp = { email: 'canary-new@example.test', password: PASSWORD, name: 'Grace Hopper' }
  await ask('emailSignup', {
    body: { ...signUp, pendingDates: { mode: 'single', selection: DAY } },
  })
  await ask('resendVerification', { body: { email: signUp.email } })
  const verification = await mailedToken()
  await app.anonymous(`/email-verification?token=${verification}`)
  await ask('verifyEmail', { query: { token: verification } })

  await ask('startIdentity')
  const { nonce, state, challenge, cookie } = await beginSignIn(app.anonymous)
  const idToken = await issuer.sign({ nonce, sub: SUBJECT, email })
  const code = issuer.grant(idToken, challenge)
  for (const secret of [idToken, code, state, cookie.replace(/^.*=/, '')]) secrets.add(secret)
  const url = `${IDENTITY_WINDOW_PATH}?code=${code}&state=${state}`
  await app.anonymous({ url, headers: { cookie } })
  await ask('googleSignin', { body: { idToken }, cookie })
  await ask('googleSignin', { body: { idToken }, cookie })
  const { token } = await ask('emailSignin', {
    body: { email, password: NEXT_PASSWORD, rememberMe: true },
  })
  if (!userId || !token) throw new Error('the account could not be entered')
  return token
}

async function askStores({ app, ask, publish, secrets }: Calls, bearer: string): Promise<void> {
  const { db } = app.ctx
  const store = await insertStore(db, { domain: 'lamp.example', email: 'hello@lamp.example' })
  const seen = {
    source_url: 'https://lamp.example/',
    path: 'country',
    observed_at: `${DAY}T10:00:05Z`,
  }
  await db
    .insertInto('store_facts')
    .values([
      { store_id: store, key: 'country', value: '"DE"', label: 'observed', ...seen },
      {
        store_id: store,
        key: 'internalNote',
        value: JSON.stringify(NOTE),
        label: 'observed',
        ...seen,
      },
    ])
    .execute()
  const id = await insertProduct(db, store, { cluster: 41 as ClusterId })
  await insertTrend(db, id, DAY, { cluster: 41 as ClusterId })
  const figures = ['getCatchUp', 'getPublicStats', 'getHighlights', 'listPublicDays', 'getSample']
  for (const name of [
    ...figures,
    'getSampleGlance',
    'getFreshness',
    'getHealth',
    'getTrendFormula',
  ])
    await ask(name)
  for (const name of ['listStores', 'listTrendingProducts', 'listStoreDays', 'getToday'])
    await ask(name, { bearer })
  await ask('endFirstRun', { bearer })
  await ask('listFacets', { bearer, query: { groups: 'country,apps,products,saved' } })
  await ask('getStoreDetails', { params: { id: String(store) }, bearer })
  await ask('getStoreTimeline', { params: { id: String(store) }, bearer })
  await ask('listChanges', { bearer })
  await ask('getStoreScore', { params: { id: String(store) }, bearer })
  await askBounces(ask, bearer, store)
  await ask('getStoreRisks', { params: { id: String(store) }, bearer })
  await ask('getPulse', { query: { from: DAY, to: DAY }, bearer })
  await ask('getNiche', { query: { from: DAY, to: DAY }, bearer })
  await ask('getSurvival', { query: { by: 'country' }, bearer })
  await ask('listStoreProducts', { params: { domain: 'lamp.example' }, bearer })
  await ask('getProduct', { params: { id }, bearer })
  await ask('getProductCluster', { params: { id: '41' }, bearer })
  await ask('listClusterStores', { params: { id: '41' }, bearer })
  const twinId = await insertStore(db, { domain: 'twin.example' })
  await askSaved(ask, bearer, { storeId: store, twinId, productId: id })
  await ask('getExportRights', { bearer })
  const file = { view: 'stores', format: 'csv', columns: ['name', 'email'], query: {} }
  await ask('createExport', { body: file, bearer })
  const { token } = await ask('requestOptOut', { body: { domain: 'lamp.example' } })
  // The owner of a domain publishes this token.
  secrets.delete(token)
  publish(token)
  await ask('sendOptOutMail', { body: { domain: 'lamp.example' } })
  await ask('confirmOptOut', { body: { domain: 'lamp.example', method: 'dns' } })
}

async function askSearches({ app, ask, secrets }: Calls, bearer: string): Promise<void> {
  const body = { name: 'Lamps', view: 'stores', query: 'country=DE', mails: true }
  const { id } = await ask('createSavedSearch', { body, bearer })
  await ask('createSavedSearch', { body, bearer })
  const switches = { instant: false, webhooks: false }
  await ask('updateSavedSearch', { params: { id }, body: { ...body, ...switches }, bearer })
  await ask('markSearchSeen', { params: { id }, bearer })
  await ask('listSavedSearches', { bearer })
  for (const address of await askFeeds(ask, bearer)) {
    secrets.add(address.slice(address.lastIndexOf('/') + 1))
    await app.anonymous(address)
  }
  const { id: userId } = await ask('getMe', { bearer })
  for (const target of [{ kind: 'search', id } as const, { kind: 'digest', id: userId } as const]) {
    const token = createUnsubscribeToken(app.ctx, target)
    secrets.add(token)
    await app.anonymous(`/unsubscribe?token=${token}`)
    for (const name of ['readUnsubscribe', 'unsubscribe']) await ask(name, { query: { token } })
    await ask('resubscribe', { body: { token }, bearer })
  }
  await ask('deleteSavedSearch', { params: { id }, bearer })
  const digest = { user_id: userId, week: DAY, at: app.ctx.now() }
  await app.ctx.db.insertInto('digests').values(digest).execute()
}

/** The key of a program and the secret of a webhook are shown once, to their owner. */
async function askPrograms({ ask, secrets }: Calls, bearer: string): Promise<void> {
  const createKey = () => ask('createApiKey', { body: { name: 'CRM' }, bearer })
  const createWebhook = () =>
    ask('createWebhook', { body: { url: 'https://8.8.8.8/hooks' }, bearer })
  const [key, webhook] = [await createKey(), await createWebhook()]
  await ask('getToday', { bearer: key.key })
  await ask('createApiKey', { body: { name: 'CRM' }, bearer: key.key })
  await ask('testWebhook', { params: { id: webhook.id }, bearer })
  await ask('deleteApiKey', { params: { id: key.id }, bearer })
  await ask('deleteWebhook', { params: { id: webhook.id }, bearer })
  const [keptKey, keptWebhook] = [await createKey(), await createWebhook()]
  for (const secret of [key.key, keptKey.key, webhook.secret, keptWebhook.secret])
    secrets.add(secret)
  for (const name of ['listApiKeys', 'listWebhooks', 'listDeliveries']) await ask(name, { bearer })
}

async function askProfile({ ask, mailedToken }: Calls, bearer: string): Promise<void> {
  for (const name of ['getMe', 'getCurrentPlan', 'getProfile', 'getPreferences'])
    await ask(name, { bearer })
  for (const password of [WRONG_PASSWORD, NEXT_PASSWORD])
    await ask('reauthenticate', { body: { password }, bearer })
  const names = { firstName: 'Ada', lastName: 'Byron' }
  const change = { ...names, email: 'canary-other@example.test', currentPassword: NEXT_PASSWORD }
  await ask('updateProfile', { body: change, bearer })
  await mailedToken()
  await ask('cancelEmailChange', { bearer })
  await ask('uploadPhoto', { form: await formOf(await pngOf(40, 40)), bearer })
  await ask('exportAccount', { bearer })
  await ask('removePhoto', { bearer })
  await ask('updatePreferences', { body: { emailUpdates: true }, bearer })
}

async function askPlans({ app, page, ask }: Calls): Promise<void> {
  const { userId, token: bearer } = await app.newAccount()
  await ask('getPrices')
  const { checkoutUrl } = await ask('createCheckout', { body: { planId: 'pro' }, bearer })
  page.pay(checkoutUrl)
  const [subscription] = page.subscriptionsOf(userId)
  await syncCustomer(app.ctx, subscription?.customerId ?? '')
  for (const name of ['getPaymentStatus', 'getPlanStatus', 'listInvoices', 'openPortal'])
    await ask(name, { bearer })
  const change = { planId: 'plus', billingCycle: 'monthly' }
  const { quotedAt } = await ask('quotePlanChange', { query: change, bearer })
  await ask('changePlan', { body: { ...change, quotedAt }, bearer })
  await ask('cancelPlan', { query: { cancelAtPeriodEnd: 'true' }, bearer })
  await ask('resumePlan', { bearer })
}

async function askBlog({ app, ask }: Calls): Promise<void> {
  await insertArticles(app.ctx)
  await ask('listTestimonials', { query: { language: 'en' } })
  const params = { id: '1' }
  for (const name of ['getArticle', 'listRelatedArticles', 'countArticleView', 'getBlogCategory'])
    await ask(name, { params })
  for (const name of [
    'listArticles',
    'listRecentArticles',
    'listPopularArticles',
    'listFeaturedArticles',
  ])
    await ask(name)
  await ask('getArticleBySlug', { params: { slug: 'lamps' } })
  await ask('listArticlesOfCategory', { params: { category: 'seo' } })
  await ask('getBlogCategoryBySlug', { params: { slug: 'seo' } })
  for (const name of ['searchArticles', 'searchBlogCategories'])
    await ask(name, { query: { q: 'seo' } })
  for (const name of [
    'getBlogStats',
    'listBlogCategories',
    'listFilledBlogCategories',
    'listPopularBlogCategories',
  ])
    await ask(name)
}

async function askSessions({ app, ask }: Calls, bearer: string): Promise<void> {
  const { sessions } = await ask('listSessions', { bearer })
  const other = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  await ask('revokeSession', { params: { id: other?.id ?? '' }, bearer })
  const body = { currentPassword: NEXT_PASSWORD, newPassword: PASSWORD, confirmPassword: PASSWORD }
  const { token } = await ask('changePassword', { body, bearer })
  await ask('logout', { bearer: token })
  const { userId } = await insertUser(app.ctx)
  await ask('logoutEverywhere', { bearer: (await app.openSession(userId)).token })
}

async function askDeletion({ app, ask, mailedToken }: Calls): Promise<void> {
  const { userId } = await insertUser(app.ctx, { password: PASSWORD })
  const { token: bearer } = await app.openSession(userId)
  await ask('deleteAccount', { body: { currentPassword: PASSWORD }, bearer })
  await ask('undoDeletion', { body: { token: await mailedToken() } })
}

async function askAsVisitor({ ask, mailedToken }: Calls): Promise<void> {
  const email = 'canary-visitor@example.test'
  const message = { fullName: 'Grace Hopper', subject: 'Lamps', message: 'Do you know more lamps?' }
  await ask('sendContactMessage', { body: { ...message, email } })
  await ask('subscribeNewsletter', { body: { email } })
  await ask('confirmNewsletter', { body: { token: await mailedToken() } })
}
