import * as z from 'zod/mini'
import { isDay } from '#contracts/dates.ts'
import { keysOf } from '#contracts/keys.ts'
import { AD_NETWORKS } from './ad-networks.ts'
import {
  Category,
  CategoryConfidence,
  EmailKind,
  LaunchConfidence,
  MailState,
  PolicyKind,
  RegistrationKind,
  SocialNetwork,
} from './facts.ts'
import { MAIL_PROVIDERS } from './mail-providers.ts'
import { PAY_LATER } from './payment-names.ts'
import { EXPECTED_POLICIES, RiskKind } from './risks.ts'
import { FILTERED_CHANGES } from './timeline.ts'

/**
 * All filters for stores. An entry defines a filter's query parameter, place in the address,
 * control and counts; `server/catalog/search/store-values.ts` says how its value follows from a
 * store, `list.filter` in the locales holds its texts.
 */

/** Groups of the filter panel, in display order. What is `mine` depends on the calling account. */
export const FILTER_SECTIONS = [
  'launch',
  'place',
  'offer',
  'technology',
  'contact',
  'activity',
  'trust',
  'mine',
] as const
export type FilterSection = (typeof FILTER_SECTIONS)[number]

/** Lengths in days of the filters for changes, today included. */
export const CHANGE_WINDOWS = [7, 30] as const

/** A preset range of a figure, both ends included; null = open. */
export type Band = readonly [least: number | null, most: number | null]

/** Codes, which get their names in the reader's language. */
export type ValueCodes = 'country' | 'language' | 'currency'
/** What names the values that have neither a text of a closed list nor a label. */
export type ValueNames =
  | 'domainEnding'
  | 'network'
  | 'paymentBrand'
  | 'mailProvider'
  | 'pixel'
  | 'change'
  | 'policy'
  | 'stage'

type Rule =
  | {
      kind: 'options'
      /**
       * All possible values, in order. Without it, the values are those that stores have, most
       * frequent first.
       */
      values?: readonly string[]
      codes?: ValueCodes
      names?: ValueNames
      /** A store may have several values; `any` and `none` are valid choices too. */
      isMany?: true
    }
  | { kind: 'yesNo' }
  /** A whole number, 0 or more. */
  | { kind: 'range'; bands: readonly Band[]; unit?: 'dollars' | 'percent' }
  /** Days, YYYY-MM-DD. */
  | { kind: 'days' }
  | { kind: 'text' }
export type FilterRule = Rule & { section: FilterSection }

const options = { kind: 'options' } as const
const many = { ...options, isMany: true } as const
const yesNo = { kind: 'yesNo' } as const
const days = { kind: 'days' } as const

/** With the bands that begin at these figures; without `last` there is no upper end. */
const range = (firsts: readonly number[], last: number | null = null) => ({
  kind: 'range' as const,
  bands: firsts.map((first, at): Band => {
    const next = firsts[at + 1]
    return [first, next === undefined ? last : next - 1]
  }),
})

function section<const Name extends FilterSection, const Rules extends Record<string, Rule>>(
  section: Name,
  rules: Rules,
) {
  const entries = Object.entries(rules).map(([key, rule]) => [key, { ...rule, section }])
  // Safe: the same keys, each with its rule and the section.
  return Object.fromEntries(entries) as { [Key in keyof Rules]: Rules[Key] & { section: Name } }
}

