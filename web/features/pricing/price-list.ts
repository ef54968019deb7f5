/** Whole units of the language's currency: the specification's figures in each (USD, TRY, EUR). */
export const priceList = {
  pro: { monthly: 39, annualPerMonth: 29, annualTotal: 349 },
  plus: { monthly: 79, annualPerMonth: 46, annualTotal: 549 },
} as const

export const planNames = ['pro', 'plus', 'custom'] as const
export type PlanCardName = (typeof planNames)[number]

/** Rows that a Pro account may export per day. */
export const PRO_EXPORT_ROWS = 1_000

/** What paying once a year saves against twelve months, 0..1. */
export const annualSaving = ({ monthly, annualTotal }: { monthly: number; annualTotal: number }): number =>
  1 - annualTotal / (monthly * 12)
