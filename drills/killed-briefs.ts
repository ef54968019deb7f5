/**
 * Kills API and worker processes with kill -9 while they send briefs, at moments drawn by lot: two
 * API and two worker processes, a mailbox, and webhooks that accept, fail, answer late and are gone.
 * In the end each account must have one mail and each webhook one message for each brief, by the
 * count of mailbox and receiver. Options: `--rounds 20`; exits with 1 on a violation.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { BriefReady } from '#contracts/workspace/brief.ts'
import type { StoreId, UserId } from '#contracts/ids.ts'
import { createContext, type ServerContext } from '#server/create-context.ts'
import { parseConfig } from '#server/platform/config.ts'
import { findFreePort } from '#server/platform/process/ports.ts'
import { createLog } from '#server/platform/log.ts'
import { sendBriefs } from '#server/workspace/brief/send-briefs.ts'
import { insertStore, insertUser, insertWebhook } from '#testing/factories.ts'
import { DURABLE, startPostgresServer } from '#testing/postgres-server.ts'
import { startTestMailbox } from '#testing/test-mailbox.ts'
import { startWebhookReceiver, type Received } from '#testing/webhook-receiver.ts'
import { type RoleProcess, startRole } from './kill-in-turn/product.ts'

const ACCOUNTS = 6
/** A process needs some seconds to start, a job two at most to be taken. */
const LONGEST_MS = 4_000
const BRIEFED_WITHIN_MS = 10_000
const QUIET_WITHIN_MS = 8 * 60_000

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } })
const rounds = Number(values.rounds)
const say = (line: string) => process.stdout.write(`${line}\n`)

type Account = { userId: UserId; email: string }

const folder = await mkdtemp(path.join(tmpdir(), 'storedawn-briefs-'))
await using postgres = await startPostgresServer(DURABLE)
await using mailbox = await startTestMailbox()
await using receiver = await startWebhookReceiver()
const settings = {
  ...Object.fromEntries(
    Object.entries(receiver.config).map(([name, value]) => [name, String(value)]),
  ),
  DATA_DIR: folder,
  DATABASE_URL: postgres.url,
  SMTP_URL: mailbox.smtpUrl,
  SCREENSHOTS: 'off',
  HOST: '127.0.0.1',
  PUBLIC_ORIGIN: 'http://127.0.0.1:4831',
  APP_SECRET: randomBytes(32).toString('hex'),
  // Failures are expected while parts are dead.
  LOG_LEVEL: 'fatal',
}
const config = parseConfig({ ...settings, ROLES: 'api' })
await using ctx = await createContext(config, { log: createLog(config) })

/** By account: some fail at first, some answer late, one is gone. */
receiver.onRequest = async ({ path: address }: Received) => {
  const number = Number(address.match(/\/(\d+)$/)?.[1])
  const tries = receiver.received.filter((each) => each.path === address).length
  if (number === 2) await sleep(1_500)
  receiver.status = number === 1 && tries % 3 !== 0 ? 500 : 200
}

async function insertAccounts({ db, now }: ServerContext): Promise<Account[]> {
  const accounts: Account[] = []
  for (let number = 0; number < ACCOUNTS; number += 1) {
    const account = await insertUser({ db, now }, { role: 'PLUS_USER' })
    await insertWebhook(ctx, account.userId, { url: `https://hooks.example/${number}` })
    const at = { mails_since: now(), checked_at: now(), created_at: now(), updated_at: now() }
    await db
      .insertInto('saved_searches')
      .values({
        id: crypto.randomUUID(),
        user_id: account.userId,
        name: 'Lamps',
        view: 'stores',
        query: 'country=DE',
        seen_at: now(),
        ...at,
      })
      .execute()
    await db
      .insertInto('brief_settings')
      .values({
        user_id: account.userId,
        pace: 'daily',
        weekday: 1,
        hour: 0,
        time_zone: 'UTC',
        mail: true,
        webhook: true,
        at_once: false,
        last_day: '2026-01-01',
        due_at: null,
        briefed_until: now(),
        looked_at: now(),
        updated_at: now(),
      })
      .execute()
    accounts.push(account)
  }
  return accounts
}