export const storeFilters = {
  ...section('launch', {
    /**
     * Its name, domain or description must contain every word, as a whole word or as the beginning
     * or end of one.
     */
    q: { kind: 'text' },
    launched: days,
    opened: days,
    /** Length of its latest time behind a password page, as far as we saw it; 0 = never. */
    passwordDays: range([0, 1, 4, 8, 31]),
    /** It answered again after it was closed. */
    reopened: yesNo,
    confidence: { ...options, values: LaunchConfidence.options },
    status: { ...options, values: ['OPEN', 'PASSWORD_PROTECTED', 'CLOSED'] },
    /** The shop is older than its current address. */
    moved: yesNo,
    /** Days from the registration of its domain to the day found. */
    domainAge: range([0, 8, 31, 91, 366]),
    /** The day of our last visit. */
    checked: days,
  }),
  ...section('place', {
    country: { ...options, codes: 'country' },
    region: options,
    city: options,
    shipsTo: { ...many, codes: 'country' },
    /** Countries that its own menu offers. */
    markets: { ...many, codes: 'country' },
    language: { ...options, codes: 'language' },
    /** All languages in which it can be read. */
    languages: { ...many, codes: 'language' },
    currency: { ...options, codes: 'currency' },
    /** Its own currency and those of its markets. */
    currencies: { ...many, codes: 'currency' },
    /** Top-level domain. */
    tld: { ...options, names: 'domainEnding' },
  }),
  ...section('offer', {
    category: { ...options, values: Category.options },
    products: range([0, 1, 10, 50, 250]),
    /** Median price in approximate US dollars: `money.ts`. */
    price: { ...range([0, 20, 50, 100, 250]), unit: 'dollars' },
    priceMin: { ...range([0, 20, 50, 100, 250]), unit: 'dollars' },
    priceMax: { ...range([0, 50, 100, 250, 1_000]), unit: 'dollars' },
    /** Sum over all its products. */
    variants: range([0, 1, 11, 51, 251]),
    /** Percentage of its products that cannot be bought. */
    soldOut: { ...range([0, 1, 25, 50], 100), unit: 'percent' },
    /** Percentage of its products with a real former price. */
    discount: { ...range([0, 1, 25, 50], 100), unit: 'percent' },
    /** Listed products that the shop created within as many days. */
    newProducts7: range([0, 1, 5, 20]),
    newProducts30: range([0, 1, 10, 50]),
    newestProduct: days,
    /** At least one of its products is trending or has been. */
    trending: yesNo,
    /** The rating of the store as a whole, as a percentage of the best one. */
    rating: { ...range([0, 60, 80, 90, 95], 100), unit: 'percent' },
    reviews: range([0, 11, 101, 1_001]),
    /** Always, or from some order value on. */
    freeShipping: yesNo,
    payLater: { ...many, values: PAY_LATER, names: 'paymentBrand' },
  }),
  ...section('technology', {
    theme: options,
    /** The theme without its version and without what the merchant added to its name. */
    themeFamily: options,
    themeSource: { ...options, values: ['store', 'own'] },
    apps: many,
    appCount: range([0, 1, 4, 8]),
    pixels: { ...many, names: 'pixel' },
    /** How many different vendors. */
    pixelCount: range([0, 1, 2, 4, 7]),
    adNetworks: { ...many, values: AD_NETWORKS, names: 'pixel' },
    payments: { ...many, names: 'paymentBrand' },
    /** Apps and pixel vendors that came or went within as many days. */
    techAdded7: { ...many, names: 'pixel' },
    techAdded30: { ...many, names: 'pixel' },
    techRemoved7: { ...many, names: 'pixel' },
    techRemoved30: { ...many, names: 'pixel' },
  }),
  ...section('contact', {
    email: yesNo,
    emailKind: { ...options, values: EmailKind.options },
    emailState: { ...options, values: MailState.options.filter((state) => state !== 'unknown') },
    ownDomain: yesNo,
    mailProvider: { ...options, values: MAIL_PROVIDERS, names: 'mailProvider' },
    phone: yesNo,
    /** Country of the phone number, not of the store. */
    phoneCountry: { ...options, codes: 'country' },
    contactForm: yesNo,
    company: yesNo,
    street: yesNo,
    registration: { ...many, values: RegistrationKind.options },
    openingHours: yesNo,
    blog: yesNo,
    aboutPage: yesNo,
    socials: { ...many, values: SocialNetwork.options, names: 'network' },
    socialCount: range([0, 1, 3, 6]),
    policies: { ...many, values: PolicyKind.options, names: 'policy' },
  }),
  ...section('activity', {
    alive: yesNo,
    /** Days from its launch to the last visit that found it alive. */
    survived: range([0, 7, 30, 90, 180]),
    changed7: { ...many, values: FILTERED_CHANGES, names: 'change' },
    changed30: { ...many, values: FILTERED_CHANGES, names: 'change' },
  }),
  ...section('trust', {
    risks: { ...many, values: RiskKind.options },
    /** Those that it lacks of the kinds that buyers look for in any open shop. */
    missingPolicies: { ...many, values: EXPECTED_POLICIES, names: 'policy' },
    /** Percentage of its products that other stores list too. */
    sharedProducts: { ...range([0, 1, 25, 50, 80], 100), unit: 'percent' },
    /** How certain its category is. */
    categoryCertainty: { ...options, values: CategoryConfidence.options },
  }),
  ...section('mine', {
    /** Whether the calling account has saved it. */
    saved: yesNo,
    favorite: yesNo,
    /** The tags that the account gave it, folded: `foldTag`. */
    tag: many,
    /** The ids of the account's lists that it is on. */
    list: many,
    /** Keys of the account's stages. */
    stage: { ...many, names: 'stage' },
    /** Its lead is in a stage after the first contact. Leads and alerts leave it out by default. */
    contacted: yesNo,
    exported: yesNo,
    /** The account said that mail to its address comes back. */
    bounced: yesNo,
    /** A line of the account's list "Not these" matches it; then it shows only on request. */
    hidden: yesNo,
    isNew: yesNo,
    /** Points by the profile of the query. */
    score: range([0, 40, 60, 80], 100),
  }),
} satisfies Record<string, FilterRule>

