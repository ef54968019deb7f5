import { replace, type RouteObject } from 'react-router'
import { paths } from '#web/paths.ts'
import { PageError, RootError, RootLayout, rootLoader } from '#web/routes/root.tsx'

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

const store = () => import('#web/routes/store.tsx')
const resetPassword = () => import('#web/routes/reset-password.tsx')
const saved = () => import('#web/routes/saved.tsx')

const publicRoutes: RouteObject[] = [
  page('web/routes/home.tsx', '/', () => import('#web/routes/home.tsx')),
  page('web/routes/pricing.tsx', '/pricing', () => import('#web/routes/pricing.tsx')),
  page('web/routes/payment-success.tsx', '/payment-success', () => import('#web/routes/payment-success.tsx')),
  page('web/routes/blog.tsx', '/blog', () => import('#web/routes/blog.tsx')),
  page('web/routes/blog-category.tsx', '/blog/category/:slug', () => import('#web/routes/blog-category.tsx')),
  page('web/routes/article.tsx', '/blog/:idOrSlug', () => import('#web/routes/article.tsx')),
  page('web/routes/contact.tsx', '/contact', () => import('#web/routes/contact.tsx')),
  page('web/routes/about.tsx', '/about', () => import('#web/routes/about.tsx')),
  page('web/routes/privacy.tsx', '/privacy', () => import('#web/routes/privacy.tsx')),
  page('web/routes/terms.tsx', '/terms', () => import('#web/routes/terms.tsx')),
  page('web/routes/freshness.tsx', '/freshness', () => import('#web/routes/freshness.tsx')),
  page('web/routes/opt-out.tsx', '/opt-out', () => import('#web/routes/opt-out.tsx')),
]

const accountRoutes: RouteObject[] = [
  page('web/routes/login.tsx', '/login', () => import('#web/routes/login.tsx')),
  page('web/routes/register.tsx', '/register', () => import('#web/routes/register.tsx')),
  page('web/routes/forgot-password.tsx', '/forgot-password', () => import('#web/routes/forgot-password.tsx')),
  page('web/routes/reset-password.tsx', '/password-reset', resetPassword),
  page('web/routes/reset-password.tsx', '/reset-password', resetPassword),
  page(
    'web/routes/email-verification.tsx',
    '/email-verification',
    () => import('#web/routes/email-verification.tsx'),
  ),
  page('web/routes/undo-deletion.tsx', '/undo-deletion', () => import('#web/routes/undo-deletion.tsx')),
  page('web/routes/newsletter.tsx', '/newsletter', () => import('#web/routes/newsletter.tsx')),
  page('web/routes/unsubscribe.tsx', '/unsubscribe', () => import('#web/routes/unsubscribe.tsx')),
]

const shell = (routes: RouteObject[]) =>
  routes.map((route) => ({ ...route, handle: { isShell: true } satisfies RouteHandle }))

const memberRoutes = shell([
  page('web/routes/app.tsx', '/app', () => import('#web/routes/app.tsx')),
  page('web/routes/list.tsx', '/list', () => import('#web/routes/list.tsx')),
  page('web/routes/store.tsx', '/list/:storeSlug', store),
  page('web/routes/store.tsx', '/store/:id', store),
  page('web/routes/product.tsx', '/product/:id', () => import('#web/routes/product.tsx')),
  page('web/routes/saved.tsx', '/saved', saved),
  page('web/routes/saved.tsx', '/saved/products', saved),
])

const settingsRoute: RouteObject = {
  ...page('web/routes/settings.tsx', '/settings', () => import('#web/routes/settings.tsx')),
  children: [
    { id: 'settings/index', index: true, loader: () => replace(paths.settingsUser()) },
    page('web/routes/settings-user.tsx', 'user', () => import('#web/routes/settings-user.tsx')),
    page('web/routes/settings-plan.tsx', 'plan', () => import('#web/routes/settings-plan.tsx')),
    page(
      'web/routes/settings-preferences.tsx',
      'preferences',
      () => import('#web/routes/settings-preferences.tsx'),
    ),
  ],
  handle: { isShell: true } satisfies RouteHandle,
}

const notFoundRoute: RouteObject = {
  ...page('web/routes/not-found.tsx', '*', () => import('#web/routes/not-found.tsx')),
  handle: { status: 404 } satisfies RouteHandle,
}

/** Fresh objects on every call, because the router modifies them when it has loaded a lazy route. */
export function createRoutes(): RouteObject[] {
  const pages = [...publicRoutes, ...accountRoutes, ...memberRoutes, settingsRoute, notFoundRoute]
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
  routes.map((route) => (route.children ? { ...route, children: freshCopy(route.children) } : { ...route }))
