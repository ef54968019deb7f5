import { replace, type RouteObject } from 'react-router'
import { paths } from '#web/paths.ts'
import { PageError, RootError, RootLayout, rootLoader } from '#web/shell/layout.tsx'

export type RouteHandle = {
  /** HTTP status of the server's HTML; 200 without it. */
  status?: number
  /** Without its script the page shows only a skeleton. */
  isShell?: boolean
}

export type Module = Pick<RouteObject, 'Component' | 'loader'>

/** The pages between which visitors walk; each is a script of its own. */
export const visitorPages = import.meta.glob<Module>([
  './{billing,operations,opt-out,site}/**/*-page.tsx',
  './accounts/{sign-in,sign-up}/*-page.tsx',
  '!./billing/plan/*',
  '!./site/newsletter-page.tsx',
])

async function loadWorkPage(path: string): Promise<Module> {
  const { workPages } = await import('./work-pages.ts')
  const lazy = workPages[path]
  if (lazy === undefined) throw new Error(`no page ${path}`)
  return lazy()
}

/** The id starts with the route's module, so that the server can find the scripts to preload. */
function load(module: string, name: string) {
  const path = `./${module}`
  return { id: `web/${module}#${name}`, lazy: visitorPages[path] ?? (() => loadWorkPage(path)) }
}
const page = (module: string, path: string) => ({ ...load(module, path), path })
const index = (module: string) => ({ ...load(module, 'index'), index: true as const })

const publicRoutes: RouteObject[] = [
  page('site/landing/landing-page.tsx', '/'),
  page('site/sample/sample-page.tsx', '/sample'),
  page('billing/pricing/pricing-page.tsx', '/pricing'),
  page('billing/payment/payment-page.tsx', '/payment-success'),
  page('site/blog/blog-page.tsx', '/blog'),
  page('site/blog/category-page.tsx', '/blog/category/:slug'),
  page('site/blog/article-page.tsx', '/blog/:idOrSlug'),
  page('site/contact/contact-page.tsx', '/contact'),
  page('site/about/about-page.tsx', '/about'),
  page('site/privacy/privacy-page.tsx', '/privacy'),
  page('site/terms-page.tsx', '/terms'),
  page('operations/freshness/freshness-page.tsx', '/freshness'),
  page('site/lead-score/lead-score-page.tsx', '/lead-score'),
  page('opt-out/opt-out-page.tsx', '/opt-out'),
]

const accountRoutes: RouteObject[] = [
  page('accounts/sign-in/sign-in-page.tsx', '/login'),
  page('accounts/sign-up/sign-up-page.tsx', '/register'),
  page('accounts/password-reset/forgot-password-page.tsx', '/forgot-password'),
  page('accounts/password-reset/reset-password-page.tsx', '/password-reset'),
  page('accounts/password-reset/reset-password-page.tsx', '/reset-password'),
  page('accounts/email-verification/email-verification-page.tsx', '/email-verification'),
  page('accounts/undo-deletion-page.tsx', '/undo-deletion'),
  page('site/newsletter-page.tsx', '/newsletter'),
  page('workspace/unsubscribe/unsubscribe-page.tsx', '/unsubscribe'),
]

const shell = (routes: RouteObject[]) =>
  routes.map((route) => ({ ...route, handle: { isShell: true } satisfies RouteHandle }))

const memberRoutes = shell([
  page('catalog/dashboard/dashboard-page.tsx', '/app'),
  page('catalog/list/store-list-page.tsx', '/list'),
  page('catalog/store/store-detail-page.tsx', '/list/:storeSlug'),
  page('catalog/store/store-detail-page.tsx', '/store/:id'),
  page('catalog/product/product-detail-page.tsx', '/product/:id'),
  page('catalog/cluster/cluster-page.tsx', '/products/:id'),
  page('catalog/pulse/pulse-page.tsx', '/pulse'),
  page('catalog/pulse/niche-page.tsx', '/pulse/:category/:country'),
  page('catalog/changes/changes-page.tsx', '/changes'),
  page('catalog/leads/leads-page.tsx', '/leads'),
  page('catalog/score/score-page.tsx', '/score'),
  page('workspace/exclusions/exclusions-page.tsx', '/exclusions'),
  page('workspace/saved/saved-page.tsx', '/saved'),
  page('workspace/saved/saved-page.tsx', '/saved/products'),
  page('workspace/saved/saved-page.tsx', '/saved/follows'),
])

const settingsRoute: RouteObject = {
  ...page('accounts/settings/settings-layout.tsx', '/settings'),
  children: [
    { id: 'settings/index', index: true, loader: () => replace(paths.settingsUser()) },
    page('accounts/settings/user-settings-page.tsx', 'user'),
    page('billing/plan/plan-page.tsx', 'plan'),
    page('accounts/settings/preferences-page.tsx', 'preferences'),
    page('workspace/brief/brief-settings-page.tsx', 'brief'),
    page('workspace/integrations/integrations-page.tsx', 'api'),
    page('workspace/deliveries/deliveries-page.tsx', 'deliveries'),
  ],
  handle: { isShell: true } satisfies RouteHandle,
}

const operatorRoute: RouteObject = {
  ...page('operator/operator-layout.tsx', '/operator'),
  children: [
    index('operator/overview-page.tsx'),
    page('operator/accounts-page.tsx', 'accounts'),
    page('operator/account-page.tsx', 'accounts/:id'),
    page('operator/messages-page.tsx', 'messages'),
    page('operator/opt-outs-page.tsx', 'opt-outs'),
    page('operator/deliveries-page.tsx', 'deliveries'),
    page('operator/bounces-page.tsx', 'bounces'),
    page('operator/jobs-page.tsx', 'jobs'),
    page('operator/limits-page.tsx', 'limits'),
    page('operator/features-page.tsx', 'features'),
    page('operator/audit-page.tsx', 'audit'),
  ],
  handle: { isShell: true } satisfies RouteHandle,
}

const notFoundRoute: RouteObject = {
  ...page('site/not-found-page.tsx', '*'),
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
