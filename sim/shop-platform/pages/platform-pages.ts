import { UI } from '../catalogue/texts.ts'
import { html, type Answer } from '../../http-answer.ts'
import type { ShopProfile } from '../shop-profile.ts'

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><meta name="robots" content="noindex"></head><body><main><h1>${title}</h1><p>${body}</p></main></body></html>`

const platform = { 'powered-by': 'Shopify', server: 'cloudflare' }

/** The domain points at the platform, which has no shop for it. */
export const noShop = (): Answer =>
  html(
    404,
    page('This domain is not connected', 'No store has been set up at this address yet.'),
    platform,
  )

export const closedShop = ({ brand }: ShopProfile): Answer =>
  html(404, page('404', UI.closed[brand.country.language]), platform)
export const frozenShop = ({ brand }: ShopProfile): Answer =>
  html(402, page('402', UI.closed[brand.country.language]), platform)
export const lockedShop = (): Answer =>
  html(423, page('423', 'This store is unavailable.'), platform)

export const throttled = (retryAfterSeconds: number | null): Answer =>
  html(429, page('429 Too Many Requests', 'Slow down.'), {
    ...platform,
    ...(retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }),
  })

export const rejected = (): Answer =>
  html(430, page('430', 'Request refused for security reasons.'), platform)

export const challenge = (): Answer =>
  html(
    403,
    `<!doctype html><html lang="en-US"><head><title>Just a moment...</title><meta name="robots" content="noindex,nofollow"></head><body><noscript>Enable JavaScript and cookies to continue</noscript><script>window._cf_chl_opt={cType:'managed'};</script></body></html>`,
    { server: 'cloudflare', 'cf-mitigated': 'challenge' },
  )

export const customerAccounts = (domain: string): Answer =>
  html(200, page('Customer account', `Sign in to see your orders at ${domain}.`), platform)

/** A page made by other software that mentions the platform. */
export const buyButtonSite = (domain: string): Answer =>
  html(
    200,
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${domain}</title><meta name="generator" content="WordPress 6.8"><link rel="stylesheet" href="/wp-content/themes/plain/style.css"></head><body><h1>A blog about slow food</h1><p>Buy the book:</p><div id="product-component-1"></div><script src="https://sdks.shopifycdn.com/buy-button/latest/buy-button-storefront.min.js"></script><script>ShopifyBuy.buildClient({domain:'slow-food-book.myshopify.com',storefrontAccessToken:'0'});</script><img src="https://cdn.shopify.com/s/files/1/0011/2233/4455/files/book.png?v=1650000000"></body></html>`,
    { server: 'nginx' },
  )

export const otherPlatformSite = (domain: string): Answer =>
  html(
    200,
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${domain}</title><script>window.__NEXT_DATA__={"props":{"movedFrom":"shopify"},"page":"/"};</script></head><body><div id="__next"><h1>${domain}</h1><img src="https://cdn.shopify.com/s/files/1/0042/1111/2222/products/old.png?v=1590000000"><form action="/api/cart"><button>Add to basket</button></form></div></body></html>`,
    { server: 'Vercel', 'x-powered-by': 'Next.js' },
  )
