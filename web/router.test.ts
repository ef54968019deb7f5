import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { createRoutes } from '#web/router.tsx'

const routeOf = (path: string) => {
  const match = matchRoutes(createRoutes(), path)?.at(-1)
  return { file: match?.route.id?.split('#')[0], params: match?.params }
}

test.each([
  ['/', 'home'],
  ['/pricing', 'pricing'],
  ['/login', 'login'],
  ['/register', 'register'],
  ['/forgot-password', 'forgot-password'],
  ['/password-reset', 'reset-password'],
  ['/reset-password', 'reset-password'],
  ['/email-verification', 'email-verification'],
  ['/undo-deletion', 'undo-deletion'],
  ['/newsletter', 'newsletter'],
  ['/unsubscribe', 'unsubscribe'],
  ['/app', 'app'],
  ['/list', 'list'],
  ['/list/lamp-shop', 'store'],
  ['/store/17', 'store'],
  ['/product/17-4711', 'product'],
  ['/saved', 'saved'],
  ['/saved/products', 'saved'],
  ['/settings/user', 'settings-user'],
  ['/settings/plan', 'settings-plan'],
  ['/settings/preferences', 'settings-preferences'],
  ['/no/such/page', 'not-found'],
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
    expect(routeOf(path).file).toBe(`web/routes/${file}.tsx`)
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
