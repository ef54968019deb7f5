import type { FreshnessLog } from '#contracts/freshness.ts'
import type { AppContext } from '#server/context.ts'
import { seconds } from './seconds.ts'

/** Every log that was ever followed, sorted by operator and name. */
export async function readLogs({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<FreshnessLog[]> {
  const rows = await db
    .selectFrom('ct_logs')
    .select([
      'description',
      'operator',
      'state',
      'problem',
      'parked_at',
      'followed_at',
      'live_since',
      'checked_at',
    ])
    .select(['tree_size', 'seen_size', 'next_index', 'entries_read', 'updated_at'])
    .orderBy('operator', (order) => order.collate('C'))
    .orderBy('description', (order) => order.collate('C'))
    .execute()
  return rows.map((row) => {
    const entriesBehind = Math.max(0, Math.max(row.tree_size, row.seen_size ?? 0) - row.next_index)
    const lastStep = row.checked_at && row.checked_at > row.updated_at ? row.checked_at : row.updated_at
    return {
      description: row.description,
      operator: row.operator,
      state: row.state,
      problem: row.problem,
      parkedSince: row.parked_at?.toISOString() ?? null,
      followedSince: row.followed_at?.toISOString() ?? null,
      liveSince: row.live_since?.toISOString() ?? null,
      entriesRead: row.entries_read,
      entriesBehind,
      shareRead: shareOf(row.entries_read, entriesBehind),
      secondsSinceStep: Math.max(0, seconds((now().getTime() - lastStep.getTime()) / 1000) ?? 0),
    }
  })
}

/** Rounded down: 1 means every entry. */
const shareOf = (read: number, behind: number): number | null =>
  read + behind === 0 ? null : Math.floor((read / (read + behind)) * 10_000) / 10_000
