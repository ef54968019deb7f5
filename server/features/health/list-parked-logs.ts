import type { Db } from '#server/context.ts'

export type ParkedLog = { description: string; problem: string; since: Date }

/** Logs that contradicted themselves and are paused for now, the longest first. Their new entries are not read meanwhile. */
export async function listParkedLogs(db: Db): Promise<ParkedLog[]> {
  const rows = await db
    .selectFrom('ct_logs')
    .select(['description', 'problem', 'parked_at', 'updated_at'])
    .where('state', '=', 'parked')
    .orderBy('parked_at')
    .orderBy('log_id', (order) => order.collate('C'))
    .execute()
  return rows.map((row) => ({
    description: row.description,
    problem: row.problem ?? 'unknown',
    since: row.parked_at ?? row.updated_at,
  }))
}
