import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { createRoutes } from '#web/router.tsx'

const routeOf = (path: string) => {
  const match = matchRoutes(createRoutes(), path)?.at(-1)
  return { file: match?.route.id?.split('#')[0], params: match?.params }
}

test.each([
  ['/', 'web/routes/home.tsx'],
  ['/pricing', 'web/routes/pricing.tsx'],
  ['/login', 'web/routes/login.tsx'],
  ['/register', 'web/routes/register.tsx'],
  ['/forgot-password', 'web/routes/forgot-password.tsx'],
  ['/password-reset', 'web/routes/reset-password.tsx'],
  ['/reset-password', 'web/routes/reset-password.tsx'],
  ['/email-verification', 'web/routes/email-verification.tsx'],
  ['/undo-deletion', 'web/routes/undo-deletion.tsx'],
  ['/newsletter', 'web/routes/newsletter.tsx'],
  ['/unsubscribe', 'web/routes/unsubscribe.tsx'],
  ['/app', 'web/routes/app.tsx'],
  ['/list', 'web/routes/list.tsx'],
  ['/list/lamp-shop', 'web/routes/store.tsx'],
  ['/store/17', 'web/routes/store.tsx'],
  ['/product/17-4711', 'web/routes/product.tsx'],
  ['/saved', 'web/routes/saved.tsx'],
  ['/saved/products', 'web/routes/saved.tsx'],
  ['/settings/user', 'web/routes/settings-user.tsx'],
  ['/settings/plan', 'web/routes/settings-plan.tsx'],
  ['/settings/preferences', 'web/routes/settings-preferences.tsx'],
  ['/no/such/page', 'web/routes/not-found.tsx'],
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

test('the store detail takes the parameters id and storeSlug', { tags: ['routes.store-params'] }, () => {
  expect(routeOf('/store/17').params).toEqual({ id: '17' })
  expect(routeOf('/list/lamp-shop').params).toEqual({ storeSlug: 'lamp-shop' })
})

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
