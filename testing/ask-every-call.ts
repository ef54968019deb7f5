import { IDENTITY_WINDOW_PATH } from '#contracts/accounts/auth.ts'
import type { ClusterId } from '#contracts/ids.ts'
import { syncCustomer } from '#server/billing/sync-customer.ts'
import type { Config } from '#server/platform/config.ts'
import { createUnsubscribeToken } from '#server/platform/mail/unsubscribe-link.ts'
import { askConsole } from '#testing/ask-console.ts'
import { askBounces, askFeeds, askSaved, askSecondFactor } from '#testing/ask-saved.ts'
import { type Ask, askAs, askEach, sendCall } from '#testing/ask.ts'
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
  const own = { ...calls, ask: askAs(ask, bearer) }
  await askStores(calls, own.ask)
  await askSearches(calls, own.ask)
  await askPrograms(calls, own.ask)
  await askProfile(own)
  const account = { email: 'canary@example.test', password: NEXT_PASSWORD }
  await askSecondFactor({ ...own, at: app.ctx.now(), account })
  await askPlans(calls)
  await askBlog(calls)
  await askAsVisitor(calls)
  await askConsole(own)
  await askSessions(calls, own.ask)
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

async function askStores({ app, ask, publish, secrets }: Calls, own: Ask): Promise<void> {
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
  const pages = ['getSampleGlance', 'getFreshness', 'getHealth', 'getTrendFormula']
  await askEach(ask, [...figures, ...pages])
  const lists = ['listStores', 'listTrendingProducts', 'listStoreDays', 'listChanges']
  await askEach(own, [...lists, 'getToday', 'endFirstRun'])
  await own('listFacets', { query: { groups: 'country,apps,products,saved' } })
  const details = ['getStoreDetails', 'getStoreTimeline', 'getStoreScore', 'getStoreRisks']
  await askEach(own, details, { params: { id: String(store) } })
  await askBounces(own, store)
  await askEach(own, ['getPulse', 'getNiche'], { query: { from: DAY, to: DAY } })
  await own('getSurvival', { query: { by: 'country' } })
  await own('listStoreProducts', { params: { domain: 'lamp.example' } })
  await own('getProduct', { params: { id } })
  await askEach(own, ['getProductCluster', 'listClusterStores'], { params: { id: '41' } })
  const twinId = await insertStore(db, { domain: 'twin.example' })
  await askSaved(own, { storeId: store, twinId, productId: id })
  await own('getExportRights')
  const file = { view: 'stores', format: 'csv', columns: ['name', 'email'], query: {} }
  await own('createExport', { body: file })
  const { token } = await ask('requestOptOut', { body: { domain: 'lamp.example' } })
  // The owner of a domain publishes this token.
  secrets.delete(token)
  publish(token)
  await ask('sendOptOutMail', { body: { domain: 'lamp.example' } })
  await ask('confirmOptOut', { body: { domain: 'lamp.example', method: 'dns' } })
}

async function askSearches({ app, ask, secrets }: Calls, own: Ask): Promise<void> {
  const body = { name: 'Lamps', view: 'stores', query: 'country=DE', mails: true }
  const { id } = await own('createSavedSearch', { body })
  await own('createSavedSearch', { body })
  const switches = { instant: false, webhooks: false }
  await own('updateSavedSearch', { params: { id }, body: { ...body, ...switches } })
  await own('markSearchSeen', { params: { id } })
  await own('listSavedSearches')
  for (const address of await askFeeds(own)) {
    secrets.add(address.slice(address.lastIndexOf('/') + 1))
    await app.anonymous(address)
  }
  const { id: userId } = await own('getMe')
  for (const target of [{ kind: 'search', id } as const, { kind: 'digest', id: userId } as const]) {
    const token = createUnsubscribeToken(app.ctx, target)
    secrets.add(token)
    await app.anonymous(`/unsubscribe?token=${token}`)
    await askEach(ask, ['readUnsubscribe', 'unsubscribe'], { query: { token } })
    await own('resubscribe', { body: { token } })
  }
  await own('deleteSavedSearch', { params: { id } })
  const digest = { user_id: userId, week: DAY, at: app.ctx.now() }
  await app.ctx.db.insertInto('digests').values(digest).execute()
}

