import {
  entryOf,
  idOf,
  isRecord,
  type JsonRecord,
  listOf,
  parseJson,
  readAssigned,
  recordOf,
  textOf,
} from '#discovery/document/json.ts'
import type { HtmlScan } from '#discovery/extract/scan-elements.ts'

/** An entry of the platform's pixel manager. */
type WebPixel = {
  vendor: string
  ids: string[]
  clientId: string | null
  isLikely: boolean
  isCustom: boolean
}

const GOOGLE_ID = /^(?:G|AW|GT|UA|DC)-[A-Z0-9]{4,}(?:-\d+)?/

/**
 * The pixels that the shop's apps and staff installed through the platform, without the platform's
 * own two.
 */
export function readWebPixels(scan: HtmlScan): WebPixel[] {
  const pixels = known.get(scan) ?? webPixelsOf(scan)
  known.set(scan, pixels)
  return pixels
}

/** Apps and pixels are both read from them. */
const known = new WeakMap<HtmlScan, WebPixel[]>()

function webPixelsOf(scan: HtmlScan): WebPixel[] {
  for (const script of scan.scripts) {
    if (!script.text.includes('webPixelsConfigList')) continue
    const list = readAssigned(script.text, 'webPixelsConfigList', ':')
    if (Array.isArray(list))
      return listOf(list)
        .slice(0, 200)
        .map(readPixel)
        .filter((pixel) => pixel !== null)
  }
  return []
}

/** All texts in a value, including those in JSON nested inside strings. */
function textsIn(value: unknown, depth = 0): string[] {
  if (depth > 6) return []
  if (typeof value === 'string') {
    const inner = /^\s*[[{]/.test(value) ? parseJson(value) : undefined
    return inner === undefined ? [value] : textsIn(inner, depth + 1)
  }
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, depth + 1))
  return isRecord(value) ? Object.values(value).flatMap((item) => textsIn(item, depth + 1)) : []
}

const googleIds = (configuration: JsonRecord): string[] => [
  ...new Set(textsIn(configuration).flatMap((text) => GOOGLE_ID.exec(text)?.[0] ?? [])),
]

function publicIds(configuration: JsonRecord): string[] {
  for (const key of PIXEL_ID_KEYS) {
    const value = configuration[key]
    const id = typeof value === 'number' ? idOf(value) : textOf(value, 100)
    if (id && !/^(?:__EMPTY__|null|undefined|gid:.*|.*\s.*)$/.test(id)) return [id]
  }
  return []
}

function readPixel(value: unknown): WebPixel | null {
  if (!isRecord(value)) return null
  const clientId = idOf(value['apiClientId']) ?? textOf(value['apiClientId'], 50)
  if (clientId === PLATFORM_CLIENT_ID) return null
  const entryId = idOf(value['id']) ?? textOf(value['id'], 50)
  if (value['type'] === 'CUSTOM' || clientId === null) {
    return {
      vendor: 'Custom pixel',
      ids: entryId ? [entryId] : [],
      clientId: null,
      isLikely: false,
      isCustom: true,
    }
  }
  const configuration = recordOf(parseJson(textOf(value['configuration'], 200_000) ?? '{}'))
  const ids = clientId === GOOGLE_CLIENT_ID ? googleIds(configuration) : publicIds(configuration)
  return {
    vendor: pixelVendorOf(clientId),
    ids,
    clientId,
    isLikely: LIKELY_VENDORS.has(clientId),
    isCustom: false,
  }
}

/** The name of an app of the pixel manager, or its number where we know none. */
export const pixelVendorOf = (clientId: string): string =>
  entryOf(PIXEL_VENDORS, clientId) ?? `App ${clientId}`

/**
 * The vendor behind the `apiClientId` of an app pixel, confirmed by the configurations of several
 * shops.
 */
const PIXEL_VENDORS: Record<string, string> = {
  '2329312': 'Facebook & Instagram (Meta)',
  '1780363': 'Google & YouTube',
  '3009811': 'Pinterest',
  '4383523': 'TikTok',
  '2556259': 'Snapchat',
  '123074': 'Klaviyo',
  '2509311': 'Elevar',
  '683015': 'Judge.me',
  '461977': 'Wisepops',
  '7521861633': 'Shoplift',
  '256560922625': 'Axon (AppLovin)',
  '4339901': 'Zipify OCU',
  '2753413': 'Triple Whale',
  '2328352': 'Postscript',
}

/** Vendors that we only assume; their facts are labelled `inferred`. */
const LIKELY_VENDORS = new Set(['2753413', '2328352'])

/** Keys of a configuration that hold the public id of the pixel, most specific first. */
const PIXEL_ID_KEYS = [
  'pixel_id',
  'pixelId',
  'pixelID',
  'pixelCode',
  'pixel_code',
  'tagID',
  'tagId',
  'tag_id',
  'accountID',
  'accountId',
  'account_id',
  'companyId',
  'company_id',
  'siteId',
  'site_id',
  'propertyId',
  'measurementId',
  'trackingId',
  'publisherId',
  'advertiserId',
  'merchantId',
  'conversionId',
]

const GOOGLE_CLIENT_ID = '1780363'
/** The platform's own two pixels, which are on every page. */
const PLATFORM_CLIENT_ID = 'shopify-pixel'
