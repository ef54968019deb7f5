import { replace, type RouteObject } from 'react-router'
import { paths } from '#web/paths.ts'
import { PageError, RootError, RootLayout, rootLoader } from '#web/shell/layout.tsx'

/** Properties of a route besides its component. */
export type RouteHandle = {
  /** HTTP status of the server's HTML; 200 without it. */
  status?: number
  /** Without its script the page shows only a skeleton. */
  isShell?: boolean
}

type Module = Pick<RouteObject, 'Component' | 'loader'>

/** The id starts with the route's module, so that the server can find the scripts to preload. */
const page = (module: string, path: string, lazy: () => Promise<Module>) => ({
  id: `${module}#${path}`,
  path,
  lazy,
})

const store = () => import('#web/catalog/store/store-detail-page.tsx')
const resetPassword = () => import('#web/accounts/password-reset/reset-password-page.tsx')
const saved = () => import('#web/workspace/saved/saved-page.tsx')

const publicRoutes: RouteObject[] = [
  page(
    'web/site/landing/landing-page.tsx',
    '/',
    () => import('#web/site/landing/landing-page.tsx'),
  ),
  page(
    'web/billing/pricing/pricing-page.tsx',
    '/pricing',
    () => import('#web/billing/pricing/pricing-page.tsx'),
  ),
  page(
    'web/billing/payment/payment-page.tsx',
    '/payment-success',
    () => import('#web/billing/payment/payment-page.tsx'),
  ),
  page('web/site/blog/blog-page.tsx', '/blog', () => import('#web/site/blog/blog-page.tsx')),
  page(
    'web/site/blog/category-page.tsx',
    '/blog/category/:slug',
    () => import('#web/site/blog/category-page.tsx'),
  ),
  page(
    'web/site/blog/article-page.tsx',
    '/blog/:idOrSlug',
    () => import('#web/site/blog/article-page.tsx'),
  ),
  page(
    'web/site/contact/contact-page.tsx',
    '/contact',
    () => import('#web/site/contact/contact-page.tsx'),
  ),
  page('web/site/about/about-page.tsx', '/about', () => import('#web/site/about/about-page.tsx')),
  page(
    'web/site/privacy/privacy-page.tsx',
    '/privacy',
    () => import('#web/site/privacy/privacy-page.tsx'),
  ),
  page('web/site/terms-page.tsx', '/terms', () => import('#web/site/terms-page.tsx')),
  page(
    'web/operations/freshness/freshness-page.tsx',
    '/freshness',
    () => import('#web/operations/freshness/freshness-page.tsx'),
  ),
  page('web/opt-out/opt-out-page.tsx', '/opt-out', () => import('#web/opt-out/opt-out-page.tsx')),
]

const accountRoutes: RouteObject[] = [
  page(
    'web/accounts/sign-in/sign-in-page.tsx',
    '/login',
    () => import('#web/accounts/sign-in/sign-in-page.tsx'),
  ),
  page(
    'web/accounts/sign-up/sign-up-page.tsx',
    '/register',
    () => import('#web/accounts/sign-up/sign-up-page.tsx'),
  ),
  page(
    'web/accounts/password-reset/forgot-password-page.tsx',
    '/forgot-password',
    () => import('#web/accounts/password-reset/forgot-password-page.tsx'),
  ),
  page('web/accounts/password-reset/reset-password-page.tsx', '/password-reset', resetPassword),
  page('web/accounts/password-reset/reset-password-page.tsx', '/reset-password', resetPassword),
  page(
    'web/accounts/email-verification/email-verification-page.tsx',
    '/email-verification',
    () => import('#web/accounts/email-verification/email-verification-page.tsx'),
  ),
  page(
    'web/accounts/undo-deletion-page.tsx',
    '/undo-deletion',
    () => import('#web/accounts/undo-deletion-page.tsx'),
  ),
  page(
    'web/site/newsletter-page.tsx',
    '/newsletter',
    () => import('#web/site/newsletter-page.tsx'),
  ),
  page(
    'web/workspace/unsubscribe/unsubscribe-page.tsx',
    '/unsubscribe',
    () => import('#web/workspace/unsubscribe/unsubscribe-page.tsx'),
  ),
]

const shell = (routes: RouteObject[]) =>
  routes.map((route) => ({ ...route, handle: { isShell: true } satisfies RouteHandle }))

