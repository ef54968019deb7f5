/**
 * Runs the server on the folder in the first argument and keeps writing rows unless `--quiet`:
 * `disk-full.ts` starts it.
 */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ServerContext } from '#server/create-context.ts'
import { runServer, runUntilSignal } from '#server/main.ts'
import { parseConfig } from '#server/platform/config.ts'
import { createSessions } from '#server/platform/session/sessions.ts'
import { insertUser } from '#testing/factories.ts'
import type { FullDiskReport } from './report.ts'

const WRITERS = 4
const BYTES = 1_500
const REFUSED_PAUSE_MS = 200

const [dataDir = '', mode] = process.argv.slice(2)
const config = parseConfig({ DATA_DIR: dataDir, PORT: '0', ROLES: 'api', LOG_LEVEL: 'info' })
const tell = (report: FullDiskReport) => process.send?.(report)
let token = ''
let kept: number[] = []

process.once('disconnect', () => process.exit(1))
await runUntilSignal(async () => {
  const server = await runServer({ config, beforeRoles: prepare })
  tell({ kind: 'ready', origin: server.address ?? '', token, kept })
  if (mode !== '--quiet') for (let lane = 0; lane < WRITERS; lane++) void write(server.ctx, lane)
  return server
})

async function prepare(ctx: ServerContext): Promise<void> {
  if (mode !== '--quiet') {
    await sql`create table if not exists written (id int primary key, text text not null)`.execute(
      ctx.db,
    )
    const { userId } = await insertUser(ctx, { role: 'GUEST' })
    const open = { userId, rememberMe: false, userAgent: null, network: null }
    token = (await createSessions(ctx).open(ctx.db, open)).token
  }
  const { rows } = await sql<{
    id: number
    text: string
  }>`select id, text from written order by id`.execute(ctx.db)
  // A damaged row does not count as kept.
  kept = rows.filter(({ id, text }) => text === textOf(id)).map(({ id }) => id)
}

/** Reports a number once its commit is acknowledged. */
async function write(ctx: ServerContext, lane: number): Promise<void> {
  const last = kept.at(-1) ?? 0
  for (let id = last + 1 + lane; ; id += WRITERS) {
    try {
      await sql`insert into written values (${id}, ${textOf(id)}) on conflict do nothing`.execute(
        ctx.db,
      )
    } catch (error) {
      tell({ kind: 'refused', problem: error instanceof Error ? error.message : String(error) })
      await sleep(REFUSED_PAUSE_MS)
      id -= WRITERS // retry the same row: it may not exist
      continue
    }
    tell({ kind: 'acknowledged', id })
  }
}

/** Different, incompressible bytes for each row. */
function textOf(id: number): string {
  let text = ''
  for (let part = 0; text.length < BYTES; part++)
    text += createHash('sha256').update(`${id} ${part}`).digest('base64')
  return text
}
