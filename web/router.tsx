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

/** The id starts with the route's file, so that the server can find the scripts to preload. */
const page = (file: string, path: string, lazy: () => Promise<Module>) => ({
  id: `web/routes/${file}.tsx#${path}`,
  path,
  lazy,
})

const store = () => import('#web/routes/store.tsx')
const resetPassword = () => import('#web/routes/reset-password.tsx')
const saved = () => import('#web/routes/saved.tsx')

const publicRoutes: RouteObject[] = [
  page('home', '/', () => import('#web/routes/home.tsx')),
  page('pricing', '/pricing', () => import('#web/routes/pricing.tsx')),
  page('payment-success', '/payment-success', () => import('#web/routes/payment-success.tsx')),
  page('blog', '/blog', () => import('#web/routes/blog.tsx')),
  page('blog-category', '/blog/category/:slug', () => import('#web/routes/blog-category.tsx')),
  page('article', '/blog/:idOrSlug', () => import('#web/routes/article.tsx')),
  page('contact', '/contact', () => import('#web/routes/contact.tsx')),
  page('about', '/about', () => import('#web/routes/about.tsx')),
  page('privacy', '/privacy', () => import('#web/routes/privacy.tsx')),
  page('terms', '/terms', () => import('#web/routes/terms.tsx')),
  page('freshness', '/freshness', () => import('#web/routes/freshness.tsx')),
  page('opt-out', '/opt-out', () => import('#web/routes/opt-out.tsx')),
]

const accountRoutes: RouteObject[] = [
  page('login', '/login', () => import('#web/routes/login.tsx')),
  page('register', '/register', () => import('#web/routes/register.tsx')),
  page('forgot-password', '/forgot-password', () => import('#web/routes/forgot-password.tsx')),
  page('reset-password', '/password-reset', resetPassword),
  page('reset-password', '/reset-password', resetPassword),
  page('email-verification', '/email-verification', () => import('#web/routes/email-verification.tsx')),
  page('undo-deletion', '/undo-deletion', () => import('#web/routes/undo-deletion.tsx')),
  page('newsletter', '/newsletter', () => import('#web/routes/newsletter.tsx')),
  page('unsubscribe', '/unsubscribe', () => import('#web/routes/unsubscribe.tsx')),
]

const shell = (routes: RouteObject[]) =>
  routes.map((route) => ({ ...route, handle: { isShell: true } satisfies RouteHandle }))

const memberRoutes = shell([
  page('app', '/app', () => import('#web/routes/app.tsx')),
  page('list', '/list', () => import('#web/routes/list.tsx')),
  page('store', '/list/:storeSlug', store),
  page('store', '/store/:id', store),
  page('product', '/product/:id', () => import('#web/routes/product.tsx')),
  page('saved', '/saved', saved),
  page('saved', '/saved/products', saved),
])

const settingsRoute: RouteObject = {
  ...page('settings', '/settings', () => import('#web/routes/settings.tsx')),
  children: [
    { id: 'settings/index', index: true, loader: () => replace(paths.settingsUser()) },
    page('settings-user', 'user', () => import('#web/routes/settings-user.tsx')),
    page('settings-plan', 'plan', () => import('#web/routes/settings-plan.tsx')),
    page('settings-preferences', 'preferences', () => import('#web/routes/settings-preferences.tsx')),
  ],
  handle: { isShell: true } satisfies RouteHandle,
}

const notFoundRoute: RouteObject = {
  ...page('not-found', '*', () => import('#web/routes/not-found.tsx')),
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
