import type { TableName } from '#server/platform/db/schema.ts'
import { olderThan, type Retention } from '#server/platform/jobs/purge-old-rows.ts'

export const tables = ['opt_out_requests', 'opt_outs'] as const satisfies TableName[]

export const retention: Retention<(typeof tables)[number]> = {
  opt_out_requests: { old: olderThan('expires_at', 0) },
  opt_outs: { keep: 'an opt-out has no end' },
}
