import * as z from 'zod/mini'
import { isDay } from '#contracts/dates.ts'
import {
  Category,
  EmailKind,
  LaunchConfidence,
  MailState,
  PolicyKind,
  SocialNetwork,
} from './facts.ts'
import { FILTERED_CHANGES } from './timeline.ts'

/**
 * All filters for stores. Each entry is one filter and defines its query parameter, its place in
 * the address, its control and its counts. `server/catalog/search/store-columns.ts` maps a filter
 * to store columns, and `list.filter` in the locales holds its texts.
 */

/** Groups of the filter panel, in display order. */
export const FILTER_SECTIONS = [
  'launch',
  'place',
  'offer',
  'technology',
  'contact',
  'activity',
  'mine',
] as const
export type FilterSection = (typeof FILTER_SECTIONS)[number]

/** Lengths in days of the filters for changes, today included. */
export const CHANGE_WINDOWS = [7, 30] as const

/** A preset range of a figure, both ends included; null = open. */
export type Band = readonly [least: number | null, most: number | null]

export type FilterRule = { section: FilterSection } & (
  | {
      kind: 'options'
      /**
       * All possible values, in order. Without it, the values are those that stores have, most
       * frequent first.
       */
      values?: readonly string[]
      /** A store may have several values; `any` and `none` are valid choices too. */
      isMany?: true
    }
  | { kind: 'yesNo' }
  /** A whole number, 0 or more. */
  | { kind: 'range'; bands: readonly Band[] }
  /** Days, YYYY-MM-DD. */
  | { kind: 'days' }
  | { kind: 'text' }
)

const rule = (value: FilterRule): FilterRule => value

export const storeFilters = {
  /**
   * Its name, domain or description must contain every word, as a whole word or as the beginning or
   * end of one.
   */
  q: rule({ section: 'launch', kind: 'text' }),
  launched: rule({ section: 'launch', kind: 'days' }),
  /** When it last opened from behind its password page. */
  opened: rule({ section: 'launch', kind: 'days' }),
  confidence: rule({ section: 'launch', kind: 'options', values: LaunchConfidence.options }),
  status: rule({
    section: 'launch',
    kind: 'options',
    values: ['OPEN', 'PASSWORD_PROTECTED', 'CLOSED'],
  }),
  /** The shop is older than its current address. */
  moved: rule({ section: 'launch', kind: 'yesNo' }),
  country: rule({ section: 'place', kind: 'options' }),
  shipsTo: rule({ section: 'place', kind: 'options', isMany: true }),
  language: rule({ section: 'place', kind: 'options' }),
  currency: rule({ section: 'place', kind: 'options' }),
  /** Top-level domain. */
  tld: rule({ section: 'place', kind: 'options' }),
  category: rule({ section: 'offer', kind: 'options', values: Category.options }),
  products: rule({
    section: 'offer',
    kind: 'range',
    bands: [
      [0, 0],
      [1, 9],
      [10, 49],
      [50, 249],
      [250, null],
    ],
  }),
  /** Median price in approximate US dollars: `money.ts`. */
  price: rule({
    section: 'offer',
    kind: 'range',
    bands: [
      [0, 19],
      [20, 49],
      [50, 99],
      [100, 249],
      [250, null],
    ],
  }),
  /** Percentage of its products with a real former price. */
  discount: rule({
    section: 'offer',
    kind: 'range',
    bands: [
      [0, 0],
      [1, 24],
      [25, 49],
      [50, 100],
    ],
  }),
  /** At least one of its products is trending or has been. */
  trending: rule({ section: 'offer', kind: 'yesNo' }),
  theme: rule({ section: 'technology', kind: 'options' }),
  apps: rule({ section: 'technology', kind: 'options', isMany: true }),
  appCount: rule({
    section: 'technology',
    kind: 'range',
    bands: [
      [0, 0],
      [1, 3],
      [4, 7],
      [8, null],
    ],
  }),
  pixels: rule({ section: 'technology', kind: 'options', isMany: true }),
  payments: rule({ section: 'technology', kind: 'options', isMany: true }),
  email: rule({ section: 'contact', kind: 'yesNo' }),
  emailKind: rule({ section: 'contact', kind: 'options', values: EmailKind.options }),
  emailState: rule({
    section: 'contact',
    kind: 'options',
    values: MailState.options.filter((state) => state !== 'unknown'),
  }),
  ownDomain: rule({ section: 'contact', kind: 'yesNo' }),
  phone: rule({ section: 'contact', kind: 'yesNo' }),
  contactForm: rule({ section: 'contact', kind: 'yesNo' }),
  company: rule({ section: 'contact', kind: 'yesNo' }),
  socials: rule({
    section: 'contact',
    kind: 'options',
    values: SocialNetwork.options,
    isMany: true,
  }),
  policies: rule({ section: 'contact', kind: 'options', values: PolicyKind.options, isMany: true }),
  /** Not closed at our last visit. */
  alive: rule({ section: 'activity', kind: 'yesNo' }),
  /** Days from its launch to the last visit that found it alive. */
  survived: rule({
    section: 'activity',
    kind: 'range',
    bands: [
      [0, 6],
      [7, 29],
      [30, 89],
      [90, 179],
      [180, null],
    ],
  }),
  changed7: rule({ section: 'activity', kind: 'options', values: FILTERED_CHANGES, isMany: true }),
  changed30: rule({ section: 'activity', kind: 'options', values: FILTERED_CHANGES, isMany: true }),
  /** Whether the calling account has saved it. */
  saved: rule({ section: 'mine', kind: 'yesNo' }),
  /** Became visible, or opened, since the calling account's last visit. */
  isNew: rule({ section: 'mine', kind: 'yesNo' }),
} as const satisfies Record<string, FilterRule>

export type FilterKey = keyof typeof storeFilters
// Safe: the keys of a literal object.
export const filterKeys = Object.keys(storeFilters) as FilterKey[]
export const FilterKeySchema = z.enum(filterKeys as [FilterKey, ...FilterKey[]])

/**
 * The choice for one filter. A store passes when its value is included (by any of `include`, or
 * when nothing is included but something is excluded) and not excluded. A store whose value is
 * unknown passes only with `unknown`. So including a value, excluding it, and asking for the
 * unknown partition all stores.
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
const MAX_FILTER_TEXT = 600
const MAX_VALUES = 50

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
      z.maxLength(MAX_FILTER_TEXT),
      z.refine((text) => readChoice(key, text) !== null),
    ),
  )

/** One query parameter per filter; `readChoices` reads them. */
// Safe: one field for each key, as the type says.
export const filterFields = Object.fromEntries(
  filterKeys.map((key) => [key, fieldOf(key)]),
) as Record<FilterKey, ReturnType<typeof fieldOf>>

/** The choices of a query; filters without a choice are left out. */
export function readChoices(query: Partial<Record<FilterKey, string | undefined>>): FilterChoices {
  const choices: FilterChoices = {}
  for (const key of filterKeys) {
    const text = query[key]
    const choice = text === undefined ? null : readChoice(key, text)
    if (choice && isChosen(choice)) choices[key] = choice
  }
  return choices
}