/** As if a day had passed: every account has a new match, and its brief is due. */
async function makeDue(): Promise<StoreId> {
  const id = await insertStore(ctx.db, { visible_at: ctx.now(), found_at: ctx.now() })
  await sql`update brief_settings set due_at = ${ctx.now()}, last_day = last_day - 3`.execute(
    ctx.db,
  )
  await ctx.jobs.enqueue(ctx.db, sendBriefs, {})
  return id
}

async function killOneAtATime(processes: readonly RoleProcess[]): Promise<StoreId[]> {
  const stores: StoreId[] = []
  for (let round = 0; round < rounds; round += 1) {
    // A slow machine starts processes more slowly than they are killed, and nothing would be sent.
    await untilBriefed()
    stores.push(await makeDue())
    await sleep(Math.random() * LONGEST_MS)
    const victim = processes[Math.floor(Math.random() * processes.length)]
    await victim?.kill()
    await sleep(500)
    victim?.start()
  }
  return stores
}

/** A run that was killed waits for the next one. */
async function untilBriefed(): Promise<void> {
  const until = Date.now() + BRIEFED_WITHIN_MS
  while (Date.now() < until) {
    const { rows } =
      await sql`select from brief_settings where due_at <= ${ctx.now()} limit 1`.execute(ctx.db)
    if (rows.length === 0) return
    await sleep(200)
  }
}

async function untilQuiet(): Promise<void> {
  const until = Date.now() + QUIET_WITHIN_MS
  while (Date.now() < until) {
    // What waits for a later try is due now.
    const now = ctx.now()
    await sql`update outgoing_mails set due_at = ${now} where due_at > ${now} and tries > 3`.execute(
      ctx.db,
    )
    await sql`update webhook_deliveries set due_at = ${now} where due_at > ${now} and tries > 1`.execute(
      ctx.db,
    )
    const { rows } = await sql<{ waiting: number }>`select (
      (select count(*) from outgoing_mails) + (select count(*) from webhook_deliveries)
      + (select count(*) from brief_settings where due_at <= ${now}))::integer as waiting`.execute(
      ctx.db,
    )
    if (rows[0]?.waiting === 0) return
    await sleep(1_000)
  }
}

/** Each store of a round once, in one mail and in one message, whatever was repeated. */
async function findProblems(accounts: readonly Account[], stores: readonly StoreId[]) {
  const problems: string[] = []
  for (const [number, { email, userId }] of accounts.entries()) {
    const mails = new Map(
      (await mailbox.messages(email)).map((mail) => [
        mail.headers.find(({ name }) => name === 'message-id')?.value,
        mail.text,
      ]),
    )
    const messages = new Map(
      receiver.received
        .filter((each) => each.path.endsWith(`/${number}`))
        .map(({ headers, body }) => [headers['webhook-id'], body]),
    )
    const told = [...messages.values()].flatMap((body) =>
      BriefReady.parse(JSON.parse(body)).data.matches.map(({ store }) => store.id),
    )
    // A mail lists the best ones, and says how many there are.
    const mailed = [...mails.values()].reduce(
      (sum, text) => sum + Number(/^Best matches \((\d+)\)$/m.exec(text)?.[1] ?? 0),
      0,
    )
    if (mailed !== stores.length)
      problems.push(`${email}: ${mailed} matches were mailed instead of ${stores.length}`)
    for (const store of stores) {
      const times = told.filter((id) => id === store).length
      if (times !== 1) problems.push(`${email}: store ${store} is in ${times} messages`)
    }
    say(`account ${number}: ${mails.size} mails, ${messages.size} messages, ${userId}`)
  }
  return problems
}

try {
  const accounts = await insertAccounts(ctx)
  const processes = await Promise.all(
    (['api', 'api', 'worker,cron', 'worker,cron'] as const).map(async (role, at) =>
      startRole(
        { ...settings, PORT: String(await findFreePort('127.0.0.1')) },
        `process-${at}`,
        role,
      ),
    ),
  )
  const stores = [await makeDue()]
  await untilQuiet()
  stores.push(...(await killOneAtATime(processes)))
  await untilQuiet()
  const problems = await findProblems(accounts, stores)
  for (const each of processes) await each.kill()
  for (const problem of problems) say(`BROKEN: ${problem}`)
  say(`${rounds} kills: ${problems.length === 0 ? 'nothing lost, nothing twice' : 'not proven'}`)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
