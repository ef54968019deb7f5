import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'

export const getCurrentPlan = endpoint({
  name: 'getCurrentPlan',
  method: 'GET',
  path: '/api/plans/current',
  access: 'session',
  summary: 'The plan of the account: `guest`, `pro` or `plus`.',
  /** A text, so that a page which is open while a plan is added does not take the answer for garbage. */
  response: z.object({ productName: z.string() }),
})

export const ExportFormat = z.enum(['csv', 'xlsx', 'jsonl'])
export type ExportFormat = z.infer<typeof ExportFormat>

export type PlanRights = {
  /** Dashboard, lists, details, saved items. */
  hasResearch: boolean
  exportFormats: readonly ExportFormat[]
  /** Rows that may be exported in one UTC day; null = as many as there are. */
  exportRowsPerDay: number | null
  /** Saved searches; null = as many as one likes. */
  savedSearches: number | null
}

/** What a plan gives: the server enforces it, the pricing page prints it. */
export const planRights = {
  guest: { hasResearch: false, exportFormats: [], exportRowsPerDay: 0, savedSearches: 0 },
  pro: { hasResearch: true, exportFormats: ['csv'], exportRowsPerDay: 1000, savedSearches: 1 },
  plus: {
    hasResearch: true,
    exportFormats: ExportFormat.options,
    exportRowsPerDay: null,
    savedSearches: null,
  },
} as const satisfies Record<string, PlanRights>
export type PlanName = keyof typeof planRights
