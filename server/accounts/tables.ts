import type { TableName } from '#server/platform/db/schema.ts'
import { olderThan, type Retention } from '#server/platform/jobs/purge-old-rows.ts'

export const tables = [
  'account_tokens',
  'identities',
  'second_factors',
  'used_nonces',
  'user_photos',
  'users',
] as const satisfies TableName[]

export const retention: Retention<(typeof tables)[number]> = {
  // An expired nonce is refused for that reason alone.
  used_nonces: { old: olderThan('expires_at', 0) },
  users: { keep: 'until the account is erased' },
}
