import type { Day } from '#contracts/dates.ts'

/** Determines every row; a kept database of the same size is reused. */
export type WorkspaceSize = {
  stores: number
  products: number
  days: number
  lastDay: Day
  seed: number
}

export const FULL_SIZE: WorkspaceSize = {
  stores: 1_000_000,
  products: 20_000_000,
  days: 400,
  lastDay: '2026-11-20',
  seed: 7,
}
