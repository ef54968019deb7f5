import type { ReadPage } from '#discovery/extract/visit.ts'

export type AssetDates = {
  count: number
  oldestMs: number
  secondOldestMs: number | null
  newestMs: number
  oldestPath: string
}

const FIRST_PLAUSIBLE_MS = Date.parse('2006-01-01T00:00:00Z')
const DAY_MS = 24 * 60 * 60 * 1000
const MAX_VERSIONS = 20_000
const MAX_ADDRESS_CHARS = 400

const VERSION = /[?&;]v=(\d{10,32})(?!\d)/g
const ADDRESS_END = /["'\s()<>,]/
// Files of the platform itself and of apps carry versions of their own.
const FOREIGN_PATH = /\/(?:shopifycloud|extensions|proxy|wpm|fonts|storefront|payment-sheet)\//

function addressBefore(html: string, end: number): string {
  let start = end
  while (start > 0 && end - start < MAX_ADDRESS_CHARS && !ADDRESS_END.test(html[start - 1] ?? ' ')) start--
  return html.slice(start, end).replaceAll('\\/', '/')
}

/** Whether an address is a file that this shop holds: by its id in the path, or below `/cdn/shop/` of one of its hosts. */
function isOwnFile(address: string, shopId: string | null, ownHosts: Set<string>): boolean {
  if (FOREIGN_PATH.test(address)) return false
  const byId = /\/s\/files\/1\/((?:\d{4}\/){2,4})/.exec(address)?.[1]
  if (byId) return shopId !== null && byId.replaceAll('/', '').replace(/^0+/, '') === shopId
  if (!/(?:^|\/)cdn\/shop\//.test(address)) return false
  const host = /^(?:https?:)?\/\/([^/]+)\//.exec(address)?.[1]?.toLowerCase()
  return host === undefined || ownHosts.has(host)
}

/** Uploads carry the unix time itself (10 digits); theme files a checksum that ends with it (20 digits and more). */
function timeOf(version: string): number | null {
  const seconds = version.length === 10 ? version : version.length >= 20 ? version.slice(-10) : null
  return seconds?.startsWith('1') ? Number(seconds) * 1000 : null
}

/** Dates in the addresses of the shop's own files on its pages: when each was uploaded or last changed in this shop. */
export function readAssetDates(
  pages: ReadPage[],
  shopId: string | null,
  ownHosts: Set<string>,
  observedAtMs: number,
): AssetDates | null {
  const byAddress = new Map<string, number>()
  for (const { html } of pages) {
    for (const match of html.matchAll(VERSION)) {
      if (byAddress.size >= MAX_VERSIONS) break
      const ms = timeOf(match[1] ?? '')
      if (ms === null || ms < FIRST_PLAUSIBLE_MS || ms > observedAtMs + DAY_MS) continue
      const address = addressBefore(html, match.index)
      if (!byAddress.has(address) && isOwnFile(address, shopId, ownHosts)) byAddress.set(address, ms)
    }
  }
  const dated = [...byAddress].sort(([, one], [, other]) => one - other)
  const [oldest, second] = dated
  const newest = dated.at(-1)
  if (!oldest || !newest) return null
  const path = oldest[0]
    .replace(/^.*?\/(?=(?:files|products|articles|collections|t)\/)/, '')
    .replace(/\?.*$/, '')
    .slice(0, 200)
  return {
    count: dated.length,
    oldestMs: oldest[1],
    secondOldestMs: second?.[1] ?? null,
    newestMs: newest[1],
    oldestPath: path,
  }
}

const THEME_PATH = /\/t\\?\/(\d{1,5})\\?\/assets/g

/** The highest number of a theme in the addresses of this shop's own theme files: so many themes it has had at least. */
export function readThemeNumber(
  pages: ReadPage[],
  shopId: string | null,
  ownHosts: Set<string>,
): number | null {
  let highest = 0
  for (const { html } of pages) {
    for (const match of html.matchAll(THEME_PATH)) {
      const number = Number(match[1])
      const end = match.index + match[0].length
      if (number > highest && isOwnFile(addressBefore(html, end), shopId, ownHosts)) highest = number
    }
  }
  return highest > 0 ? highest : null
}