/** The key of a program and the secret of a webhook are shown once, to their owner. */
async function askPrograms({ ask, secrets }: Calls, own: Ask): Promise<void> {
  const createKey = () => own('createApiKey', { body: { name: 'CRM' } })
  const createWebhook = () => own('createWebhook', { body: { url: 'https://8.8.8.8/hooks' } })
  const [key, webhook] = [await createKey(), await createWebhook()]
  await ask('getToday', { bearer: key.key })
  await ask('createApiKey', { body: { name: 'CRM' }, bearer: key.key })
  await own('testWebhook', { params: { id: webhook.id } })
  await own('deleteApiKey', { params: { id: key.id } })
  await own('deleteWebhook', { params: { id: webhook.id } })
  const [keptKey, keptWebhook] = [await createKey(), await createWebhook()]
  for (const secret of [key.key, keptKey.key, webhook.secret, keptWebhook.secret])
    secrets.add(secret)
  await askEach(own, ['listApiKeys', 'listWebhooks', 'listDeliveries'])
}

async function askProfile({ ask, mailedToken }: Calls): Promise<void> {
  await askEach(ask, ['getMe', 'getCurrentPlan', 'getProfile', 'getPreferences'])
  for (const password of [WRONG_PASSWORD, NEXT_PASSWORD])
    await ask('reauthenticate', { body: { password } })
  const names = { firstName: 'Ada', lastName: 'Byron' }
  const change = { ...names, email: 'canary-other@example.test', currentPassword: NEXT_PASSWORD }
  await ask('updateProfile', { body: change })
  await mailedToken()
  await ask('cancelEmailChange')
  await ask('uploadPhoto', { form: await formOf(await pngOf(40, 40)) })
  await ask('exportAccount')
  await ask('removePhoto')
  await ask('updatePreferences', { body: { emailUpdates: true } })
}

async function askPlans({ app, page, ask }: Calls): Promise<void> {
  const { userId, token: bearer } = await app.newAccount()
  await ask('getPrices')
  const { checkoutUrl } = await ask('createCheckout', { body: { planId: 'pro' }, bearer })
  page.pay(checkoutUrl)
  const [subscription] = page.subscriptionsOf(userId)
  await syncCustomer(app.ctx, subscription?.customerId ?? '')
  const plans = ['getPaymentStatus', 'getPlanStatus', 'listInvoices', 'openPortal']
  await askEach(ask, plans, { bearer })
  const change = { planId: 'plus', billingCycle: 'monthly' }
  const { quotedAt } = await ask('quotePlanChange', { query: change, bearer })
  await ask('changePlan', { body: { ...change, quotedAt }, bearer })
  await ask('cancelPlan', { query: { cancelAtPeriodEnd: 'true' }, bearer })
  await ask('resumePlan', { bearer })
}

async function askBlog({ app, ask }: Calls): Promise<void> {
  await insertArticles(app.ctx)
  await ask('listTestimonials', { query: { language: 'en' } })
  const ofOne = ['getArticle', 'listRelatedArticles', 'countArticleView', 'getBlogCategory']
  await askEach(ask, ofOne, { params: { id: '1' } })
  const articles = ['listArticles', 'listRecentArticles', 'listPopularArticles']
  await askEach(ask, [...articles, 'listFeaturedArticles'])
  await ask('getArticleBySlug', { params: { slug: 'lamps' } })
  await ask('listArticlesOfCategory', { params: { category: 'seo' } })
  await ask('getBlogCategoryBySlug', { params: { slug: 'seo' } })
  await askEach(ask, ['searchArticles', 'searchBlogCategories'], { query: { q: 'seo' } })
  const categories = ['listBlogCategories', 'listFilledBlogCategories', 'listPopularBlogCategories']
  await askEach(ask, ['getBlogStats', ...categories])
}

async function askSessions({ app, ask }: Calls, own: Ask): Promise<void> {
  const { sessions } = await own('listSessions')
  const other = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  await own('revokeSession', { params: { id: other?.id ?? '' } })
  const body = { currentPassword: NEXT_PASSWORD, newPassword: PASSWORD, confirmPassword: PASSWORD }
  const { token } = await own('changePassword', { body })
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
