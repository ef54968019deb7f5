import type { HtmlScan } from '#discovery/extract/html-scan.ts'
import { readAssigned } from '#discovery/extract/json-literal.ts'
import {
  idOf,
  isRecord,
  listOf,
  parseJson,
  recordOf,
  textOf,
  type JsonRecord,
} from '#discovery/extract/json-value.ts'
import {
  GOOGLE_CLIENT_ID,
  LIKELY_VENDORS,
  PIXEL_ID_KEYS,
  PIXEL_VENDORS,
  PLATFORM_CLIENT_ID,
} from '#discovery/extract/pixels/pixel-vendors.ts'

/** An entry of the platform's pixel manager. */
export type WebPixel = {
  vendor: string
  ids: string[]
  clientId: string | null
  isLikely: boolean
  isCustom: boolean
}

const GOOGLE_ID = /^(?:G|AW|GT|UA|DC)-[A-Z0-9]{4,}(?:-\d+)?/

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
  const vendor = PIXEL_VENDORS[clientId] ?? `App ${clientId}`
  return { vendor, ids, clientId, isLikely: LIKELY_VENDORS.has(clientId), isCustom: false }
}

/** The pixels that the shop's apps and staff installed through the platform, without the platform's own two. */
export function readWebPixels(scan: HtmlScan): WebPixel[] {
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
