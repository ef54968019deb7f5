import { PulseGroup, PulseRank, SurvivalGroup } from '#contracts/catalog/pulse.ts'
import {
  type FilterKey,
  type FilterRule,
  storeFilters,
  writeSpan,
} from '#contracts/catalog/store-filters.ts'
import { StoreSort } from '#contracts/catalog/stores.ts'
import { addDays } from '#contracts/dates.ts'
import { pick, type Random, whole } from '#testing/random.ts'
import { WHOLESALE_ITEMS } from './fill-products.ts'
import { DETAILED_EVERY } from './fill-rest.ts'
import { COUNTRIES, LANGUAGES, PAYMENTS, PIXELS, THEMES, TLDS, WORDS } from './made-values.ts'
import type { WorkspaceSize } from './workspace-size.ts'

/**
 * Requests that are timed together, each class with a separate target: those that ask the search
 * engine,
 */
export const SEARCH_CLASSES = [
  'list',
  'list, filtered',
  'facets, up to 90 days',
  'facets, all days',
  'products, trending',
  'products, all',
] as const
/** With those that only query the database. */
export const CLASSES = [
  ...SEARCH_CLASSES,
  'store',
  'pulse',
  'survival',
  'product across stores',
  'timeline',
] as const
export type RequestClass = (typeof CLASSES)[number]
export type Asked = { kind: RequestClass; path: string }

/** Shares out of a thousand requests. */
const SHARES: readonly [RequestClass, number][] = [
  ['list', 300],
  ['list, filtered', 220],
  ['facets, up to 90 days', 180],
  ['facets, all days', 100],
  ['products, trending', 60],
  ['products, all', 40],
  ['store', 50],
  ['pulse', 10],
  ['survival', 10],
  ['product across stores', 20],
  ['timeline', 10],
]

export function nextRequest(random: Random, size: WorkspaceSize): Asked {
  let place = whole(random, 1000)
  const kind = SHARES.find(([, share]) => (place -= share) < 0)?.[0] ?? 'list'
  return { kind, path: pathOf(kind, random, size) }
}

function pathOf(kind: RequestClass, random: Random, size: WorkspaceSize): string {
  const spans = [1, 1, 7, 28, null] as const
  switch (kind) {
    case 'list':
      return address('/api/stores', dates(pick(random, spans), random, size))
    case 'list, filtered':
      return address('/api/stores', {
        ...dates(pick(random, spans), random, size),
        ...filters(random, 1 + whole(random, 4)),
        sortBy: pick(random, StoreSort.options),
        sortDirection: pick(random, ['ASC', 'DESC']),
        page: String(random() < 0.5 ? 0 : whole(random, random() < 0.5 ? 20 : 2000)),
      })
    case 'facets, up to 90 days':
      return facets(dates(pick(random, [1, 7, 28, 90]), random, size), random)
    case 'facets, all days':
      return facets({}, random)
    case 'products, trending':
      return address('/api/trending/products', {
        ...dates(pick(random, spans), random, size),
        ...filters(random, whole(random, 2)),
        page: String(whole(random, 4)),
      })
    case 'products, all':
      return address('/api/trending/products', {
        ...dates(pick(random, spans), random, size),
        ...filters(random, whole(random, 2)),
        scope: 'all',
        page: String(whole(random, 4)),
      })
    case 'store':
      return `/api/stores/details/${DETAILED_EVERY * (1 + whole(random, size.stores / DETAILED_EVERY))}`
    case 'pulse':
      return pulse(random, size)
    case 'survival':
      return address(
        '/api/survival',
        random() < 0.5 ? {} : { by: pick(random, SurvivalGroup.options) },
      )
    case 'product across stores':
      // Every sixth product is wholesale, so that the numbers of their clusters are odd.
      return `/api/products/clusters/${1 + 2 * whole(random, WHOLESALE_ITEMS / 2)}`
    case 'timeline':
      return `/api/stores/details/${DETAILED_EVERY * (1 + whole(random, size.stores / DETAILED_EVERY))}/timeline`
    default:
      return kind satisfies never
  }
}