const memberRoutes = shell([
  page(
    'web/catalog/dashboard/dashboard-page.tsx',
    '/app',
    () => import('#web/catalog/dashboard/dashboard-page.tsx'),
  ),
  page(
    'web/catalog/list/store-list-page.tsx',
    '/list',
    () => import('#web/catalog/list/store-list-page.tsx'),
  ),
  page('web/catalog/store/store-detail-page.tsx', '/list/:storeSlug', store),
  page('web/catalog/store/store-detail-page.tsx', '/store/:id', store),
  page(
    'web/catalog/product/product-detail-page.tsx',
    '/product/:id',
    () => import('#web/catalog/product/product-detail-page.tsx'),
  ),
  page(
    'web/catalog/cluster/cluster-page.tsx',
    '/products/:id',
    () => import('#web/catalog/cluster/cluster-page.tsx'),
  ),
  page(
    'web/catalog/pulse/pulse-page.tsx',
    '/pulse',
    () => import('#web/catalog/pulse/pulse-page.tsx'),
  ),
  page(
    'web/catalog/changes/changes-page.tsx',
    '/changes',
    () => import('#web/catalog/changes/changes-page.tsx'),
  ),
  page('web/workspace/saved/saved-page.tsx', '/saved', saved),
  page('web/workspace/saved/saved-page.tsx', '/saved/products', saved),
])

const settingsRoute: RouteObject = {
  ...page(
    'web/accounts/settings/settings-layout.tsx',
    '/settings',
    () => import('#web/accounts/settings/settings-layout.tsx'),
  ),
  children: [
    { id: 'settings/index', index: true, loader: () => replace(paths.settingsUser()) },
    page(
      'web/accounts/settings/user-settings-page.tsx',
      'user',
      () => import('#web/accounts/settings/user-settings-page.tsx'),
    ),
    page('web/billing/plan/plan-page.tsx', 'plan', () => import('#web/billing/plan/plan-page.tsx')),
    page(
      'web/accounts/settings/preferences-page.tsx',
      'preferences',
      () => import('#web/accounts/settings/preferences-page.tsx'),
    ),
  ],
  handle: { isShell: true } satisfies RouteHandle,
}

const operatorRoute: RouteObject = {
  ...page(
    'web/operator/operator-layout.tsx',
    '/operator',
    () => import('#web/operator/operator-layout.tsx'),
  ),
  children: [
    {
      id: 'web/operator/overview-page.tsx#index',
      index: true,
      lazy: () => import('#web/operator/overview-page.tsx'),
    },
    page(
      'web/operator/accounts-page.tsx',
      'accounts',
      () => import('#web/operator/accounts-page.tsx'),
    ),
    page(
      'web/operator/account-page.tsx',
      'accounts/:id',
      () => import('#web/operator/account-page.tsx'),
    ),
    page(
      'web/operator/messages-page.tsx',
      'messages',
      () => import('#web/operator/messages-page.tsx'),
    ),
    page(
      'web/operator/opt-outs-page.tsx',
      'opt-outs',
      () => import('#web/operator/opt-outs-page.tsx'),
    ),
    page(
      'web/operator/deliveries-page.tsx',
      'deliveries',
      () => import('#web/operator/deliveries-page.tsx'),
    ),
    page('web/operator/jobs-page.tsx', 'jobs', () => import('#web/operator/jobs-page.tsx')),
    page('web/operator/limits-page.tsx', 'limits', () => import('#web/operator/limits-page.tsx')),
    page(
      'web/operator/features-page.tsx',
      'features',
      () => import('#web/operator/features-page.tsx'),
    ),
    page('web/operator/audit-page.tsx', 'audit', () => import('#web/operator/audit-page.tsx')),
  ],
  handle: { isShell: true } satisfies RouteHandle,
}

const notFoundRoute: RouteObject = {
  ...page('web/site/not-found-page.tsx', '*', () => import('#web/site/not-found-page.tsx')),
  handle: { status: 404 } satisfies RouteHandle,
}

/**
 * Fresh objects on every call, because the router modifies them when it has loaded a lazy route.
 */
export function createRoutes(): RouteObject[] {
  const pages = [
    ...publicRoutes,
    ...accountRoutes,
    ...memberRoutes,
    settingsRoute,
    operatorRoute,
    notFoundRoute,
  ]
  return [
    {
      id: 'root',
      Component: RootLayout,
      ErrorBoundary: RootError,
      loader: rootLoader,
      shouldRevalidate: () => false,
      children: [{ id: 'pages', ErrorBoundary: PageError, children: freshCopy(pages) }],
    },
  ]
}

const freshCopy = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.map((route) =>
    route.children ? { ...route, children: freshCopy(route.children) } : { ...route },
  )
