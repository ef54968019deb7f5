import type { Selectable } from 'kysely'
import { SessionInfo } from '#contracts/auth.ts'
import type { Sessions } from '#server/db/account-schema.ts'
import { describeDevice } from '#server/session/describe-device.ts'

export const presentSession = (row: Selectable<Sessions>, currentId: string): SessionInfo =>
  SessionInfo.parse({
    id: row.id,
    isCurrent: row.id === currentId,
    ...describeDevice(row.user_agent),
    rememberMe: row.remember_me,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  })
