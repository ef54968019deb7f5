import type { StoredComparison } from '#server/db/freshness-schema.ts'

export type FieldCounts = {
  compared: number
  correct: number
  changed: number
  wrong: number
  missing: number
}

/** Adds one store's comparisons to the counts of each field. A value that we do not show counts as missing, not as compared. */
export function addVerdicts(
  counts: Record<string, FieldCounts>,
  fields: Record<string, StoredComparison> | null,
): void {
  for (const [field, { verdict }] of Object.entries(fields ?? {})) {
    const count = (counts[field] ??= { compared: 0, correct: 0, changed: 0, wrong: 0, missing: 0 })
    count[verdict] += 1
    if (verdict !== 'missing') count.compared += 1
  }
}
