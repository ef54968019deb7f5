/**
 * `killed-ingest.ts` runs and kills this process. It discovers a small world on a database that may
 * already contain half of it. Every line that it prints is an acknowledgement: data read from
 * committed rows, and finally the result of a finished discovery.
 */
import { sql } from 'kysely'
import * as z from 'zod'
import { createContext } from '#server/create-context.ts'
import { createExternalClients } from '#server/discovery/external-clients.ts'
import { startPipeline } from '#server/discovery/start-pipeline.ts'
import { parseConfig } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { createLog } from '#server/platform/log.ts'
import {
  emptyTables,
  REST_MS,
  settingsFor,
  untilIdle,
} from '#testing/chaos/faults/discover-until-idle.ts'
import { readOutcome } from '#testing/chaos/faults/read-outcome.ts'

const LOOK_EVERY_MS = 25

const Order = z.object({
  dataDir: z.string(),
  databaseUrl: z.string().optional(),
  aheadMs: z.number(),
  address: z.object({
    logListUrl: z.string(),
    dns: z.string(),
    connectTo: z.string(),
    caFile: z.string(),
  }),
})
export type IngestOrder = z.infer<typeof Order>

const order = Order.parse(JSON.parse(process.argv[2] ?? ''))
let { aheadMs } = order
const now = () => new Date(Date.now() + aheadMs)
const say = (line: object) => process.stdout.write(`${JSON.stringify({ aheadMs, ...line })}\n`)

const url = order.databaseUrl === undefined ? {} : { DATABASE_URL: order.databaseUrl }
const config = {
  ...parseConfig({
    DATA_DIR: order.dataDir,
    LOG_LEVEL: 'fatal',
    ROLES: 'api',
    SCREENSHOTS: 'off',
    ...url,
  }),
  ...settingsFor(order.address),
}
await using ctx = await createContext(config, { log: createLog(config), now })
say({ held: await readHeld(ctx.db) })
const looks = setInterval(() => void readHeld(ctx.db).then((held) => say({ held })), LOOK_EVERY_MS)
// As after a restart: later runs must find a consistent state.
for (const _ of ['first', 'again']) {
  const pipeline = await startPipeline(ctx, createExternalClients(ctx), { maxPauseMs: REST_MS })
  await untilIdle(ctx.db, now, (ms) => (aheadMs += ms))
  await pipeline.stop()
}
clearInterval(looks)
say({ outcome: await readOutcome(ctx.db) })
await emptyTables(ctx)
say({ isEmptied: true })

/** Data that must never disappear once seen: keys of stores, and the position in each log. */
async function readHeld(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select 'key ' || key as name, 1 as count from store_keys
    union all select 'log ' || log_id, next_index::integer from ct_logs`.execute(db)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}
