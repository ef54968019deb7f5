import type { ParsedPage } from '#discovery/extract/parsed-visit.ts'
import type { HtmlScan } from '#discovery/extract/scan-elements.ts'
import { type Fact, factOf } from '#discovery/extract/store-snapshot.ts'
import { pixelVendorOf, readWebPixels } from './web-pixels.ts'

const APP_PIXEL_PATH = 'webPixelsConfigList apiClientId '

/**
 * The vendor of a pixel that was read at this path, by today's names: an earlier release may have
 * known the app by its number only. Null for a pixel that no app installed.
 */
export const pixelVendorAt = (path: string): string | null =>
  path.startsWith(APP_PIXEL_PATH) ? pixelVendorOf(path.slice(APP_PIXEL_PATH.length)) : null

type Pixel = { vendor: string; id: string | null }

/**
 * Tracking pixels of the shop: those of the platform's pixel manager, then those that the markup
 * loads under an id unknown to the manager. Custom pixels run in a sandbox that hides them, so they
 * are only counted, each under the platform's number.
 */
export function extractPixels(pages: ParsedPage[]): Fact<Pixel>[] {
  const found = new Map<string, Fact<Pixel>>()
  const knownIds = new Set<string>()
  for (const { page, scan } of pages) {
    for (const { vendor, ids, clientId, isLikely, isCustom } of readWebPixels(scan)) {
      const path = isCustom ? 'webPixelsConfigList CUSTOM' : `${APP_PIXEL_PATH}${clientId}`
      for (const id of ids.length > 0 ? ids : [null]) {
        const key = `${vendor}\n${id}`
        if (!found.has(key))
          found.set(key, factOf({ vendor, id }, isLikely ? 'inferred' : 'observed', page, path))
        if (id) knownIds.add(id)
      }
    }
  }
  for (const { page, scan } of pages) {
    for (const { vendor, id, path } of readMarkupPixels(scan)) {
      if (knownIds.has(id)) continue
      knownIds.add(id)
      found.set(`${vendor}\n${id}`, factOf({ vendor, id }, 'detected', page, path))
    }
  }
  return [...found.values()]
}

/** A tracker that the theme's own markup loads. */
export type MarkupPixel = { vendor: string; id: string; path: string }

type Rule = { vendor: string; path: string; hint: string; pattern: RegExp }

const META = 'Facebook & Instagram (Meta)'

