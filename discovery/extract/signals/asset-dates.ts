import { DAY_MS } from '#contracts/dates.ts'
import type { ParsedPage } from '#discovery/extract/parsed-visit.ts'

export type OwnFiles = {
  shopId: string | null
  hosts: Set<string>
  /**
   * Names of product pictures: the products' own dates cover them, and these products may be copies
   * with old dates.
   */
  productPictures: Set<string>
}

const FIRST_PLAUSIBLE_MS = Date.parse('2006-01-01T00:00:00Z')
const MAX_VERSIONS = 20_000
const MAX_ADDRESS_CHARS = 400

const VERSION = /v=(\d{10,32})(?!\d)/g
const ADDRESS_ENDS = new Set(`"' \t\r\n\f()<>,`)
// Files of the platform and of apps carry their own versions, not upload times.
const FOREIGN_PATH = /\/(?:shopifycloud|extensions|proxy|wpm|fonts|storefront|payment-sheet)\//

/**
 * Dates in the addresses of the shop's own files on its pages: when each file was uploaded or last
 * changed.
 */
export function readAssetDates(pages: ParsedPage[], own: OwnFiles, observedAtMs: number) {
  const byAddress = new Map<string, number>()
  for (const { html } of pages) {
    for (const match of html.matchAll(VERSION)) {
      if (byAddress.size >= MAX_VERSIONS) break
      if (!/[?&;]/.test(html.charAt(match.index - 1))) continue
      const ms = timeOf(match[1] ?? '')
      if (ms === null || ms < FIRST_PLAUSIBLE_MS || ms > observedAtMs + DAY_MS) continue
      const address = addressBefore(html, match.index - 1)
      if (byAddress.has(address) || !isOwnFile(address, own)) continue
      if (!own.productPictures.has(fileNameOf(address))) byAddress.set(address, ms)
    }
  }
  const dated = [...byAddress].sort(([, one], [, other]) => one - other)
  const [oldest, second] = dated
  if (!oldest) return null
  const path = oldest[0]
    .replace(/^.*?\/(?=(?:files|products|articles|collections|t)\/)/, '')
    .replace(/\?.*$/, '')
    .slice(0, 200)
  return {
    count: dated.length,
    oldestMs: oldest[1],
    secondOldestMs: second?.[1],
    oldestPath: path,
  }
}

/**
 * The highest theme number in the addresses of this shop's theme files: the shop has had at least
 * this many themes.
 */
export function readThemeNumber(pages: ParsedPage[], own: OwnFiles): number | null {
  let highest = 0
  for (const { html } of pages) {
    for (const match of html.matchAll(THEME_PATH)) {
      const number = Number(match[1])
      const end = match.index + match[0].length
      if (number > highest && isOwnFile(addressBefore(html, end), own)) highest = number
    }
  }
  return highest > 0 ? highest : null
}

function addressBefore(html: string, end: number): string {
  let start = end
  while (start > 0 && end - start < MAX_ADDRESS_CHARS && !ADDRESS_ENDS.has(html.charAt(start - 1)))
    start--
  return html.slice(start, end).replaceAll('\\/', '/')
}

/**
 * Whether an address is one of this shop's own files: by its id in the path, or below `/cdn/shop/`
 * of one of its hosts. The platform always writes the host. A root-relative address was typed by
 * hand or came with a copied theme, and may mean another shop's file. (Saved copies of pages have
 * neither host nor leading slash.)
 */
function isOwnFile(address: string, { shopId, hosts }: OwnFiles): boolean {
  if (FOREIGN_PATH.test(address)) return false
  const byId = /\/s\/files\/1\/((?:\d{4}\/){2,4})/.exec(address)?.[1]
  if (byId) return shopId !== null && byId.replaceAll('/', '').replace(/^0+/, '') === shopId
  const host = /^(?:https?:)?\/\/([^/]+)\/cdn\/shop\//.exec(address)?.[1]?.toLowerCase()
  return host === undefined ? /^(?:\.\.\/)*cdn\/shop\//.test(address) : hosts.has(host)
}

/**
 * Uploads carry the unix time itself (10 digits); theme files carry a checksum that ends with it
 * (20 digits and more).
 */
function timeOf(version: string): number | null {
  const seconds = version.length === 10 ? version : version.length >= 20 ? version.slice(-10) : null
  return seconds?.startsWith('1') ? Number(seconds) * 1000 : null
}

/** Name of a file without the size that the platform adds: `lamp_280x@2x.jpg` → `lamp.jpg`. */
export function fileNameOf(address: string): string {
  const name = address.replace(/[?#].*$/, '').replace(/^.*\//, '')
  return name.replace(/_(?:\d{1,5}x\d{0,5}|x\d{1,5})(?:_crop_[a-z]+)?(?:@\dx)?(?=\.[a-z]+$)/i, '')
}

const THEME_PATH = /\/t\\?\/(\d{1,5})\\?\/assets/g
