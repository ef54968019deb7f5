import { randomFor } from '../random.ts'
import { HOUR_MS } from '../time.ts'
import { closingOf } from './shop-changes.ts'
import type { ShopProfile } from './shop-profile.ts'

/** What a buyer should be warned of; most shops have none of it. */
export type ShopTraits = {
  hasPolicies: boolean
  /** Its first products still have the text of a template. */
  hasPlaceholders: boolean
  /** The earlier shop whose catalogue it has copied. */
  copies: ShopProfile | null
  /** An earlier shop of the same owner, which closes within weeks. */
  sister: ShopProfile | null
}

export const NO_TRAITS: ShopTraits = {
  hasPolicies: true,
  hasPlaceholders: false,
  copies: null,
  sister: null,
}

const SHARES = { noPolicies: 0.04, placeholders: 0.04, copies: 0.06, sister: 0.06 }

/** Only in a world whose merchants change their shops. `earlier` = shops that launched before, the latest first, without their traits. */
export function withTraits(profile: ShopProfile, earlier: () => Iterable<ShopProfile>): ShopProfile {
  if (profile.changesPerDay === 0) return profile
  const random = randomFor(profile.key, 'traits')
  const has = {
    noPolicies: random.chance(SHARES.noPolicies),
    placeholders: random.chance(SHARES.placeholders),
    copies: random.chance(SHARES.copies),
    sister: random.chance(SHARES.sister),
  }
  const find = (fits: (other: ShopProfile) => boolean) =>
    Iterator.from(earlier()).find(
      (other) => other.loggedMs < profile.loggedMs - HOUR_MS && isPlain(other) && fits(other),
    ) ?? null
  const traits: ShopTraits = {
    hasPolicies: !has.noPolicies,
    hasPlaceholders: has.placeholders,
    copies: has.copies ? find((other) => isCopied(other, profile)) : null,
    sister: has.sister ? find(closesForGood) : null,
  }
  return { ...profile, traits, contact: contactOf(profile, traits), plan: planOf(profile, traits) }
}

const isPlain = ({ condition: { availability, habit } }: ShopProfile): boolean =>
  availability.kind === 'open' && habit === 'plain'

/** Large enough to be noticed, small enough to be read on the first visit. */
const COPIED_PRODUCTS = { least: 10, most: 60 }

const isCopied = ({ plan, brand }: ShopProfile, by: ShopProfile): boolean =>
  plan.kind === 'fresh' &&
  plan.baseCount >= COPIED_PRODUCTS.least &&
  plan.baseCount <= COPIED_PRODUCTS.most &&
  brand.country.language === by.brand.country.language

function closesForGood(profile: ShopProfile): boolean {
  const changes = closingOf(profile)
  return profile.contact.email !== null && changes.length === 1
}

/** Without policies an address can only be in the footer. */
function contactOf({ contact }: ShopProfile, { hasPolicies, sister }: ShopTraits): ShopProfile['contact'] {
  const email = sister?.contact.email ?? contact.email
  if (email === null || (hasPolicies && !sister)) return contact
  return { ...contact, email, emailPlaces: ['footer_link'] }
}

const planOf = ({ plan }: ShopProfile, { copies }: ShopTraits): ShopProfile['plan'] =>
  copies ? { ...plan, kind: 'fresh', baseCount: copies.plan.baseCount, additionChance: 0 } : plan