export type FilterKey = keyof typeof storeFilters
export const filterKeys = keysOf(storeFilters)
export const FilterKeySchema = z.enum(filterKeys)

/**
 * A store passes when its value is included (or nothing is, but something is excluded) and not
 * excluded; one of unknown value passes only with `unknown`. So include, exclude and unknown
 * partition all stores.
 */
export type FilterChoice = {
  include: readonly string[]
  exclude: readonly string[]
  unknown: boolean
}
export type FilterChoices = Partial<Record<FilterKey, FilterChoice>>

export const UNKNOWN = 'unknown'
/**
 * For filters with several values per store: at least one value of any kind; known to have none.
 */
export const ANY = 'any'
export const NONE = 'none'

export const NO_CHOICE: FilterChoice = { include: [], exclude: [], unknown: false }
export const MAX_VALUES = 50
/** Enough for fifty names of apps or towns. */
export const MAX_FILTER_TEXT = 2_000
export const MAX_SEARCH_TEXT = 600
/**
 * Longest query of a list, percent-encoded. Three values in each of eighty filters take 6,000
 * characters, fifty values in several of them as much again. The server's headers have room for it.
 */
export const MAX_LIST_QUERY = 16_000

const RESERVED_VALUES: readonly string[] = [UNKNOWN, ANY, NONE]
const MAX_VALUE_LETTERS = 100
/** Matches texts that may need a change. Nearly all texts need none, and there are millions. */
const NEEDS_CLEANING = /,|\s\s|[^\S ]|^[ -]| $/

/**
 * A published word as the value of a filter. Commas, a leading minus and three reserved words have
 * a special meaning in the address.
 */
export function filterValue(text: string): string {
  if (
    text.length <= MAX_VALUE_LETTERS &&
    !NEEDS_CLEANING.test(text) &&
    !RESERVED_VALUES.includes(text)
  )
    return text
  const plain = text
    .replaceAll(',', ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ -]+/, '')
  const value = [...plain].slice(0, MAX_VALUE_LETTERS).join('').trimEnd()
  return RESERVED_VALUES.includes(value) ? `${value}.` : value
}

