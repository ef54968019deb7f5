import { asciiSlug, brandOf, type Brand } from './brand.ts'
import { contactOf, plainContactOf, type Contact } from './contact.ts'
import { BLOCK_APPS, PIXEL_CLIENTS, type PixelVendor } from './catalogue/apps.ts'
import { THEME_LABELS, THEME_PRODUCTS } from './catalogue/themes.ts'
import { shopIdOf, themeIdAt } from './platform-ids.ts'
import { planFor, type CataloguePlan } from './catalogue-plan.ts'
import type { ProductOrder } from './product-life.ts'
import { fraction, hash, hexToken, randomFor, weighted, type Random } from '../random.ts'
import type { Wanted } from './one-of-each.ts'
import type { ShopReference } from './shop-reference.ts'
import { conditionOf, eagerCondition, type Condition } from './shop-condition.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, YEAR_MS } from '../time.ts'

export type PageGeneration = 2021 | 2024 | 2026

export type ShopTheme = {
  name: string
  id: number
  schemaName: string
  schemaVersion: string
  storeId: number | null
  /** `/t/<n>/` in asset addresses: the number of themes that the shop has had. */
  number: number
  assetsAtMs: number
}

/** The fixed properties of a shop. Derived from seed and ordinal whenever they are needed. */
export type ShopProfile = {
  reference: ShopReference
  key: number
  brand: Brand
  /** The host that answers for the shop, apex or `www`; the other redirects to it. */
  host: string
  shop: string
  shopId: number
  pod: number
  createdMs: number
  launchedMs: number
  loggedMs: number
  isNew: boolean
  condition: Condition
  /** The market shown to the visitor; not always the shop's own. */
  market: { country: string; currency: string; rate: number }
  city: string
  province: string
  theme: ShopTheme
  generation: PageGeneration
  contact: Contact
  plan: CataloguePlan
  logoAtMs: number
  /** Handles of the apps that put blocks into the theme. */
  apps: readonly string[]
  pixels: readonly PixelVendor[]
  /**
   * How often its merchant changes it in the first days after its launch; 0 = it stays as it is.
   */
  changesPerDay: number
  /** Its merchant changes it in the half-hour after its certificate. */
  isEager: boolean
  /** How many changes are in it; part of the entity tag of its pages. */
  edits: number
  /** Keyed by the product's number in the shop. */
  orders: () => ReadonlyMap<number, ProductOrder>
}

export type ShopIdentity = {
  reference: ShopReference
  loggedMs: number
  chosenName?: string | undefined
  wanted?: Wanted | undefined
  changesPerDay?: number
  eagerShare?: number
  orders?: () => ReadonlyMap<number, ProductOrder>
}

const NO_ORDERS: ReadonlyMap<number, ProductOrder> = new Map()

export function profileOf(
  seed: number,
  {
    reference,
    loggedMs,
    chosenName,
    wanted,
    changesPerDay = 0,
    eagerShare = 0,
    orders = () => NO_ORDERS,
  }: ShopIdentity,
): ShopProfile {
  const { side, ordinal } = reference
  const key = hash(seed, 'shop', side, ordinal)
  const isNew = side === 'new'
  const brand = brandOf(seed, reference, chosenName, wanted?.country)
  const isChosen = chosenName !== undefined
  const dates = isNew ? newShopDates(key, loggedMs, isChosen) : oldShopDates(key, loggedMs)
  const { shopId, pod } = shopIdOf(seed, reference, dates.createdMs)
  const random = randomFor(key, 'profile')
  const [city, province] = random.pick(brand.country.places)
  // What a test asks for by name or kind stays as asked.
  const mayChange = isNew && !isChosen && !wanted
  const isEager = mayChange && fraction(key, 'eager') < eagerShare
  const usual = conditionOf(key, side, dates.launchedMs, isChosen, wanted)
  const condition = isEager ? eagerCondition(key, usual, loggedMs) : usual
  return {
    reference,
    key,
    brand,
    shopId,
    pod,
    loggedMs,
    isNew,
    orders,
    condition,
    city,
    province,
    ...dates,
    host:
      random.chance(0.22) || condition.naming.kind === 'www_only'
        ? `www.${brand.domain}`
        : brand.domain,
    shop: `${brand.handle}.myshopify.com`,
    market: marketOf(random, brand),
    theme: themeOf(key, isNew, dates, pod, brand),
    generation: wanted?.generation ?? generationOf(random, isNew),
    contact: isChosen ? plainContactOf(brand) : contactOf(key, brand),
    plan: planFor(seed, key, { isNew, isChosen, wanted }, dates, loggedMs),
    apps: appsOf(key),
    pixels: pixelsOf(key),
    changesPerDay: mayChange ? changesPerDay : 0,
    isEager,
    edits: 0,
    logoAtMs:
      dates.createdMs +
      random.between(0.05, 0.6) * Math.min(dates.launchedMs - dates.createdMs, 20 * DAY_MS),
  }
}

