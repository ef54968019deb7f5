import { aboutText } from '../about.ts'
import { bestSellersHandle, featured, linksBestSellers } from '../best-sellers.ts'
import { UI } from '../catalogue/texts.ts'
import { escapeHtml } from '../../escape-html.ts'
import { fill } from '../markup.ts'
import { shownPrice } from '../money.ts'
import { productOf, type Product } from '../product.ts'
import type { ShopProfile } from '../shop-profile.ts'
import type { Storefront } from '../storefront.ts'
import { unixSeconds } from '../../time.ts'
import { assetBase, renderPage } from './layout.ts'

const FEATURED = 8
const HUGE_BYTES = 10 * 1024 * 1024

export function homePage(storefront: Storefront): string {
  const { seed, profile, nowMs } = storefront
  const { language } = profile.brand.country
  const products = featured(profile, nowMs, FEATURED).map((slot) =>
    productOf(seed, profile, slot, nowMs),
  )
  const welcome = fill(UI.welcome[language], { brand: profile.brand.name })
  const padding =
    profile.condition.habit === 'huge_page' ? `<!-- ${'='.repeat(HUGE_BYTES)} -->` : ''
  return renderPage(storefront, {
    pageType: 'index',
    path: '/',
    title: profile.brand.name,
    main: `<div id="shopify-section-template--${profile.theme.id}__image_banner" class="shopify-section"><div class="banner"><h1 class="banner__heading">${escapeHtml(welcome)}</h1><a href="/collections/all" class="button">${escapeHtml(UI.catalog[language])}</a></div></div>
<div id="shopify-section-template--${profile.theme.id}__featured_collection" class="shopify-section"><h2 class="title">${escapeHtml(UI.featured[language])}</h2>${productGrid(profile, products)}${bestSellersLink(profile)}</div>
<div id="shopify-section-template--${profile.theme.id}__rich_text" class="shopify-section"><div class="rich-text"><p>${escapeHtml(aboutText(profile))}</p></div></div>${padding}`,
  })
}

function bestSellersLink(profile: ShopProfile): string {
  const handle = bestSellersHandle(profile)
  if (handle === null || !linksBestSellers(profile)) return ''
  return `<a href="/collections/${handle}" class="link">${escapeHtml(UI.bestSellers[profile.brand.country.language])}</a>`
}

export const productGrid = (profile: ShopProfile, products: readonly Product[]): string =>
  `<ul class="grid product-grid" role="list">${products.map((product) => card(profile, product)).join('\n')}</ul>`

function card(profile: ShopProfile, product: Product): string {
  const { country } = profile.brand
  const picture = product.pictures[0]
  const variant = product.variants[0]
  const url = `/products/${encodeURIComponent(product.handle)}`
  const image = picture
    ? `${assetBase(profile)}/files/${picture.file}?v=${unixSeconds(picture.atMs)}`
    : ''
  return `<li class="grid__item"><div class="card-wrapper product-card-wrapper"><div class="card__media"><img srcset="${image}&amp;width=165 165w,${image}&amp;width=360 360w" src="${image}&amp;width=533" alt="${escapeHtml(product.title)}" class="motion-reduce" loading="lazy" width="480" height="480"></div>
<h3 class="card__heading"><a href="${url}" class="full-unstyled-link">${escapeHtml(product.title)}</a></h3><div class="price"><span class="price-item price-item--regular">${variant ? escapeHtml(shownPrice(variant.priceMinor, country)) : ''}</span></div></div></li>`
}
