import { isRecord, type JsonRecord, recordOf, textOf } from '#discovery/document/json.ts'
import type { ParsedPage } from '#discovery/extract/parsed-visit.ts'
import {
  type Fact,
  factOf,
  type OpeningHours,
  type Rating,
} from '#discovery/extract/store-snapshot.ts'
import { labelledFurtherAddresses, postalAddress } from './company/company.ts'

const numberOf = (value: unknown): number | null => {
  const number =
    typeof value === 'string' && value.trim() !== '' ? Number(value.replace(',', '.')) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

function ratingOf(node: JsonRecord): Rating | null {
  const rating = recordOf(node['aggregateRating'])
  const value = numberOf(rating['ratingValue'])
  const best = numberOf(rating['bestRating']) ?? 5
  const count = numberOf(rating['reviewCount']) ?? numberOf(rating['ratingCount'])
  const isSound = value !== null && value >= 0 && value <= best && best <= 100
  return isSound && count !== null && Number.isInteger(count) && count > 0 && count < 2 ** 31
    ? { value, best, count }
    : null
}

/** What buyers think of the shop as a whole. Ratings of single products are other nodes. */
export function extractRating(pages: ParsedPage[]): Fact<Rating> | null {
  for (const { page, organizations } of pages) {
    const rating = organizations.map(ratingOf).find(Boolean)
    if (rating) return factOf(rating, 'observed', page, 'JSON-LD Organization.aggregateRating')
  }
  return null
}

const DAYS = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su']
/** ISO number of a day: `Mo`, `Monday`, `https://schema.org/Monday` → 1. */
function dayOf(value: unknown): number | null {
  const name = typeof value === 'string' ? (value.split('/').at(-1) ?? '') : ''
  const at = DAYS.indexOf(name.trim().slice(0, 2).toLowerCase())
  return at < 0 ? null : at + 1
}

function daysOf(text: string): number[] {
  return text.split(',').flatMap((part) => {
    const [from, to] = part.split(/[-–]/).map(dayOf)
    if (!from) return []
    if (!to) return [from]
    return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, at) => ((from - 1 + at) % 7) + 1)
  })
}

const timeOf = (value: unknown): string | null => {
  const [, hours = '', minutes] =
    /^(\d{1,2}):(\d{2})(?::\d{2})?/.exec(typeof value === 'string' ? value.trim() : '') ?? []
  return minutes && Number(hours) <= 24 && Number(minutes) < 60
    ? `${hours.padStart(2, '0')}:${minutes}`
    : null
}

const hoursOf = (days: number[], opens: string | null, closes: string | null): OpeningHours[] =>
  days.length > 0 && opens && closes && opens !== closes
    ? [{ days: [...new Set(days)].toSorted((a, b) => a - b), opens, closes }]
    : []

/** `Mo-Fr 09:00-18:00` */
function writtenHours(value: unknown): OpeningHours[] {
  const [, days = '', opens, closes] =
    /^([A-Za-z, –-]{2,60}?)\s+(\d{1,2}:\d{2})\s?[-–]\s?(\d{1,2}:\d{2})$/.exec(
      typeof value === 'string' ? value.trim() : '',
    ) ?? []
  return hoursOf(daysOf(days), timeOf(opens), timeOf(closes))
}

function specifiedHours(value: unknown): OpeningHours[] {
  const { dayOfWeek, opens, closes } = recordOf(value)
  const days = [dayOfWeek].flat().flatMap((day) => dayOf(day) ?? [])
  return hoursOf(days, timeOf(opens), timeOf(closes))
}

const several = (value: unknown): unknown[] => [value].flat().slice(0, 20)

export function extractOpeningHours(pages: ParsedPage[]): Fact<OpeningHours[]> | null {
  for (const { page, organizations } of pages) {
    for (const node of organizations) {
      const specified = several(node['openingHoursSpecification']).flatMap(specifiedHours)
      const hours =
        specified.length > 0 ? specified : several(node['openingHours']).flatMap(writtenHours)
      if (hours.length > 0)
        return factOf(hours.slice(0, 14), 'observed', page, 'JSON-LD Organization.openingHours')
    }
  }
  return null
}

const MAX_ADDRESSES = 10

function placesOf(node: JsonRecord): JsonRecord[] {
  const addresses = several(node['address'])
    .filter(isRecord)
    .map((address) => ({ address }))
  const places = ['location', 'department', 'subOrganization'].flatMap((field) =>
    several(node[field]).filter(isRecord),
  )
  return [...addresses, ...places]
}

/** Addresses beside the company's own: for returns, warehouses, shops in town. */
export function extractFurtherAddresses(pages: ParsedPage[], own: string | null): Fact<string>[] {
  const found = new Map<string, Fact<string>>()
  const keyOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const ownKey = own === null ? '' : keyOf(own)
  for (const page of pages) {
    const structured = page.organizations
      .flatMap(placesOf)
      .flatMap((place) => postalAddress(place) ?? [])
    const traces = [
      ...structured.map((text) => [text, 'observed', 'JSON-LD Organization.location'] as const),
      ...labelledFurtherAddresses(page).map((text) => [text, 'detected', 'address label'] as const),
    ]
    for (const [text, label, path] of traces) {
      const key = keyOf(text)
      const isOwn = ownKey !== '' && (ownKey.includes(key) || key.includes(ownKey))
      if (!isOwn && !found.has(key) && found.size < MAX_ADDRESSES && textOf(text))
        found.set(key, factOf(text.slice(0, 250), label, page.page, path))
    }
  }
  return [...found.values()]
}
