import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '#contracts/accounts/auth.ts'
import type { StoreId } from '#contracts/ids.ts'
import { createContext } from '#server/create-context.ts'
import { eraseDomain } from '#server/opt-out/erase-domain.ts'
import { parseConfig } from '#server/platform/config.ts'
import { findFreePort } from '#server/platform/process/ports.ts'
import { createSessions } from '#server/platform/session/sessions.ts'
import { startApi } from '#server/run-server.ts'
import { sendDueBriefs } from '#server/workspace/brief/send-briefs.ts'
import { reportDueSearches } from '#server/workspace/saved-searches/search-matches-job.ts'
import { insertStores, insertUser } from '#testing/factories.ts'
import { startPostgresServer } from '#testing/postgres-server.ts'
import { createTempFolder } from '#testing/temp-folder.ts'
import { createTestLog } from '#testing/test-log.ts'
import { startTestMailbox } from '#testing/test-mailbox.ts'

/**
 * The product in a process of its own, with a mailbox and without a world, by a clock that runs
 * ahead of the real one. The parent process says how far, and which stores there are.
 */
const postgres = await startPostgresServer()
const mailbox = await startTestMailbox()
const port = await findFreePort('127.0.0.1')
const origin = `http://127.0.0.1:${port}`
let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
const testLog = createTestLog()
const config = parseConfig({
  DATA_DIR: await createTempFolder('storedawn-by-clock-'),
  DATABASE_URL: postgres.url,
  SMTP_URL: mailbox.smtpUrl,
  SCREENSHOTS: 'off',
  ROLES: 'api,worker',
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_ORIGIN: origin,
  ANONYMOUS_PER_MINUTE: '0',
  APP_SECRET: randomBytes(32).toString('hex'),
})
const ctx = await createContext(config, { log: testLog.log, now })
await ctx.jobs.startWorkers(ctx)
const api = await startApi(ctx)

const calls = {
  /** A signed-in account. */
  async newAccount({ role, name }: { role: Role; name: string }) {
    const { userId, email } = await insertUser(ctx, { role, email: `${name}@post.test` })
    const session = { userId, rememberMe: true, userAgent: null, network: null }
    const { token } = await createSessions(ctx).open(ctx.db, session)
    return { email, token }
  },
  newStores: (rows: Parameters<typeof insertStores>[1]) => insertStores(ctx.db, rows),
  /** As if their shops had been behind a password until now: news again for everybody. */
  async openAgain(ids: StoreId[]) {
    await sql`update stores set opened_at = ${now()} where id = any(${ids}::bigint[])`.execute(
      ctx.db,
    )
  },
  erase: (domain: string) => eraseDomain(ctx, domain),
  /** Then the jobs run that the schedule has at that time. */
  async moveTo(time: string) {
    aheadMs = new Date(time).getTime() - Date.now()
    await reportDueSearches(ctx, 'daily')
    await sendDueBriefs(ctx)
  },
}
type Calls = typeof calls
export type ProductCalls = {
  [Name in keyof Calls]: (
    input: Parameters<Calls[Name]>[0],
  ) => Promise<Awaited<ReturnType<Calls[Name]>>>
}
export type ProductAddress = { origin: string; mailboxUrl: string }

type Call = { id: number; name: keyof Calls; input: never }
process.on('message', ({ id, name, input }: Call) => {
  Promise.resolve(calls[name](input)).then(
    (result) => process.send?.({ id, result }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  )
})
process.once('disconnect', async () => {
  await api.stop()
  await ctx[Symbol.asyncDispose]()
  await mailbox[Symbol.asyncDispose]()
  await postgres[Symbol.asyncDispose]()
  testLog.check()
  process.exit(0)
})
process.send?.({ origin, mailboxUrl: mailbox.url })
