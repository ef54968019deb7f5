import * as z from 'zod/mini'
import { type Day, daysBetween } from '#contracts/dates.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { STORE_DETAILS_PER_HOUR, storeParams } from './facts.ts'
import {
  type Factor,
  FactorKind,
  profileField,
  ScorePoints,
  type ScoreProfile,
} from './score-profile.ts'
import type { Band } from './store-filters.ts'

/**
 * How a store can be reached, best first: a person's mailbox or one of the business at its own
 * domain, a mailbox elsewhere, only a form or a telephone number, nothing. An address that accepts
 * no mail does not count.
 */
export const ContactKind = z.enum(['named', 'business', 'free', 'formOrPhone', 'none'])
export type ContactKind = z.infer<typeof ContactKind>

/**
 * A part of a factor's rule: stores with a number in the span, or with one of the values, get the
 * points. The first tier that fits counts; a store that fits none gets 0.
 */
export type Tier = { points: number } & ({ span: Band } | { values: readonly string[] })

const LAUNCH_STEPS = 10
const NEW_PRODUCT_STEPS = 6

/** A share of the weight, rounded half up. */
const share = (weight: number, part: number, whole: number): number =>
  Math.floor((2 * weight * part + whole) / (2 * whole))

/** Around the range that gives all: from half its lower end to twice its upper end. */
export const halfRange = ({ from, to }: { from: number; to: number | null }): Band => [
  Math.ceil(from / 2),
  to === null ? null : 2 * to,
]

/**
 * The rule of a factor. Numbers: days since the launch, products, dollars, and how many apps of the
 * factor or warning signs a store has.
 */
export function tiersOf(factor: Factor): Tier[] {
  const { weight } = factor
  const points = (part: number, whole: number) => share(weight, part, whole)
  switch (factor.kind) {
    case 'launchAge':
      return Array.from({ length: LAUNCH_STEPS }, (_, late) => ({
        span: [late === 0 ? null : factor.fullDays + late, factor.fullDays + late],
        points: points(LAUNCH_STEPS - late, LAUNCH_STEPS),
      }))
    case 'contact':
      return contactTiers(factor.best, points)
    case 'hasApp':
      return [{ span: [1, null], points: weight }]
    case 'lacksApp':
      return [{ span: [null, 0], points: weight }]
    case 'catalogueSize':
    case 'price':
      return [
        { span: [factor.from, factor.to], points: weight },
        { span: halfRange(factor), points: points(1, 2) },
      ]
    case 'category':
    case 'country':
      return [
        { values: factor.all, points: weight },
        { values: factor.half, points: points(1, 2) },
      ]
    case 'newProducts':
      return Array.from({ length: NEW_PRODUCT_STEPS }, (_, missing) => ({
        span: [NEW_PRODUCT_STEPS - missing, null],
        points: points(NEW_PRODUCT_STEPS - missing, NEW_PRODUCT_STEPS),
      }))
    case 'theme':
      return [{ values: factor.themes, points: weight }]
    case 'alive':
      return [{ values: ['yes'], points: weight }]
    case 'risk':
      return [
        { span: [null, 0], points: weight },
        { span: [1, 1], points: points(1, 2) },
      ]
    default:
      return factor satisfies never
  }
}

function contactTiers(
  best: 'named' | 'business',
  points: (part: number, whole: number) => number,
): Tier[] {
  const inOrder: ContactKind[] = best === 'named' ? ['named', 'business'] : ['business', 'named']
  return [...inOrder, 'free' as const, 'formOrPhone' as const].map((kind, place) => ({
    values: [kind],
    points: points(4 - place, 4),
  }))
}

const isWithin = ([least, most]: Band, value: number): boolean =>
  (least === null || least <= value) && (most === null || value <= most)

const fits = (tier: Tier, value: number | string): boolean =>
  'span' in tier
    ? typeof value === 'number' && isWithin(tier.span, value)
    : typeof value === 'string' && tier.values.includes(value)

/** The place of the first tier that fits; -1 where none does. */
export const tierAt = (tiers: readonly Tier[], value: number | string): number =>
  tiers.findIndex((tier) => fits(tier, value))

