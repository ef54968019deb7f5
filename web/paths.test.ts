import { expect, test } from 'vitest'
import { isPaymentReturn, isPaymentReturnToHome, paths } from '#web/paths.ts'

test('every address of the client is the one in the route table', () => {
  const table = {
    ...Object.fromEntries(
      Object.entries(paths).map(([name, path]) => [
        name,
        (path as (value: never) => string)('' as never),
      ]),
    ),
    list: paths.list({ mode: 'single', date: '2026-11-20', page: undefined }),
    listStore: paths.listStore('a b/c'),
    store: paths.store(12, { tab: 'products' }),
    product: paths.product('12-9001'),
    score: paths.score({ search: 'x' }),
    changes: paths.changes({ saved: 'yes' }),
    exclusions: paths.exclusions({ q: 'acme' }),
    niche: paths.niche('shoes', 'US', { days: 7 }),
    leads: paths.leads({ view: 'table' }),
    cluster: paths.cluster(41),
    clusterStores: paths.clusterStores(41, 2),
    paymentSuccess: paths.paymentSuccess('?success=true'),
    article: paths.article('first-sale'),
    blogCategory: paths.blogCategory('seo'),
    contact: paths.contact({ subject: 'Custom plan' }),
    resetPassword: paths.resetPassword({ token: 'x' }),
    emailVerification: paths.emailVerification({ email: 'a@b.test' }),
    undoDeletion: paths.undoDeletion({ token: 'x' }),
    newsletter: paths.newsletter({ token: 'x' }),
    unsubscribe: paths.unsubscribe({ token: 'x' }),
  }
  expect(table).toMatchInlineSnapshot(`
    {
      "about": "/about",
      "app": "/app",
      "article": "/blog/first-sale",
      "blog": "/blog",
      "blogCategory": "/blog/category/seo",
      "blogFeed": "/blog/feed.xml",
      "caseStudies": "/#case-studies",
      "changes": "/changes?saved=yes",
      "cluster": "/products/41",
      "clusterStores": "/products/41?page=3#stores",
      "contact": "/contact?subject=Custom+plan",
      "emailVerification": "/email-verification?email=a%40b.test",
      "exclusions": "/exclusions?q=acme",
      "features": "/#features",
      "follows": "/saved/follows",
      "forgotPassword": "/forgot-password",
      "freshness": "/freshness",
      "home": "/",
      "leadScore": "/lead-score",
      "leads": "/leads?view=table",
      "list": "/list?mode=single&date=2026-11-20",
      "listStore": "/list/a%20b%2Fc",
      "login": "/login",
      "missing": "/404",
      "newsletter": "/newsletter?token=x",
      "niche": "/pulse/shoes/US?days=7",
      "operator": "/operator",
      "optOut": "/opt-out",
      "paymentSuccess": "/payment-success?success=true",
      "pricing": "/pricing",
      "privacy": "/privacy",
      "product": "/product/12-9001",
      "pulse": "/pulse",
      "register": "/register",
      "resetPassword": "/reset-password?token=x",
      "sample": "/sample",
      "saved": "/saved",
      "savedProducts": "/saved/products",
      "score": "/score?search=x",
      "settings": "/settings",
      "settingsApi": "/settings/api",
      "settingsBrief": "/settings/brief",
      "settingsDeliveries": "/settings/deliveries",
      "settingsPlan": "/settings/plan",
      "settingsPreferences": "/settings/preferences",
      "settingsUser": "/settings/user",
      "store": "/store/12?tab=products",
      "terms": "/terms",
      "undoDeletion": "/undo-deletion?token=x",
      "unsubscribe": "/unsubscribe?token=x",
    }
  `)
})

const both = (query: string) => {
  const search = new URLSearchParams(query)
  return [isPaymentReturnToHome(search), isPaymentReturn(search)]
}

test.each([
  ['success=true', [true, true]],
  ['checkout_id=', [true, true]],
  ['order_id=1', [false, true]],
  ['session_id=1', [false, true]],
  ['status=success', [false, true]],
  ['status=completed', [false, true]],
  ['status=failed', [false, false]],
  ['success=false', [false, false]],
  ['', [false, false]],
])(
  'the query %j counts as a payment return on / and on /pricing: %j',
  { tags: ['pricing.redirect-return'] },
  (query, expected) => {
    expect(both(query)).toEqual(expected)
  },
)
