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
type MarkupPixel = { vendor: string; id: string; path: string }

type Rule = readonly [vendor: string, path: string, hint: string, pattern: RegExp]

const META = 'Facebook & Instagram (Meta)'

// Each pattern captures the id; a bare word like `dataLayer` or `fbq` proves nothing, so no rule
// uses one.
const RULES: Rule[] = [
  [
    'Google Tag Manager',
    'script GTM-',
    'GTM-',
    /(?<![A-Za-z0-9_-])GTM-[A-Z0-9]{4,9}(?![A-Za-z0-9_-])/g,
  ],
  [
    'Google Analytics',
    'script G-',
    'G-',
    /(?<![A-Za-z0-9_-])G-(?=[A-Z]*\d)[A-Z0-9]{8,12}(?![A-Za-z0-9_-])/g,
  ],
  // About one id in thirty has no digit; a plain word looks the same, so only the tag's own call
  // counts.
  [
    'Google Analytics',
    'gtag G-',
    'G-',
    /(?:gtag\/js\?id=|\\?["']config\\?["']\s*,\s*\\?["'])(G-(?!MEASURE|YOUR|TRACK|EXAMPLE)[A-Z]{10})(?![A-Za-z0-9_-])/g,
  ],
  ['Google Ads', 'script AW-', 'AW-', /(?<![A-Za-z0-9_-])AW-\d{8,12}(?![A-Za-z0-9_-])/g],
  [
    'Google tag',
    'script GT-',
    'GT-',
    /(?<![A-Za-z0-9_-])GT-(?=[A-Z]*\d)[A-Z0-9]{6,12}(?![A-Za-z0-9_-])/g,
  ],
  ['Universal Analytics', 'script UA-', 'UA-', /(?<![A-Za-z0-9_-])UA-\d{4,10}-\d{1,3}(?!\d)/g],
  [META, "fbq('init')", 'fbq', /\bfbq\(\s*\\?["'`]init\\?["'`]\s*,\s*\\?["'`]?(\d{8,20})(?!\d)/g],
  [
    META,
    'facebook.com/tr',
    'facebook.com',
    /facebook\.com\/tr\/?\?(?:[^"'\s<>]{0,200}[&;])?id=(\d{8,20})/g,
  ],
  ['TikTok', "ttq.load('')", 'ttq', /\bttq\.load\(\s*\\?["']([A-Z0-9]{15,25})\\?["']/g],
  [
    'TikTok',
    'analytics.tiktok.com',
    'tiktok',
    /analytics\.tiktok\.com\/[^"'\s]*[?&]sdkid=([A-Z0-9]{15,25})/g,
  ],
  ['Pinterest', "pintrk('load')", 'pintrk', /\bpintrk\(\s*["']load["']\s*,\s*["'](\d{8,20})["']/g],
  [
    'Pinterest',
    'ct.pinterest.com',
    'ct.pinterest',
    /ct\.pinterest\.com\/v3\/?\?[^"'\s]*\btid=(\d{8,20})/g,
  ],
  [
    'Snapchat',
    "snaptr('init')",
    'snaptr',
    /\bsnaptr\(\s*["']init["']\s*,\s*["']([0-9a-f-]{36})["']/g,
  ],
  [
    'X (Twitter)',
    "twq('config')",
    'twq',
    /\btwq\(\s*["'](?:init|config)["']\s*,\s*["']([a-z0-9]{4,10})["']/g,
  ],
  [
    'Reddit',
    "rdt('init')",
    'rdt',
    /\brdt\(\s*["']init["']\s*,\s*["']((?:t2|a2)_[a-z0-9]{3,15})["']/g,
  ],
  ['LinkedIn', '_linkedin_partner_id', '_linkedin', /_linkedin_partner_id\s*=\s*["']?(\d{4,10})/g],
  [
    'Microsoft Clarity',
    'clarity.ms/tag',
    'clarity',
    /clarity\.ms\/tag\/([a-z0-9]{8,12})(?![a-z0-9])/g,
  ],
  [
    'Microsoft Clarity',
    'clarity snippet',
    'clarity',
    /["']clarity["']\s*,\s*["']script["']\s*,\s*["']([a-z0-9]{8,12})["']/g,
  ],
  ['Microsoft Advertising', 'uet ti', 'bat.bing', /\bti\s*:\s*["'](\d{6,12})["']/g],
  [
    'Microsoft Advertising',
    'bat.bing.com',
    'bat.bing',
    /bat\.bing\.com\/action\/[^"'\s]*[?&]ti=(\d{6,12})/g,
  ],
  ['Hotjar', 'hjid', 'hjid', /\bhjid\s*:\s*["']?(\d{4,10})/g],
  [
    'Klaviyo',
    'klaviyo.js?company_id',
    'klaviyo',
    /klaviyo\.js\?(?:[^"'\s]*&)?company_id=([A-Za-z0-9]{5,8})(?![A-Za-z0-9])/g,
  ],
  ['Yandex Metrica', "ym('init')", 'ym(', /\bym\(\s*(\d{5,12})\s*,\s*["']init["']/g],
  [
    'Criteo',
    'criteo account',
    'criteo',
    /["']setAccount["']\s*,\s*["']?account["']?\s*:\s*["']?(\d{3,8})/g,
  ],
  ['Taboola', 'taboola', 'taboola', /cdn\.taboola\.com\/libtrc\/unip\/(\d{5,10})\//g],
]

const BY_HINT = Map.groupBy(RULES, ([, , hint]) => hint)

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
      for (const [vendor, path, , pattern] of rules)
        for (const match of text.matchAll(pattern)) {
          const id = match[1] ?? match[0]
          if (!isPlaceholder(id) && found.size < 100)
            found.set(`${vendor}\n${id}`, { vendor, id, path })
        }
    }
  }
  return [...found.values()]
}
