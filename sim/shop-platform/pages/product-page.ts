import { UI } from '../catalogue/texts.ts'
import { escapeHtml } from '../../escape-html.ts'
import { scriptJson } from '../markup.ts'
import { priceText, shownPrice } from '../money.ts'
import { productHandle, productOf, type Product } from '../product.ts'
import { bestSellers, bestSellersHandle, featured } from '../best-sellers.ts'
import { productList, type ProductSlot } from '../product-list.ts'
import { pictureUrl } from '../products-json.ts'
import type { Storefront } from '../storefront.ts'
import { unixSeconds } from '../../time.ts'
import { assetBase, renderPage } from './layout.ts'
import { productGrid } from './home-page.ts'

// A look-up walks the list; the few shops with more products answer 404 for their oldest ones.
const SEARCHED = 2_000

export function findProduct({ seed, profile, nowMs }: Storefront, handle: string): Product | null {
  const slot = productList(profile, nowMs)
    .slice(0, SEARCHED)
    .find((candidate) => productHandle(seed, profile, candidate) === handle)
  return slot ? productOf(seed, profile, slot, nowMs) : null
}

export function productPage(storefront: Storefront, product: Product): string {
  const { profile } = storefront
  const { country } = profile.brand
  const variant = product.variants[0]
  const price = variant ? shownPrice(variant.priceMinor, country) : ''
  const images = product.pictures.map(
    (picture) =>
      `<img src="${assetBase(profile)}/files/${picture.file}?v=${unixSeconds(picture.atMs)}&amp;width=1445" alt="${escapeHtml(product.title)}" width="480" height="480">`,
  )
  return renderPage(storefront, {
    pageType: 'product',
    path: `/products/${encodeURIComponent(product.handle)}`,
    title: product.title,
    resource: { type: 'product', id: product.id },
    product: {
      id: product.id,
      gid: `gid://shopify/Product/${product.id}`,
      vendor: product.vendor,
      type: product.type,
      variants: product.variants.map(({ id, priceMinor, title, sku }) => ({
        id,
        price: Math.round(priceMinor * 10 ** (2 - country.minorDigits)),
        name: `${product.title} - ${title}`,
        public_title: title,
        sku,
      })),
    },
    main: `<product-info>${images.join('')}<h1>${escapeHtml(product.title)}</h1><div class="price">${escapeHtml(price)}</div>
<form method="post" action="/cart/add">${product.options.map(({ name, values }) => `<label>${escapeHtml(name)}<select>${values.map((value) => `<option>${escapeHtml(value)}</option>`).join('')}</select></label>`).join('')}<button type="submit" name="add"${variant?.available ? '' : ' disabled'}>${escapeHtml((variant?.available ? UI.addToCart : UI.soldOut)[country.language])}</button></form>
<div class="product__description rte">${product.bodyHtml ?? ''}</div></product-info>
<script type="application/ld+json">${scriptJson(structured(storefront, product))}</script>`,
  })
}

const structured = ({ profile }: Storefront, product: Product) => ({
  '@context': 'http://schema.org/',
  '@type': 'Product',
  name: product.title,
  url: `https://${profile.host}/products/${product.handle}`,
  image: product.pictures.map((picture) => pictureUrl(profile, picture)),
  brand: { '@type': 'Brand', name: product.vendor },
  offers: product.variants.map((variant) => ({
    '@type': 'Offer',
    availability: `http://schema.org/${variant.available ? 'InStock' : 'OutOfStock'}`,
    price: priceText(variant.priceMinor, profile.brand.country),
    priceCurrency: profile.brand.country.currency,
  })),
})

export function collectionPage(storefront: Storefront, handle: string): string | null {
  const { seed, profile, nowMs } = storefront
  const { language } = profile.brand.country
  const slots = collectionSlots(storefront, handle)
  if (!slots) return null
  const products = slots.slice(0, 16).map((slot) => productOf(seed, profile, slot, nowMs))
  const title = (handle === bestSellersHandle(profile) ? UI.bestSellers : UI.catalog)[language]
  return renderPage(storefront, {
    pageType: 'collection',
    path: `/collections/${handle}`,
    title,
    main: `<h1>${escapeHtml(title)}</h1>${productGrid(profile, products)}`,
  })
}

/** The products of a collection in its order; null for an unknown collection. */
export function collectionSlots(
  { profile, nowMs }: Storefront,
  handle: string,
): ProductSlot[] | null {
  if (handle === 'all') return productList(profile, nowMs)
  if (handle === 'frontpage') return featured(profile, nowMs, 16)
  return handle === bestSellersHandle(profile) ? bestSellers(profile, nowMs) : null
}

/** Public JSON of one product: prices are whole minor units here. */
export function productScript(product: Product): unknown {
  return {
    id: product.id,
    title: product.title,
    handle: product.handle,
    description: product.bodyHtml,
    vendor: product.vendor,
    type: product.type,
    tags: product.tags,
    price: product.variants[0]?.priceMinor ?? 0,
    available: product.variants.some(({ available }) => available),
    variants: product.variants.map((variant) => ({
      id: variant.id,
      title: variant.title,
      option1: variant.options[0],
      option2: variant.options[1],
      option3: null,
      sku: variant.sku,
      price: variant.priceMinor,
      compare_at_price: variant.compareAtMinor,
      available: variant.available,
    })),
    images: product.pictures.map(({ file }) => `//cdn.shopify.com/files/${file}`),
    options: product.options.map(({ name }) => name),
  }
}