export const pointsOf = (tiers: readonly Tier[], value: number | string): number =>
  tiers[tierAt(tiers, value)]?.points ?? 0

/** What is known of a store; null = not known. The values are those of the filters of the list. */
export type ScoredValues = {
  launchDate: Day | null
  contact: ContactKind | null
  apps: readonly string[] | null
  products: number | null
  price: number | null
  category: string | null
  newProducts7: number | null
  newProducts30: number | null
  themeFamily: string | null
  country: string | null
  alive: boolean
  risks: readonly string[] | null
}

export type PublishedContact = {
  email: boolean | null
  emailKind: string | null
  emailState: string | null
  ownDomain: boolean | null
  phone: boolean | null
  contactForm: boolean | null
}

/** States of an unread address. */
export const DEAD_MAIL_STATES: readonly string[] = ['no_mx', 'bounced']

export function contactKindOf(contact: PublishedContact): ContactKind | null {
  const { email, emailKind, emailState, ownDomain, phone, contactForm } = contact
  if (email === true && !(emailState !== null && DEAD_MAIL_STATES.includes(emailState)))
    return ownDomain !== true ? 'free' : emailKind === 'personal' ? 'named' : 'business'
  if (phone === true || contactForm === true) return 'formOrPhone'
  return email === null || phone === null || contactForm === null ? null : 'none'
}

/**
 * What a factor looks at: a number (days since the launch, products, dollars), one value, or, for
 * apps and warning signs, those that the store has.
 */
const FactorValue = z.union([z.int(), z.string(), z.array(z.string())])
type FactorValue = z.infer<typeof FactorValue>

function valueOf(factor: Factor, values: ScoredValues, today: Day): FactorValue | null {
  const { launchDate, apps, risks } = values
  switch (factor.kind) {
    case 'launchAge':
      return launchDate && Math.max(0, daysBetween(launchDate, today) - 1)
    case 'hasApp':
    case 'lacksApp':
      return apps && factor.apps.filter((app) => apps.includes(app))
    case 'catalogueSize':
      return values.products
    case 'newProducts':
      return factor.window === 7 ? values.newProducts7 : values.newProducts30
    case 'theme':
      return values.themeFamily
    case 'alive':
      return values.alive ? 'yes' : 'no'
    case 'risk':
      return risks && [...risks]
    case 'category':
    case 'contact':
    case 'country':
    case 'price':
      return values[factor.kind]
    default:
      return factor satisfies never
  }
}

export const StoreScore = z.object({
  /** The sum of the factors' points. */
  points: ScorePoints,
  /** The sum of the weights of factors whose value is known. */
  known: ScorePoints,
  /** In the order of the profile. */
  factors: z.array(
    z.object({
      kind: FactorKind,
      weight: ScorePoints,
      /** Null where the value is not known. */
      points: z.nullable(ScorePoints),
      value: z.nullable(FactorValue),
    }),
  ),
})
export type StoreScore = z.infer<typeof StoreScore>

/** @param today UTC; a launch is as old as the days between */
export function scoreStore(profile: ScoreProfile, values: ScoredValues, today: Day): StoreScore {
  const factors = profile.factors.map((factor) => {
    const { kind, weight } = factor
    const value = valueOf(factor, values, today)
    if (value === null) return { kind, weight, points: null, value }
    const points = pointsOf(tiersOf(factor), Array.isArray(value) ? value.length : value)
    return { kind, weight, points, value }
  })
  const known = factors.filter(({ points }) => points !== null)
  return {
    points: factors.reduce((sum, { points }) => sum + (points ?? 0), 0),
    known: known.reduce((sum, one) => sum + one.weight, 0),
    factors,
  }
}

export const getStoreScore = endpoint({
  name: 'getStoreScore',
  method: 'GET',
  path: '/api/stores/:id/score',
  access: 'paid',
  summary: `The score of one store by a profile, with the value and the points of every factor; without \`profile\` by the default. At most ${STORE_DETAILS_PER_HOUR} an hour for each account.`,
  params: storeParams,
  query: z.object({ profile: z.optional(profileField) }),
  response: StoreScore,
})
