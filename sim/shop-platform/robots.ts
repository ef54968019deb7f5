import { fraction } from '../random.ts'
import type { ShopProfile } from './shop-profile.ts'

const SHARED = [
  '/admin',
  '/cart',
  '/orders',
  '/checkouts/',
  '/checkout',
  '/{id}/checkouts',
  '/{id}/orders',
  '/carts',
  '/account',
  '/collections/*sort_by*',
  '/*/collections/*sort_by*',
  '/collections/*+*',
  '/collections/*%2B*',
  '/collections/*%2b*',
  '*/collections/*filter*&*filter*',
  '/blogs/*+*',
  '/blogs/*%2B*',
  '/*?*oseid=*',
  '/*preview_theme_id*',
  '/*preview_script_id*',
  '/*/*?*ls=*&ls=*',
  '/search',
  '/sf_private_access_tokens',
  '/apple-app-site-association',
  '/.well-known/shopify/monorail',
  '/cdn/wpm/*.js',
  '/recommendations/products',
  '/*/recommendations/products',
  '/*.atom',
]
const ADS = [
  '/checkouts/',
  '/checkout',
  '/carts',
  '/orders',
  '/{id}/checkouts',
  '/{id}/orders',
  '/*?*oseid=*',
  '/*preview_theme_id*',
  '/*preview_script_id*',
]

const POLICY = [
  '# we use Shopify as our ecommerce platform',
  '#',
  '# Robots and agents: people check out, programs do not.',
  '# Completing a payment without a person who reviews it is not allowed here.',
  '# Contact: bots@shopify.com',
]

const OWN_RULES: Partial<Record<ShopProfile['condition']['habit'], string[]>> = {
  robots_no_catalogue: ['Disallow: /products.json', 'Disallow: /collections/*/products.json'],
  robots_closed: ['Disallow: /'],
}

const group = (
  agent: string,
  rules: readonly string[],
  shopId: number,
  extra: string[] = [],
): string =>
  [
    `User-agent: ${agent}`,
    ...extra,
    ...rules.map((rule) => `Disallow: ${rule.replace('{id}', String(shopId))}`),
  ].join('\n')

/** The platform's robots.txt as of October 2026; some merchants add their own rules. */
export function robotsTxt({ shopId, host, key, condition }: ShopProfile): string {
  const own = fraction(key, 'robots') < 0.06 ? ['disallow: /*?*filter', 'Disallow: /policies/'] : []
  const everyone = [group('*', SHARED, shopId), ...own, ...(OWN_RULES[condition.habit] ?? [])].join(
    '\n',
  )
  return [
    ...POLICY,
    '',
    everyone,
    '',
    `Sitemap: https://${host}/sitemap.xml`,
    '',
    '# Ads bots read only a group that names them.',
    group('adsbot-google', ADS, shopId),
    '',
    group('Nutch', ['/'], shopId),
    '',
    group('AhrefsBot', SHARED, shopId, ['Crawl-delay: 10']),
    '',
    group('AhrefsSiteAudit', SHARED, shopId, ['Crawl-delay: 10']),
    '',
    'User-agent: MJ12bot\nCrawl-delay: 10',
    '',
    'User-agent: Pinterest\nCrawl-delay: 1',
    '',
  ].join('\n')
}
