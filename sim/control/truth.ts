import { fraction } from '../random.ts'
import { PIXEL_CLIENTS } from '../shop-platform/catalogue/apps.ts'
import { bestSellersHandle } from '../shop-platform/best-sellers.ts'
import { scriptTagsOf } from '../shop-platform/pages/content-for-header.ts'
import { isReachable, type Habit } from '../shop-platform/shop-condition.ts'
import { shownAvailability, type HostSwitches } from '../shop-platform/platform.ts'
import { productCount } from '../shop-platform/product-list.ts'
import { publicFactsOf } from '../shop-platform/public-facts.ts'
import { changesUntil, profileAt } from '../shop-platform/shop-changes.ts'
import type { ShopProfile } from '../shop-platform/shop-profile.ts'
import type { ShopReference } from '../shop-platform/shop-reference.ts'
import { splitHost } from '../shop-platform/split-host.ts'
import { aboutText } from '../shop-platform/about.ts'
import { type Terms, termsOf } from '../shop-platform/terms.ts'
import type { WorldState } from '../world-state.ts'

export type Truth = {
  host: string
  domain: string
  name: string
  shop: string
  shopId: string
  side: 'new' | 'old'
  isNew: boolean
  /** Counts as launched: new, and at least its password page is reachable. */
  isLaunched: boolean
  kind: string
  habit: string
  naming: string
  /** The `A` record of its bare domain at the platform; null if `naming` is not `a`. */
  address: string | null
  createdAt: string
  launchedAt: string
  loggedAt: string
  oldSince: string | null
  opensAt: string | null
  country: string
  currency: string
  locale: string
  vertical: string
  about: string
  catalogue: string
  productCount: number
  email: string | null
  phone: string | null
  theme: string
  /** The correct result of a polite visit: a store, or why it is not one. */
  expected: 'store' | 'closed' | 'frozen' | 'locked' | 'headless' | 'robots' | 'too_large'
  /** Handle of its best-seller collection. */
  bestSellers: string | null
  /** Whether its prices, stock and product list change. */
  isLively: boolean
  /** Its owner would opt out, given the chance. */
  wantsOut: boolean
  city: string
  /** Its own language first. */
  languages: string[]
  /** Payment brands, as the platform names them in its pictures. */
  payments: string[]
  socials: string[]
  /** Handles of the policies that it links to. */
  policies: string[]
  hasContactForm: boolean
  /** As printed in its legal notice or contact information. */
  company: string | null
  responsible: string | null
  /**
   * Handles of the apps in its theme, behind its pixels and behind its scripts; vendors of its
   * pixels.
   */
  apps: readonly string[]
  pixels: readonly string[]
  /** The merchant's own name for the theme. */
  themeLabel: string
  /** Null where its pages print only the label. */
  themeVersion: string | null
  /** What its merchant has changed since its launch. */
  changes: { at: string; kind: string }[]
  terms: Terms
}

const iso = (ms: number): string => new Date(ms).toISOString()

export function truthOf(
  state: WorldState,
  switches: HostSwitches,
  reference: ShopReference,
  nowMs: number,
): Truth {
  const launched = state.profile(reference)
  const profile = profileAt(launched, nowMs)
  const { brand, condition, contact } = profile
  const { availability } = condition
  const facts = publicFactsOf(profile)
  return {
    host: profile.host,
    domain: brand.domain,
    name: brand.name,
    shop: profile.shop,
    shopId: String(profile.shopId),
    side: profile.isNew ? 'new' : 'old',
    isNew: profile.isNew,
    isLaunched: profile.isNew && isReachable(condition),
    kind: shownAvailability(profile, switches, nowMs).kind,
    habit: condition.habit,
    naming: condition.naming.kind,
    address: condition.naming.kind === 'a' ? condition.naming.address : null,
    createdAt: iso(profile.createdMs),
    launchedAt: iso(profile.launchedMs),
    loggedAt: iso(profile.loggedMs),
    oldSince: profile.isNew ? null : iso(profile.launchedMs),
    opensAt: availability.kind === 'opens_later' ? iso(availability.opensMs) : null,
    country: brand.country.code,
    currency: brand.country.currency,
    locale: brand.country.locale,
    vertical: brand.vertical.id,
    about: aboutText(profile),
    catalogue: profile.plan.kind,
    productCount: productCount(profile, nowMs),
    email: contact.email,
    phone: contact.phone,
    theme: profile.theme.schemaName,
    expected: expectedOf(shownAvailability(profile, switches, nowMs), condition.habit),
    bestSellers: bestSellersHandle(profile),
    isLively: profile.plan.isLively,
    wantsOut: fraction(profile.key, 'wants-out') < 0.004,
    city: profile.city,
    languages: facts.languages,
    payments: facts.payments.map(({ id }) => id),
    socials: contact.socials,
    policies: facts.policies,
    hasContactForm: facts.hasContactForm,
    company: facts.company,
    responsible: facts.responsible,
    apps: appsOf(profile),
    pixels: profile.pixels,
    themeLabel: profile.theme.name,
    themeVersion: profile.generation === 2026 ? profile.theme.schemaVersion : null,
    changes: changesUntil(launched, nowMs).map(({ atMs, kind }) => ({ at: iso(atMs), kind })),
    terms: termsOf(profile),
  }
}

const appsOf = (profile: ShopProfile): string[] => [
  ...new Set([
    ...profile.apps,
    ...profile.pixels.map((vendor) => PIXEL_CLIENTS[vendor].app),
    ...scriptTagsOf(profile).map(({ app }) => app),
  ]),
]

/** A host that is not a separate shop, with its kind, and the name in its certificate. */
export type Stray = {
  host: string
  kind: string
  /** The target of a moved domain. */
  target: string | null
}

export function* strays(state: WorldState): Generator<Stray> {
  for (const { stray, ordinal, target } of state.strays()) {
    const { domain } = state.brand({ side: 'stray', ordinal })
    yield {
      host: stray === 'takeover' ? `shop.${domain}` : domain,
      kind: stray,
      target: stray === 'moved' && target ? state.profile(target).host : null,
    }
  }
}

function expectedOf(
  { kind }: ReturnType<typeof shownAvailability>,
  habit: Habit,
): Truth['expected'] {
  if (kind !== 'open' && kind !== 'protected') return kind
  if (habit === 'huge_pages') return 'too_large'
  return habit === 'robots_closed' ? 'robots' : 'store'
}

/** The shop that any of these hosts belongs to: apex, `www`, platform handle. */
export function shopBehind(state: WorldState, host: string): ShopReference | null {
  const owner = host.endsWith('.myshopify.com')
    ? state.ownerOfHandle(host.slice(0, -'.myshopify.com'.length))
    : (state.ownerOfDomain(splitHost(host).domain) ?? state.ownerOfDomain(host))
  return owner?.kind === 'shop' ? owner.reference : null
}

export function truthForHost(
  state: WorldState,
  switches: HostSwitches,
  host: string,
  nowMs: number,
): Truth | null {
  const reference = shopBehind(state, host)
  return reference && truthOf(state, switches, reference, nowMs)
}
