import { at, fraction, hash, randomFor, weighted } from '../random.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import { BLOCK_APPS, PIXEL_CLIENTS, type PixelVendor } from './catalogue/apps.ts'
import { THEME_PRODUCTS } from './catalogue/themes.ts'
import { SOCIAL_SITES, socialUrl } from './contact.ts'
import type { ShopProfile } from './shop-profile.ts'

/** What a merchant does to a shop after its launch. */
export type ShopChange = {
  atMs: number
  kind:
    | 'theme_changed'
    | 'theme_updated'
    | 'app_added'
    | 'app_removed'
    | 'pixel_added'
    | 'contact_added'
    | 'social_added'
    | 'password_set'
    | 'closed'
    | 'reopened'
}

const SPAN_MS = 6 * HOUR_MS
/** A young shop is worked on every day, an older one now and then. */
const BUSY_MS = 7 * DAY_MS
const LATER_SHARE = 0.25
const CLOSES = 0.07
const REOPENS = 0.3
/** Of the eager ones. */
const HIDES = 0.12
const TRIES_CLOSING = 0.2

const KINDS: readonly (readonly [ShopChange['kind'], number])[] = [
  ['theme_changed', 14],
  ['theme_updated', 18],
  ['app_added', 26],
  ['app_removed', 10],
  ['pixel_added', 14],
  ['contact_added', 8],
  ['social_added', 10],
]

/** All changes of a shop up to a moment, earliest first, determined by the seed. */
export function changesUntil(profile: ShopProfile, nowMs: number): ShopChange[] {
  return [
    ...(profile.changesPerDay > 0 ? usualChanges(profile, nowMs) : []),
    ...eagerChanges(profile),
  ]
    .filter(({ atMs }) => atMs <= nowMs)
    .toSorted((a, b) => a.atMs - b.atMs)
}

function usualChanges(profile: ShopProfile, nowMs: number): ShopChange[] {
  const { key, launchedMs, changesPerDay } = profile
  const changes: ShopChange[] = []
  for (let span = 0, startMs = launchedMs; startMs < nowMs; span++, startMs += SPAN_MS) {
    const chance = (changesPerDay * SPAN_MS) / DAY_MS
    const isBusy = startMs - launchedMs < BUSY_MS
    if (fraction(key, 'change', span) >= (isBusy ? chance : chance * LATER_SHARE)) continue
    const atMs = startMs + (hash(key, 'change-time', span) % SPAN_MS)
    changes.push({ atMs, kind: weighted(KINDS, fraction(key, 'change-kind', span)) })
  }
  return [...changes, ...closing(profile)]
}

/**
 * The last touches before a launch is announced; some merchants also try closing and hiding the
 * shop.
 */
function eagerChanges({ key, loggedMs, isEager }: ShopProfile): ShopChange[] {
  if (!isEager) return []
  const random = randomFor(key, 'eager-changes')
  const minutesLater = (least: number, most: number) =>
    loggedMs + random.between(least, most) * MINUTE_MS
  const edits = Array.from({ length: random.int(1, 3) }, (_, edit) => ({
    atMs: edit === 0 ? minutesLater(0.5, 3) : minutesLater(3, 20),
    kind: weighted(KINDS, random.next()),
  }))
  if (random.chance(HIDES)) return [...edits, { atMs: minutesLater(0.5, 6), kind: 'password_set' }]
  if (!random.chance(TRIES_CLOSING)) return edits
  return [
    ...edits,
    { atMs: minutesLater(0.5, 3), kind: 'closed' },
    { atMs: minutesLater(4, 8), kind: 'reopened' },
  ]
}

/** Few shops give up in their first weeks, and some of them come back. */
function closing({ key, launchedMs }: ShopProfile): ShopChange[] {
  const random = randomFor(key, 'closing')
  if (!random.chance(CLOSES)) return []
  const closedMs = launchedMs + random.between(1, 60) * DAY_MS
  const reopenedMs = closedMs + random.between(0.5, 6) * DAY_MS
  return [
    { atMs: closedMs, kind: 'closed' },
    ...(random.chance(REOPENS) ? [{ atMs: reopenedMs, kind: 'reopened' as const }] : []),
  ]
}

/** The shop in the state that its merchant's changes have left at this moment. */
export const profileAt = (profile: ShopProfile, nowMs: number): ShopProfile =>
  changesUntil(profile, nowMs).reduce(
    (shop, change, index) => ({ ...applyChange(shop, change), edits: index + 1 }),
    profile,
  )

function applyChange(shop: ShopProfile, { kind, atMs }: ShopChange): ShopProfile {
  switch (kind) {
    case 'theme_changed':
      return { ...shop, theme: otherTheme(shop) }
    case 'theme_updated':
      return {
        ...shop,
        theme: { ...shop.theme, schemaVersion: nextVersion(shop.theme.schemaVersion) },
      }
    case 'app_added':
      return { ...shop, apps: withNext(shop.apps, APP_HANDLES, hash(shop.key, 'app', atMs)) }
    case 'app_removed':
      return { ...shop, apps: shop.apps.slice(1) }
    case 'pixel_added':
      return {
        ...shop,
        pixels: withNext(shop.pixels, PIXEL_VENDORS, hash(shop.key, 'pixel', atMs)),
      }
    case 'contact_added':
      return { ...shop, contact: withAddress(shop) }
    case 'social_added':
      return { ...shop, contact: withSocial(shop) }
    case 'password_set':
      return {
        ...shop,
        condition: { ...shop.condition, availability: { kind: 'protected', inPlace: false } },
      }
    case 'closed':
      return { ...shop, condition: { ...shop.condition, availability: { kind: 'closed' } } }
    case 'reopened':
      return { ...shop, condition: { ...shop.condition, availability: { kind: 'open' } } }
    default:
      return kind satisfies never
  }
}

const APP_HANDLES = BLOCK_APPS.map(({ handle }) => handle)
// Safe: the keys of a record by PixelVendor.
const PIXEL_VENDORS = Object.keys(PIXEL_CLIENTS) as PixelVendor[]

function withNext<Item>(items: readonly Item[], all: readonly Item[], index: number): Item[] {
  const left = all.filter((item) => !items.includes(item))
  return left.length === 0 ? [...items] : [...items, at(left, index)]
}

function otherTheme({ theme, key }: ShopProfile): ShopProfile['theme'] {
  const others = THEME_PRODUCTS.filter(({ schemaName }) => schemaName !== theme.schemaName)
  const { schemaName, version, storeId } = at(others, hash(key, 'other-theme', theme.number))
  return {
    ...theme,
    name: schemaName,
    schemaName,
    schemaVersion: version,
    storeId,
    id: theme.id + 4096,
    number: theme.number + 1,
  }
}

const nextVersion = (version: string): string =>
  version.replace(/\d+$/, (last) => String(Number(last) + 1))

function withAddress({ contact, brand }: ShopProfile): ShopProfile['contact'] {
  if (contact.email !== null) return contact
  return { ...contact, email: `hello@${brand.domain}`, emailPlaces: ['footer_link'] }
}

function withSocial({ contact, brand }: ShopProfile): ShopProfile['contact'] {
  const handle = brand.domain.split('.')[0] ?? 'shop'
  const missing = SOCIAL_SITES.map((site) => socialUrl(site, handle)).find(
    (url) => !contact.socials.includes(url),
  )
  return missing === undefined ? contact : { ...contact, socials: [...contact.socials, missing] }
}
