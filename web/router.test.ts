import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { createRoutes, visitorPages } from '#web/router.tsx'
import { workPages } from '#web/work-pages.ts'

const routeOf = (path: string) => {
  const match = matchRoutes(createRoutes(), path)?.at(-1)
  return { file: match?.route.id?.split('#')[0], params: match?.params }
}

test.each([
  ['/', 'web/site/landing/landing-page.tsx'],
  ['/pricing', 'web/billing/pricing/pricing-page.tsx'],
  ['/login', 'web/accounts/sign-in/sign-in-page.tsx'],
  ['/register', 'web/accounts/sign-up/sign-up-page.tsx'],
  ['/forgot-password', 'web/accounts/password-reset/forgot-password-page.tsx'],
  ['/password-reset', 'web/accounts/password-reset/reset-password-page.tsx'],
  ['/reset-password', 'web/accounts/password-reset/reset-password-page.tsx'],
  ['/email-verification', 'web/accounts/email-verification/email-verification-page.tsx'],
  ['/undo-deletion', 'web/accounts/undo-deletion-page.tsx'],
  ['/newsletter', 'web/site/newsletter-page.tsx'],
  ['/unsubscribe', 'web/workspace/unsubscribe/unsubscribe-page.tsx'],
  ['/app', 'web/catalog/dashboard/dashboard-page.tsx'],
  ['/list', 'web/catalog/list/store-list-page.tsx'],
  ['/list/lamp-shop', 'web/catalog/store/store-detail-page.tsx'],
  ['/store/17', 'web/catalog/store/store-detail-page.tsx'],
  ['/product/17-4711', 'web/catalog/product/product-detail-page.tsx'],
  ['/saved', 'web/workspace/saved/saved-page.tsx'],
  ['/saved/products', 'web/workspace/saved/saved-page.tsx'],
  ['/settings/user', 'web/accounts/settings/user-settings-page.tsx'],
  ['/settings/plan', 'web/billing/plan/plan-page.tsx'],
  ['/settings/preferences', 'web/accounts/settings/preferences-page.tsx'],
  ['/settings/brief', 'web/workspace/brief/brief-settings-page.tsx'],
  ['/settings/api', 'web/workspace/integrations/integrations-page.tsx'],
  ['/settings/deliveries', 'web/workspace/deliveries/deliveries-page.tsx'],
  ['/no/such/page', 'web/site/not-found-page.tsx'],
])(
  '%s shows the screen %s',
  {
    tags: [
      'routes.home',
      'routes.list',
      'routes.list-slug',
      'routes.store',
      'routes.product',
      'routes.pricing',
      'routes.login',
      'routes.app',
      'routes.saved',
      'routes.saved-products',
      'routes.not-found',
      'saved.lazy-skeleton',
    ],
  },
  (path, file) => {
    expect(routeOf(path).file).toBe(file)
  },
)

test(
  'the store detail takes the parameters id and storeSlug',
  { tags: ['routes.store-params'] },
  () => {
    expect(routeOf('/store/17').params).toEqual({ id: '17' })
    expect(routeOf('/list/lamp-shop').params).toEqual({ storeSlug: 'lamp-shop' })
  },
)

test.each([
  ['/store/17', 'StoreDetailPage'],
  ['/list/lamp-shop', 'StoreDetailPage'],
  ['/product/17-4711', 'ProductDetailPage'],
  ['/saved', 'SavedPage'],
  ['/saved/products', 'SavedPage'],
])(
  'the code of %s is fetched only when its route opens, and is then %s',
  { tags: ['store.lazy-skeleton', 'product-page.lazy-skeleton', 'saved.lazy-skeleton'] },
  async (path, name) => {
    const route = matchRoutes(createRoutes(), path)?.at(-1)?.route
    expect(route?.Component).toBeUndefined()
    if (typeof route?.lazy !== 'function') throw new Error(`${path} is not lazy`)
    expect((await route.lazy()).Component).toHaveProperty('name', name)
  },
)

test('every page of the table is in one of the two lists of scripts', async () => {
  const files = new Set<string>()
  const visit = (routes: readonly RouteObject[]): void => {
    for (const { id = '', lazy, children } of routes) {
      if (lazy) files.add(`./${id.split('#')[0]?.slice('web/'.length)}`)
      visit(children ?? [])
    }
  }
  visit(createRoutes())
  const listed = [...Object.keys(visitorPages), ...Object.keys(workPages)]
  expect(listed.toSorted()).toEqual([...files].toSorted())
})
