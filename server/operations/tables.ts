import type { TableName } from '#server/platform/db/schema.ts'
import type { Retention } from '#server/platform/jobs/purge-old-rows.ts'

export const tables = [
  'accuracy_checks',
  'accuracy_runs',
  'backup_runs',
] as const satisfies TableName[]

export const retention: Retention<(typeof tables)[number]> = {
  accuracy_runs: { keep: 'one row a night' },
  backup_runs: { keep: 'one row a night' },
}
