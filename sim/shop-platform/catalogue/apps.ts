/**
 * An app as it appears in pages: app block, script tag or pixel. Handles as in the platform's
 * public app store.
 */
export type App = { handle: string; block: string; weight: number }

export const BLOCK_APPS: App[] = [
  { handle: 'judge-me-product-reviews', block: 'judgeme_core', weight: 22 },
  { handle: 'klaviyo-email-marketing-sms', block: 'klaviyo-onsite-embed', weight: 20 },
  { handle: 'loox', block: 'loox-inject', weight: 9 },
  { handle: 'consentmo-gdpr', block: 'gdpr_cookie_consent', weight: 8 },
  { handle: 'gorgias-live-chat-helpdesk', block: 'gorgias', weight: 6 },
  { handle: 'gempages-builder', block: 'embed-gp-script-head', weight: 8 },
  { handle: 'kaching-bundles', block: 'app-embed-block', weight: 8 },
  { handle: 'vitals', block: 'vitals_app', weight: 7 },
  { handle: 'pagefly', block: 'app-embed', weight: 6 },
  { handle: 'parcelpanel', block: 'tracking-embed', weight: 5 },
]

export const SCRIPT_TAGS: { url: string; app: string; weight: number }[] = [
  { url: 'https://loox.io/widget/{token}/loox.{unix}000.js?shop={shop}', app: 'loox', weight: 8 },
  {
    url: 'https://static.klaviyo.com/onsite/js/klaviyo.js?company_id={company}&shop={shop}',
    app: 'klaviyo-email-marketing-sms',
    weight: 9,
  },
  {
    url: 'https://cdn.wheelio-app.com/app/index.min.js?version={unix}&shop={shop}',
    app: 'wheelio',
    weight: 3,
  },
  {
    url: 'https://reconvert-cdn.com/assets/js/store_reconvert_node.js?v=2&shop={shop}',
    app: 'reconvert-upsell-cross-sell',
    weight: 4,
  },
  {
    url: 'https://cdn.shopify.com/proxy/{token}/api.goaffpro.com/loader.js?shop={shop}',
    app: 'goaffpro',
    weight: 3,
  },
]

export type PixelVendor = 'meta' | 'google' | 'tiktok' | 'pinterest' | 'snapchat' | 'klaviyo'

/** A vendor's pixel comes with its app. */
export const PIXEL_CLIENTS: Record<
  PixelVendor,
  { apiClientId: number; app: string; weight: number }
> = {
  meta: { apiClientId: 2329312, app: 'facebook', weight: 0.42 },
  google: { apiClientId: 1780363, app: 'google', weight: 0.36 },
  tiktok: { apiClientId: 4383523, app: 'tiktok', weight: 0.24 },
  pinterest: { apiClientId: 3009811, app: 'pinterest', weight: 0.1 },
  snapchat: { apiClientId: 2556259, app: 'snapchat-ads', weight: 0.06 },
  klaviyo: { apiClientId: 123074, app: 'klaviyo-email-marketing-sms', weight: 0.14 },
}
