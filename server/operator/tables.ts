import type { TableName } from '#server/platform/db/schema.ts'
import type { Retention } from '#server/platform/jobs/purge-old-rows.ts'

export const tables = ['feature_switches', 'operators'] as const satisfies TableName[]

export const retention: Retention<(typeof tables)[number]> = {
  feature_switches: { keep: 'one row for each switch' },
}
