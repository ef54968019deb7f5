import { sql } from 'kysely'
import type { RoleName } from '#server/platform/config.ts'
import type { AppContext } from '#server/platform/context.ts'
import { startStageLoop } from '#server/platform/stage-loop.ts'
import { writeState } from '#server/platform/system-state.ts'

/** Processes of these roles listen nowhere, so that only the database can tell that they run. */
const BEATING_ROLES = ['worker', 'cron'] as const satisfies RoleName[]
type BeatingRole = (typeof BEATING_ROLES)[number]

const BEAT_EVERY_MS = 30_000

type Deps = Pick<AppContext, 'db' | 'now' | 'log'>
/** `lastSeenAt`: null = never. */
export type RoleBeat = { role: BeatingRole; lastSeenAt: Date | null; starts: number }

/** Records every 30 s that this process runs its roles, until it is stopped. */
export function startRoleBeats(ctx: Deps & { config: { ROLES: readonly RoleName[] } }): {
  stop: () => Promise<void>
} {
  const roles = BEATING_ROLES.filter((role) => ctx.config.ROLES.includes(role))
  if (roles.length === 0) return { stop: () => Promise.resolve() }
  const stopping = new AbortController()
  let isFirst = true
  const loop = startStageLoop({
    name: 'role-beats',
    log: ctx.log,
    signal: stopping.signal,
    async step() {
      for (const role of roles) await recordRoleBeat(ctx, role, { isStart: isFirst })
      isFirst = false
      return BEAT_EVERY_MS
    },
  })
  return {
    async stop() {
      stopping.abort()
      await loop.stopped
    },
  }
}

const keyOf = (role: BeatingRole) => `role:${role}`

export async function recordRoleBeat(
  ctx: Pick<Deps, 'db' | 'now'>,
  role: BeatingRole,
  { isStart }: { isStart: boolean },
): Promise<void> {
  const starts = isStart ? 1 : 0
  await writeState(
    ctx,
    keyOf(role),
    { starts },
    sql`jsonb_build_object('starts', (system_state.value ->> 'starts')::int + ${starts}::int)`,
  )
}

export async function readRoleBeats({ db }: Pick<Deps, 'db'>): Promise<RoleBeat[]> {
  const rows = await db
    .selectFrom('system_state')
    .select(['key', 'updated_at', sql<number>`(value ->> 'starts')::int`.as('starts')])
    .where('key', 'in', BEATING_ROLES.map(keyOf))
    .execute()
  return BEATING_ROLES.map((role) => {
    const row = rows.find(({ key }) => key === keyOf(role))
    return { role, lastSeenAt: row?.updated_at ?? null, starts: row?.starts ?? 0 }
  })
}
