import type { Accuracy } from '#contracts/freshness.ts'
import type { StoredComparison } from '#server/platform/db/operations-schema.ts'
import type { Db } from '#server/platform/db/schema.ts'

/** The last finished run in which at least one value could be compared; null until there is one. */
export async function readAccuracy(db: Db): Promise<Accuracy | null> {
  const run = await findLatestRun(db)
  if (!run?.finished_at || !run.compared) return null
  const checks = await db
    .selectFrom('accuracy_checks')
    .select('fields')
    .where('run_id', '=', run.id)
    .where('outcome', '=', 'compared')
    .execute()
  const fields: Record<string, FieldCounts> = {}
  for (const check of checks) addFieldCounts(fields, check.fields)
  return {
    share: shareOf(run.correct ?? 0, run.compared),
    sample: run.stores ?? 0,
    measuredAt: run.finished_at.toISOString(),
    compared: run.compared,
    correct: run.correct ?? 0,
    changed: run.changed ?? 0,
    wrong: run.wrong ?? 0,
    missing: run.missing ?? 0,
    unreachable: run.unreachable ?? 0,
    fields: Object.entries(fields)
      .map(([field, counts]) => ({ field, ...counts }))
      .toSorted((a, b) => (a.field < b.field ? -1 : 1)),
  }
}

/** Only the figures of the front page. */
export async function readAccuracyShare(
  db: Db,
): Promise<Pick<Accuracy, 'share' | 'sample' | 'measuredAt'> | null> {
  const run = await findLatestRun(db)
  if (!run?.finished_at || !run.compared) return null
  return {
    share: shareOf(run.correct ?? 0, run.compared),
    sample: run.stores ?? 0,
    measuredAt: run.finished_at.toISOString(),
  }
}

/** Rounded down to a tenth of a per cent: 1 only where everything was right. */
const shareOf = (correct: number, compared: number): number =>
  Math.floor((1_000 * correct) / compared) / 1_000

const findLatestRun = (db: Db) =>
  db
    .selectFrom('accuracy_runs')
    .selectAll()
    .where('finished_at', 'is not', null)
    .where('compared', '>', 0)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export type FieldCounts = {
  compared: number
  correct: number
  changed: number
  wrong: number
  missing: number
}

/** Adds one store's comparisons to the counts of each field. A value that we do not show counts as missing, not as compared. */
export function addFieldCounts(
  counts: Record<string, FieldCounts>,
  fields: Record<string, StoredComparison> | null,
): void {
  for (const [field, { verdict }] of Object.entries(fields ?? {})) {
    const count = (counts[field] ??= { compared: 0, correct: 0, changed: 0, wrong: 0, missing: 0 })
    count[verdict] += 1
    if (verdict !== 'missing') count.compared += 1
  }
}