// Each pattern captures the id; a bare word like `dataLayer` or `fbq` proves nothing, so no rule
// uses one.
const RULES: Rule[] = [
  {
    vendor: 'Google Tag Manager',
    path: 'script GTM-',
    hint: 'GTM-',
    pattern: /(?<![A-Za-z0-9_-])GTM-[A-Z0-9]{4,9}(?![A-Za-z0-9_-])/g,
  },
  {
    vendor: 'Google Analytics',
    path: 'script G-',
    hint: 'G-',
    pattern: /(?<![A-Za-z0-9_-])G-(?=[A-Z]*\d)[A-Z0-9]{8,12}(?![A-Za-z0-9_-])/g,
  },
  {
    // About one id in thirty has no digit; a plain word looks the same, so only the tag's own call
    // counts.
    vendor: 'Google Analytics',
    path: 'gtag G-',
    hint: 'G-',
    pattern:
      /(?:gtag\/js\?id=|\\?["']config\\?["']\s*,\s*\\?["'])(G-(?!MEASURE|YOUR|TRACK|EXAMPLE)[A-Z]{10})(?![A-Za-z0-9_-])/g,
  },
  {
    vendor: 'Google Ads',
    path: 'script AW-',
    hint: 'AW-',
    pattern: /(?<![A-Za-z0-9_-])AW-\d{8,12}(?![A-Za-z0-9_-])/g,
  },
  {
    vendor: 'Google tag',
    path: 'script GT-',
    hint: 'GT-',
    pattern: /(?<![A-Za-z0-9_-])GT-(?=[A-Z]*\d)[A-Z0-9]{6,12}(?![A-Za-z0-9_-])/g,
  },
  {
    vendor: 'Universal Analytics',
    path: 'script UA-',
    hint: 'UA-',
    pattern: /(?<![A-Za-z0-9_-])UA-\d{4,10}-\d{1,3}(?!\d)/g,
  },
  {
    vendor: META,
    path: "fbq('init')",
    hint: 'fbq',
    pattern: /\bfbq\(\s*\\?["'`]init\\?["'`]\s*,\s*\\?["'`]?(\d{8,20})(?!\d)/g,
  },
  {
    vendor: META,
    path: 'facebook.com/tr',
    hint: 'facebook.com',
    pattern: /facebook\.com\/tr\/?\?(?:[^"'\s<>]{0,200}[&;])?id=(\d{8,20})/g,
  },
  {
    vendor: 'TikTok',
    path: "ttq.load('')",
    hint: 'ttq',
    pattern: /\bttq\.load\(\s*\\?["']([A-Z0-9]{15,25})\\?["']/g,
  },
  {
    vendor: 'TikTok',
    path: 'analytics.tiktok.com',
    hint: 'tiktok',
    pattern: /analytics\.tiktok\.com\/[^"'\s]*[?&]sdkid=([A-Z0-9]{15,25})/g,
  },
  {
    vendor: 'Pinterest',
    path: "pintrk('load')",
    hint: 'pintrk',
    pattern: /\bpintrk\(\s*["']load["']\s*,\s*["'](\d{8,20})["']/g,
  },
  {
    vendor: 'Pinterest',
    path: 'ct.pinterest.com',
    hint: 'ct.pinterest',
    pattern: /ct\.pinterest\.com\/v3\/?\?[^"'\s]*\btid=(\d{8,20})/g,
  },
  {
    vendor: 'Snapchat',
    path: "snaptr('init')",
    hint: 'snaptr',
    pattern: /\bsnaptr\(\s*["']init["']\s*,\s*["']([0-9a-f-]{36})["']/g,
  },
  {
    vendor: 'X (Twitter)',
    path: "twq('config')",
    hint: 'twq',
    pattern: /\btwq\(\s*["'](?:init|config)["']\s*,\s*["']([a-z0-9]{4,10})["']/g,
  },
  {
    vendor: 'Reddit',
    path: "rdt('init')",
    hint: 'rdt',
    pattern: /\brdt\(\s*["']init["']\s*,\s*["']((?:t2|a2)_[a-z0-9]{3,15})["']/g,
  },
  {
    vendor: 'LinkedIn',
    path: '_linkedin_partner_id',
    hint: '_linkedin',
    pattern: /_linkedin_partner_id\s*=\s*["']?(\d{4,10})/g,
  },
  {
    vendor: 'Microsoft Clarity',
    path: 'clarity.ms/tag',
    hint: 'clarity',
    pattern: /clarity\.ms\/tag\/([a-z0-9]{8,12})(?![a-z0-9])/g,
  },
  {
    vendor: 'Microsoft Clarity',
    path: 'clarity snippet',
    hint: 'clarity',
    pattern: /["']clarity["']\s*,\s*["']script["']\s*,\s*["']([a-z0-9]{8,12})["']/g,
  },
  {
    vendor: 'Microsoft Advertising',
    path: 'uet ti',
    hint: 'bat.bing',
    pattern: /\bti\s*:\s*["'](\d{6,12})["']/g,
  },
  {
    vendor: 'Microsoft Advertising',
    path: 'bat.bing.com',
    hint: 'bat.bing',
    pattern: /bat\.bing\.com\/action\/[^"'\s]*[?&]ti=(\d{6,12})/g,
  },
  { vendor: 'Hotjar', path: 'hjid', hint: 'hjid', pattern: /\bhjid\s*:\s*["']?(\d{4,10})/g },
  {
    vendor: 'Klaviyo',
    path: 'klaviyo.js?company_id',
    hint: 'klaviyo',
    pattern: /klaviyo\.js\?(?:[^"'\s]*&)?company_id=([A-Za-z0-9]{5,8})(?![A-Za-z0-9])/g,
  },
  {
    vendor: 'Yandex Metrica',
    path: "ym('init')",
    hint: 'ym(',
    pattern: /\bym\(\s*(\d{5,12})\s*,\s*["']init["']/g,
  },
  {
    vendor: 'Criteo',
    path: 'criteo account',
    hint: 'criteo',
    pattern: /["']setAccount["']\s*,\s*["']?account["']?\s*:\s*["']?(\d{3,8})/g,
  },
  {
    vendor: 'Taboola',
    path: 'taboola',
    hint: 'taboola',
    pattern: /cdn\.taboola\.com\/libtrc\/unip\/(\d{5,10})\//g,
  },
]

const BY_HINT = Map.groupBy(RULES, ({ hint }) => hint)

const isPlaceholder = (id: string): boolean => /X{4,}|0{6,}|123456/.test(id) || /^(\w)\1+$/.test(id)

/**
 * Trackers by the ids in the page's scripts, script addresses and tracking pictures; ignores
 * comments.
 */
function readMarkupPixels(scan: HtmlScan): MarkupPixel[] {
  const texts = [
    ...scan.scripts.map(({ text, src }) => (src === '' ? text : `"${src}"\n${text}`)),
    scan.resources.join('\n'),
  ]
  const found = new Map<string, MarkupPixel>()
  const all = texts.join('\n')
  const hinted = [...BY_HINT].filter(([hint]) => all.includes(hint))
  for (const text of texts) {
    for (const [hint, rules] of hinted) {
      if (!text.includes(hint)) continue
      for (const { vendor, path, pattern } of rules)
        for (const match of text.matchAll(pattern)) {
          const id = match[1] ?? match[0]
          if (!isPlaceholder(id) && found.size < 100)
            found.set(`${vendor}\n${id}`, { vendor, id, path })
        }
    }
  }
  return [...found.values()]
}
