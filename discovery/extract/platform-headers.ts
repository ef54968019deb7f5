import { idOf } from '#discovery/extract/json-value.ts'
import type { Page } from '#discovery/extract/store-snapshot.ts'

/** Values of the platform's response headers, in both generations of them. */
export type PlatformHeaders = {
  isPlatform: boolean
  shopId: string | null
  themeId: string | null
  locale: string | null
}

// The platform sent `x-shopid` and its relatives until about 2023, and has sent `powered-by` since.
const OLD_HEADERS = [
  'x-shopid',
  'x-shardid',
  'x-sorting-hat-shopid',
  'x-sorting-hat-podid',
  'x-shopify-stage',
]

export function readPlatformHeaders(page: Page | null): PlatformHeaders {
  const headers = page?.headers ?? {}
  const poweredBy = /\bshopify\b/i.test(headers['powered-by'] ?? '')
  const cached = /\bpage_cache:(\d{1,19}):/.exec(headers['etag'] ?? '')?.[1]
  const themeId = /\btheme;desc="?(\d{1,19})/.exec(headers['server-timing'] ?? '')?.[1]
  const language = (headers['content-language'] ?? '').split(',')[0]?.trim() ?? ''
  return {
    isPlatform: poweredBy || OLD_HEADERS.some((name) => headers[name] !== undefined),
    shopId: idOf(cached ?? headers['x-shopid'] ?? headers['x-sorting-hat-shopid']),
    themeId: idOf(themeId),
    locale: /^[a-z]{2,3}(?:-[A-Za-z]{2,8})*$/.test(language) ? language : null,
  }
}