/**
 * `DE,-US,unknown` → include DE, exclude US, and include the unknown too. A text filter takes the
 * whole text as one value. Null when the filter does not support the value.
 */
export function readChoice(key: FilterKey, text: string): FilterChoice | null {
  const filter: FilterRule = storeFilters[key]
  if (filter.kind === 'text') {
    const words = text.trim()
    return words === '' ? NO_CHOICE : { include: [words], exclude: [], unknown: false }
  }
  const parts = [...new Set(text.split(',').filter((part) => part !== ''))]
  if (parts.length > MAX_VALUES) return null
  const choice = { include: [] as string[], exclude: [] as string[], unknown: false }
  for (const part of parts) {
    const isExcluded = part.startsWith('-')
    const value = isExcluded ? part.slice(1) : part
    if (part === UNKNOWN) choice.unknown = true
    else if (value === UNKNOWN || !isValueOf(filter, value)) return null
    else (isExcluded ? choice.exclude : choice.include).push(value)
  }
  return choice
}

export function writeChoice({ include, exclude, unknown }: FilterChoice): string {
  return [...include, ...exclude.map((value) => `-${value}`), ...(unknown ? [UNKNOWN] : [])].join(
    ',',
  )
}

export const isChosen = (choice: FilterChoice | undefined): choice is FilterChoice =>
  choice !== undefined && (choice.unknown || choice.include.length > 0 || choice.exclude.length > 0)

function isValueOf(filter: FilterRule, value: string): boolean {
  switch (filter.kind) {
    case 'options':
      if (filter.isMany && (value === ANY || value === NONE)) return true
      return filter.values
        ? filter.values.includes(value)
        : value !== '' && filterValue(value) === value
    case 'yesNo':
      return value === 'yes' || value === 'no'
    case 'range':
      return readSpan(value) !== null
    case 'days':
      return readDays(value) !== null
    case 'text':
      return true
    default:
      return filter satisfies never
  }
}

const SPAN = /^(\d{0,9})\.\.(\d{0,9})$/

/**
 * `10..49`, `250..`, `..9`: both ends included. Null for anything else, and when the ends are in
 * the wrong order.
 */
export function readSpan(text: string): Band | null {
  const ends = SPAN.exec(text)
  if (!ends || text === '..') return null
  const [least, most] = [ends[1] ? Number(ends[1]) : null, ends[2] ? Number(ends[2]) : null]
  return least !== null && most !== null && least > most ? null : [least, most]
}

export const writeSpan = ([least, most]: Band): string => `${least ?? ''}..${most ?? ''}`

/** `2026-11-01..2026-11-20`, either end may be missing; a single day counts as both ends. */
export function readDays(text: string): readonly [from: string | null, to: string | null] | null {
  if (isDay(text)) return [text, text]
  const [from, to, ...rest] = text.split('..')
  if (from === undefined || to === undefined || rest.length > 0 || text === '..') return null
  if ((from && !isDay(from)) || (to && !isDay(to)) || (from && to && from > to)) return null
  return [from || null, to || null]
}

const fieldOf = (key: FilterKey) =>
  z.optional(
    z.string().check(
      z.maxLength(storeFilters[key].kind === 'text' ? MAX_SEARCH_TEXT : MAX_FILTER_TEXT),
      z.refine((text) => readChoice(key, text) !== null),
    ),
  )

// Safe: one field for each key, as the type says.
export const filterFields = Object.fromEntries(
  filterKeys.map((key) => [key, fieldOf(key)]),
) as Record<FilterKey, ReturnType<typeof fieldOf>>

/** Filters without a choice are left out. */
export function readChoices(query: Partial<Record<FilterKey, string | undefined>>): FilterChoices {
  const choices: FilterChoices = {}
  for (const key of filterKeys) {
    const text = query[key]
    const choice = text === undefined ? null : readChoice(key, text)
    if (choice && isChosen(choice)) choices[key] = choice
  }
  return choices
}
