type Query = Record<string, string | number | undefined>

/** Leaves out undefined and empty values, so that an address contains only actual choices. */
function withQuery(path: string, query: Query = {}): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') params.set(key, String(value))
  }
  const text = params.toString()
  return text ? `${path}?${text}` : path
}

const segment = (value: string | number) => encodeURIComponent(String(value))

/** Every address of the web client. No other module in `web/` spells out an address. */
export const paths = {
  home: () => '/',
  features: () => '/#features',
  caseStudies: () => '/#case-studies',
  app: () => '/app',
  list: (query: Query = {}) => withQuery('/list', query),
  listStore: (storeSlug: string) => `/list/${segment(storeSlug)}`,
  store: (id: string | number, query: Query = {}) => withQuery(`/store/${segment(id)}`, query),
  /** A store's listing. */
  product: (id: string) => `/product/${segment(id)}`,
  /** A product across all stores that list it, with a page of them. */
  cluster: (id: number) => `/products/${segment(id)}`,
  clusterStores: (id: number, page: number, query: Query = {}) =>
    `${withQuery(`/products/${segment(id)}`, { ...query, page: page > 0 ? page + 1 : undefined })}#stores`,
  /** The weights of a saved search's score, or of the list of this query. */
  score: (query: Query = {}) => withQuery('/score', query),
  /** How stores are scored, for everyone. */
  leadScore: () => '/lead-score',
  changes: (query: Query = {}) => withQuery('/changes', query),
  pulse: (query: Query = {}) => withQuery('/pulse', query),
  niche: (category: string, country: string, query: Query = {}) =>
    withQuery(`/pulse/${segment(category)}/${segment(country)}`, query),
  sample: (page = 0) => withQuery('/sample', { page: page > 0 ? page + 1 : undefined }),
  pricing: () => '/pricing',
  paymentSuccess: (search = '') => `/payment-success${search}`,
  blog: () => '/blog',
  blogFeed: (category = '', format: 'feed' | 'atom' = 'feed') =>
    `/blog/${category && `category/${segment(category)}/`}${format}.xml`,
  article: (idOrSlug: string | number) => `/blog/${segment(idOrSlug)}`,
  blogCategory: (slug: string) => `/blog/category/${segment(slug)}`,
  contact: (query: Query = {}) => withQuery('/contact', query),
  about: () => '/about',
  privacy: () => '/privacy',
  terms: () => '/terms',
  freshness: () => '/freshness',
  optOut: () => '/opt-out',
  login: () => '/login',
  register: () => '/register',
  forgotPassword: () => '/forgot-password',
  resetPassword: (query: Query = {}) => withQuery('/reset-password', query),
  emailVerification: (query: Query = {}) => withQuery('/email-verification', query),
  undoDeletion: (query: Query = {}) => withQuery('/undo-deletion', query),
  newsletter: (query: Query = {}) => withQuery('/newsletter', query),
  /** What the server renders for every path that leads nowhere. */
  missing: () => '/404',
  unsubscribe: (query: Query = {}) => withQuery('/unsubscribe', query),
  saved: () => '/saved',
  /** The own leads by stage; the list of new leads is a view of `list`. */
  leads: (query: Query = {}) => withQuery('/leads', query),
  /** The own list of stores that are never shown. */
  exclusions: (query: Query = {}) => withQuery('/exclusions', query),
  savedProducts: () => '/saved/products',
  follows: () => '/saved/follows',
  operator: (section = '') => (section ? `/operator/${section}` : '/operator'),
  settings: () => '/settings',
  settingsUser: () => '/settings/user',
  settingsPlan: () => '/settings/plan',
  settingsPreferences: () => '/settings/preferences',
  settingsBrief: () => '/settings/brief',
  /** Keys, webhooks and feeds: what programs of a member use. */
  settingsApi: () => '/settings/api',
  /** What was sent by mail and to webhooks. */
  settingsDeliveries: (query: Query = {}) => withQuery('/settings/deliveries', query),
}

/**
 * Payment pages return to `/` or to `/pricing`; both redirect to the result page with the full
 * query.
 */
export const isPaymentReturnToHome = (search: URLSearchParams): boolean =>
  search.get('success') === 'true' || search.has('checkout_id')

export const isPaymentReturn = (search: URLSearchParams): boolean =>
  isPaymentReturnToHome(search) ||
  search.has('order_id') ||
  search.has('session_id') ||
  ['success', 'completed'].includes(search.get('status') ?? '')