function appsOf(key: number): string[] {
  const random = randomFor(key, 'apps')
  return BLOCK_APPS.filter(({ weight }) => random.chance(weight / 70)).map(({ handle }) => handle)
}

function pixelsOf(key: number): PixelVendor[] {
  const random = randomFor(key, 'pixels')
  // Safe: the keys of a record by PixelVendor.
  return (Object.keys(PIXEL_CLIENTS) as PixelVendor[]).filter((vendor) =>
    random.chance(PIXEL_CLIENTS[vendor].weight),
  )
}

export type ShopDates = { createdMs: number; launchedMs: number }

// The certificate is requested when the domain is connected, and logged some minutes later.
function newShopDates(key: number, loggedMs: number, isChosen: boolean): ShopDates {
  const random = randomFor(key, 'dates')
  const launchedMs = Math.floor(loggedMs - (isChosen ? 1 : random.between(2, 45)) * MINUTE_MS)
  const isQuick = random.chance(0.15)
  const workMs = isQuick ? random.between(2, 30) * HOUR_MS : random.between(1, 19) * DAY_MS
  return { createdMs: Math.floor(launchedMs - workMs), launchedMs }
}

function oldShopDates(key: number, loggedMs: number): ShopDates {
  const random = randomFor(key, 'dates')
  const ageYears = random.chance(0.05) ? random.between(8, 10) : 1.05 + random.next() ** 1.3 * 6.95
  const createdMs = Math.floor(loggedMs - ageYears * YEAR_MS)
  return { createdMs, launchedMs: Math.floor(createdMs + random.between(1, 40) * DAY_MS) }
}

function marketOf(random: Random, { country }: Brand): ShopProfile['market'] {
  if (country.code !== 'US' && random.chance(0.14))
    return { country: 'US', currency: 'USD', rate: 1 / country.rate }
  if (country.code === 'US' && random.chance(0.04))
    return { country: 'CA', currency: 'CAD', rate: 1.36 }
  return { country: country.code, currency: country.currency, rate: 1 }
}

const generationOf = (random: Random, isNew: boolean): PageGeneration =>
  weighted<PageGeneration>(
    isNew
      ? [
          [2026, 85],
          [2024, 15],
        ]
      : [
          [2026, 45],
          [2024, 40],
          [2021, 15],
        ],
    random.next(),
  )

const THEME_SHARES = THEME_PRODUCTS.map((theme) => [theme, theme.weight] as const)

function themeOf(
  key: number,
  isNew: boolean,
  dates: ShopDates,
  pod: number,
  brand: Brand,
): ShopTheme {
  const random = randomFor(key, 'theme')
  const product = weighted(THEME_SHARES, random.next())
  const label = random.pick(THEME_LABELS)
  const assetsAtMs = isNew
    ? dates.createdMs + random.between(0.1, 0.95) * (dates.launchedMs - dates.createdMs)
    : dates.createdMs + random.between(1, 60) * DAY_MS
  return {
    name: label
      .replace('{theme}', product.schemaName)
      .replace('{brand}', asciiSlug(brand.domain.slice(0, 14)))
      .replace('{year}', String(new Date(assetsAtMs).getUTCFullYear())),
    id: themeIdAt(assetsAtMs, hash(key, 'theme-id') % 400, pod),
    schemaName: product.schemaName,
    schemaVersion: product.version,
    storeId: label === '{theme}' ? product.storeId : null,
    number: isNew ? random.int(1, 4) : random.int(4, 70),
    assetsAtMs: Math.floor(assetsAtMs),
  }
}

export const logoFile = (profile: ShopProfile): string =>
  `${asciiSlug(profile.brand.domain.split('.')[0] ?? 'shop')}-logo_${hexToken(3, profile.key, 'logo')}.png`
