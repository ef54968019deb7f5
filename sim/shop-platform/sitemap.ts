import { zonedIso } from '../time.ts'
import { articlesOf } from './articles.ts'
import { bestSellersHandle } from './best-sellers.ts'
import { escapeHtml } from '../escape-html.ts'
import { productList } from './product-list.ts'
import { productOf, type Product } from './product.ts'
import { pictureUrl } from './products-json.ts'
import type { ShopProfile } from './shop-profile.ts'
import type { Storefront } from './storefront.ts'

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
// The platform splits sitemaps at 2,500 products; our visitors only ever read the first file.
const PER_FILE = 2_500

const urlSet = (entries: string[]): string =>
  `${XML}<urlset ${NAMESPACE} xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n${entries.join('\n')}\n</urlset>\n`

function entry(url: string, modifiedMs: number | null, { brand }: ShopProfile, extra = ''): string {
  const modified =
    modifiedMs === null
      ? ''
      : `<lastmod>${zonedIso(modifiedMs, brand.country.utcOffsetMinutes)}</lastmod>`
  return `  <url><loc>${escapeHtml(url)}</loc>${modified}<changefreq>daily</changefreq>${extra}</url>`
}

export function sitemapIndex(storefront: Storefront): string {
  const { profile, nowMs, seed } = storefront
  const slots = productList(profile, nowMs)
  const ids =
    slots.length === 0
      ? []
      : [slots[slots.length - 1], slots[0]].map((slot) =>
          slot ? productOf(seed, profile, slot, nowMs).id : 0,
        )
  const base = `https://${profile.host}`
  const products =
    ids.length === 0
      ? []
      : [`${base}/sitemap_products_1.xml?from=${Math.min(...ids)}&to=${Math.max(...ids)}`]
  const children = [
    ...products,
    `${base}/sitemap_pages_1.xml?from=1&to=9`,
    `${base}/sitemap_collections_1.xml?from=1&to=9`,
    `${base}/sitemap_blogs_1.xml`,
    ...(profile.generation === 2026 ? [`${base}/sitemap_agentic_discovery.xml`] : []),
  ]
  return `${XML}<sitemapindex ${NAMESPACE}>\n${children.map((url) => `  <sitemap><loc>${escapeHtml(url)}</loc></sitemap>`).join('\n')}\n</sitemapindex>\n`
}

/** A child of the index, or null for an unknown name. */
export function sitemapChild(storefront: Storefront, name: string): string | null {
  const { profile } = storefront
  const base = `https://${profile.host}`
  if (name === 'products') return productEntries(storefront)
  if (name === 'pages')
    return urlSet([entry(`${base}/pages/contact`, profile.theme.assetsAtMs, profile)])
  if (name === 'collections')
    return urlSet(
      ['all', 'frontpage', ...ownCollections(profile)].map((handle) =>
        entry(`${base}/collections/${handle}`, profile.theme.assetsAtMs, profile),
      ),
    )
  if (name === 'blogs')
    return urlSet([
      entry(`${base}/blogs/news`, profile.theme.assetsAtMs, profile),
      ...articlesOf(profile).map((article) =>
        entry(`${base}/blogs/news/${article.handle}`, article.publishedMs, profile),
      ),
    ])
  return null
}

function ownCollections(profile: ShopProfile): string[] {
  const handle = bestSellersHandle(profile)
  return handle === null ? [] : [handle]
}

function productEntries(storefront: Storefront): string {
  const { profile, seed, nowMs } = storefront
  const home = entry(`https://${profile.host}/`, null, profile)
  const products = productList(profile, nowMs)
    .slice(0, PER_FILE)
    .map((slot) => productOf(seed, profile, slot, nowMs))
  return urlSet([home, ...products.map((product) => productEntry(profile, product))])
}

function productEntry(profile: ShopProfile, product: Product): string {
  const picture = product.pictures[0]
  const image = picture
    ? `<image:image><image:loc>${escapeHtml(pictureUrl(profile, picture))}</image:loc><image:title>${escapeHtml(product.title)}</image:title></image:image>`
    : ''
  return entry(
    `https://${profile.host}/products/${encodeURIComponent(product.handle)}`,
    product.updatedMs,
    profile,
    image,
  )
}