function pulse(random: Random, { lastDay }: WorkspaceSize): string {
  const from = addDays(lastDay, 1 - pick(random, [7, 28, 28, 90]))
  const [by, rank] = [pick(random, PulseGroup.options), pick(random, PulseRank.options)]
  return address('/api/pulse', { from, to: lastDay, by, rank })
}

const address = (path: string, query: Record<string, string>) =>
  `${path}?${new URLSearchParams(query)}`

/** Mostly the latest days, as users request them; null = all days. */
function dates(
  count: number | null,
  random: Random,
  { lastDay }: WorkspaceSize,
): Record<string, string> {
  if (count === null) return {}
  const last = addDays(lastDay, -(random() < 0.7 ? 0 : whole(random, 60)))
  return count === 1
    ? { date: last }
    : { dateRangeFrom: addDays(last, 1 - count), dateRangeTo: last }
}

export const daysBefore = (random: Random, size: WorkspaceSize): string =>
  address('/api/public/stats', dates(pick(random, [1, 7, 28, 90]), random, size))

/** Opens one group at a time; sometimes two are open. */
function facets(range: Record<string, string>, random: Random): string {
  const groups = [
    ...new Set([pick(random, OPEN_GROUPS), ...(random() < 0.4 ? [pick(random, OPEN_GROUPS)] : [])]),
  ]
  return address('/api/stores/facets', {
    ...range,
    ...filters(random, whole(random, 4)),
    groups: groups.join(','),
  })
}

const OPEN_GROUPS: readonly FilterKey[] = [
  'country', 'shipsTo', 'language', 'currency', 'tld', 'category', 'products', 'price', 'theme', 'apps', 'apps', 'pixels', 'payments', 'email',
  'socials', 'policies', 'status', 'saved',
] // prettier-ignore

const FILTERS: readonly FilterKey[] = [
  'q', 'launched', 'confidence', 'status', 'country', 'country', 'shipsTo', 'language', 'currency', 'tld', 'category', 'category', 'products',
  'price', 'discount', 'trending', 'theme', 'apps', 'apps', 'appCount', 'pixels', 'payments', 'email', 'emailKind', 'emailState', 'phone',
  'contactForm', 'socials', 'policies', 'saved',
] // prettier-ignore

const OPEN_VALUES: Partial<Record<FilterKey, readonly string[]>> = {
  country: COUNTRIES.slice(0, 20).map(([code]) => code),
  shipsTo: COUNTRIES.slice(0, 20).map(([code]) => code),
  currency: [...new Set(COUNTRIES.slice(0, 20).map(([, currency]) => currency))],
  language: LANGUAGES.slice(0, 10),
  tld: TLDS.slice(0, 10).map((tld) => tld.slice(tld.lastIndexOf('.') + 1)),
  theme: THEMES.map((name) => name.toLowerCase()),
  apps: Array.from({ length: 60 }, (_, at) => `app-${at + 1}`),
  pixels: PIXELS,
  payments: PAYMENTS,
}

/**
 * Values are mostly included, sometimes excluded, and sometimes stores with unknown values are
 * wanted too.
 */
function filters(random: Random, count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, () => {
      const key = pick(random, FILTERS)
      return [key, choice(random, storeFilters[key], OPEN_VALUES[key] ?? [])]
    }),
  )
}

function choice(random: Random, rule: FilterRule, open: readonly string[]): string {
  switch (rule.kind) {
    case 'text':
      return pick(random, WORDS)
    case 'days':
      return '2026-01-01..'
    case 'yesNo':
      return pick(random, ['yes', 'no'])
    case 'range':
      return writeSpan(pick(random, rule.bands))
    case 'options': {
      const values = Array.from({ length: 1 + whole(random, 3) }, () =>
        pick(random, rule.values ?? open),
      )
      const sign = random() < 0.2 ? '-' : ''
      return (
        [...new Set(values)].map((value) => sign + value).join(',') +
        (random() < 0.15 ? ',unknown' : '')
      )
    }
    default:
      return rule satisfies never
  }
}
