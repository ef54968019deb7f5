import { type ExportFormat } from '#contracts/billing/plans.ts'
import { type PlanRights, planRights } from '#contracts/billing/plan-rights.ts'
import type { PaidPlan, PlanCurrency, PriceList } from '#contracts/billing/price-list.ts'

/** In whole units of the currency. */
export type TierPrice = {
  currency: PlanCurrency
  monthlyPrice: number
  /** Monthly price with annual billing, rounded. */
  annualPrice: number
  annualTotal: number
}

/** One line of a card: a text under `features` and its parameters. */
export type FeatureLine =
  | { text: 'research' | 'saved' | 'searchesUnlimited' | 'instantAlerts' | 'webhooks' | 'apiKeys' }
  | { text: 'seats' | 'volume' | 'person' }
  | { text: 'counts' | 'sampleDay' | 'measured' | 'newsletter' }
  | { text: 'allOf'; plan: PaidPlan }
  | { text: 'exportLimited'; formats: readonly ExportFormat[]; rows: number }
  | { text: 'exportUnlimited'; formats: readonly ExportFormat[] }
  | { text: 'contacts'; stores: number }
  | { text: 'searches'; count: number }

/** What everyone gets, with an account or without. */
export const FREE_FEATURES: readonly FeatureLine[] = [
  { text: 'counts' },
  { text: 'sampleDay' },
  { text: 'measured' },
  { text: 'newsletter' },
]

/** Layout of a plan's card; its name and description are texts under `plans`. */
export type Tier = {
  name: 'pro' | 'plus' | 'custom'
  emoji: string
  colour: 'day' | 'sun' | 'field'
  isPopular: boolean
  features: readonly FeatureLine[]
}

export const tiers: readonly Tier[] = [
  { name: 'pro', emoji: '⚡️', colour: 'day', isPopular: false, features: linesOf(planRights.pro) },
  {
    name: 'plus',
    emoji: '☀️',
    colour: 'sun',
    isPopular: true,
    features: [{ text: 'allOf', plan: 'pro' }, ...limitLines(planRights.plus)],
  },
  {
    name: 'custom',
    emoji: '⚙️',
    colour: 'field',
    isPopular: false,
    features: [
      { text: 'allOf', plan: 'plus' },
      { text: 'seats' },
      { text: 'volume' },
      { text: 'person' },
    ],
  },
]

/** Derived from the table that the server enforces, so that a card cannot promise anything else. */
export function linesOf(rights: PlanRights): FeatureLine[] {
  if (!rights.hasResearch) return limitLines(rights)
  return [{ text: 'research' }, { text: 'saved' }, ...limitLines(rights)]
}

function limitLines({
  exportFormats: formats,
  exportRowsPerDay: rows,
  contactsPerDay: stores,
  savedSearches,
  hasApiKeys,
  hasInstantAlerts,
  hasWebhooks,
}: PlanRights): FeatureLine[] {
  const files: FeatureLine[] =
    rows === null
      ? [{ text: 'exportUnlimited', formats }]
      : [{ text: 'exportLimited', formats, rows }]
  const searches: FeatureLine[] =
    savedSearches === null
      ? [{ text: 'searchesUnlimited' }]
      : [{ text: 'searches', count: savedSearches }]
  const contacts: FeatureLine[] = stores > 0 ? [{ text: 'contacts', stores }] : []
  return [
    ...contacts,
    ...(formats.length > 0 ? files : []),
    ...(savedSearches === 0 ? [] : searches),
    ...(hasInstantAlerts ? [{ text: 'instantAlerts' } as const] : []),
    ...(hasWebhooks ? [{ text: 'webhooks' } as const] : []),
    ...(hasApiKeys ? [{ text: 'apiKeys' } as const] : []),
  ]
}

/** Monthly price with yearly billing, in whole units as displayed: 349 → 29. */
export const yearlyPerMonth = (yearlyMinor: number): number => Math.round(yearlyMinor / 12 / 100)

export function priceOf(prices: PriceList, currency: PlanCurrency, plan: PaidPlan): TierPrice {
  const { monthly, yearly } = prices[currency][plan]
  return {
    currency,
    monthlyPrice: monthly / 100,
    annualPrice: yearlyPerMonth(yearly),
    annualTotal: yearly / 100,
  }
}

/** What annual billing saves in a year against twelve months; 0 when it saves nothing. */
export const annualSaving = ({ monthlyPrice, annualTotal }: TierPrice): number =>
  Math.max(0, monthlyPrice * 12 - annualTotal)

const formatNames: Record<ExportFormat, string> = { csv: 'CSV', xlsx: 'XLSX', jsonl: 'JSON Lines' }

export const namesOf = (formats: readonly ExportFormat[]): string =>
  formats.map((format) => formatNames[format]).join(', ')
