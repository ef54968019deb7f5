import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toUserId } from '#contracts/ids.ts'
import { claimForDemo } from '#scripts/claim-for-demo.ts'
import {
  DEMO_PASSWORD,
  demoAccounts,
  demoOperator,
  seedDemoAccounts,
} from '#scripts/demo-accounts.ts'
import { ensureAccount } from '#server/accounts/sign-up/ensure-account.ts'
import { createContext } from '#server/create-context.ts'
import { parseConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { createEmptyDatabase, readTables } from '#testing/compare-databases.ts'
import { storedawn } from '#testing/run-storedawn.ts'
import { createTempFolder } from '#testing/temp-folder.ts'
import { createTestLog } from '#testing/test-log.ts'
import { refuseDemo } from '#server/platform/db/refuse-demo.ts'

const { log } = createTestLog()
const REFUSED =
  /^This database belongs to the demo, whose passwords are published\. Set DATA_DIR or/
const NOT_ITS_OWN = /^npm start is the demo, and this database holds something else/

const left = new AsyncDisposableStack()

async function newFolder(): Promise<string> {
  const folder = await createTempFolder('storedawn-test-')
  left.defer(() => rm(folder, { recursive: true }))
  return folder
}
afterAll(() => left.disposeAsync())

async function emptyInstallation() {
  const empty = await createEmptyDatabase(process.env['TEST_DATABASE_URL'] ?? '')
  left.use(empty)
  const settings = { DATA_DIR: await newFolder(), DATABASE_URL: empty.url, ROLES: 'api' }
  const config = parseConfig(settings)
  const start = (overrides = {}) => createContext(config, { log, ...overrides })
  return { settings, config, start, url: empty.url }
}

async function demoInstallation() {
  const installation = await emptyInstallation()
  await using ctx = await installation.start({ admit: claimForDemo })
  await seedDemoAccounts(ctx)
  return installation
}

describe('the database of the demo', () => {
  let shared: Awaited<ReturnType<typeof demoInstallation>>
  beforeAll(async () => {
    shared = await demoInstallation()
  })

  test('is used again by the demo, and by no role of the product', async () => {
    const { start } = await demoInstallation()
    await using demo = await start({ admit: claimForDemo })
    const { length } = await demo.db.selectFrom('users').select('id').execute()
    expect(length).toBe(demoAccounts.length + 1)
    await expect(start()).rejects.toThrow(REFUSED)
  })

  test.each([
    [['check'], 'out', /^WRONG {2}database: This database belongs to the demo/m],
    [['migrate'], 'err', /^storedawn migrate: This database belongs to the demo/],
    [['start', '--role', 'worker'], 'err', /^This database belongs to the demo/m],
    [['operator', '--list'], 'err', /^storedawn operator: This database belongs to the demo/],
    [['restore', '--from', 'nowhere'], 'err', /^storedawn restore: This database belongs/],
    [['backup', '--to', '/tmp/'], 'err', /^storedawn backup: This database belongs to the demo/],
  ] as const)('is refused by storedawn %s', { timeout: 60_000 }, async (args, where, sentence) => {
    const answer = await storedawn([...args], shared.settings)
    expect(answer).toMatchObject({ code: 1, [where]: expect.stringMatching(sentence) })
  })

  test('is refused without its mark too, as an earlier release of the demo made it', async () => {
    const { start, config } = await demoInstallation()
    const database = await openDatabase(config, log, { admit: claimForDemo })
    await sql`drop table storedawn_demo`.execute(database.db)
    await database.close()
    await expect(start()).rejects.toThrow(REFUSED)
    await expect(start({ admit: claimForDemo })).rejects.toThrow(NOT_ITS_OWN)
  })

  test('has its mark before the first table of the product', async () => {
    const { config, url } = await emptyInstallation()
    const database = await openDatabase(config, log, { admit: claimForDemo })
    await database.close()
    expect(Object.keys(await readTables(url))).toEqual(['public.storedawn_demo'])
  })
})

describe('the database of an installation', () => {
  const account = {
    email: 'ann@shop.example',
    password: DEMO_PASSWORD,
    firstName: 'A',
    lastName: 'B',
  }

  test('is refused by the demo, which changes nothing in it', async () => {
    const { start, url } = await emptyInstallation()
    {
      await using ctx = await start()
      await ensureAccount(ctx, { ...account, role: 'GUEST', verified: true })
    }
    const before = await readTables(url)
    await expect(start({ admit: claimForDemo })).rejects.toThrow(NOT_ITS_OWN)
    expect(await readTables(url)).toEqual(before)
  })

  test('of another program is refused by the demo', async () => {
    const { start, config } = await emptyInstallation()
    const database = await openDatabase(config, log)
    await sql`create table customers (id int)`.execute(database.db)
    await database.close()
    await expect(start({ admit: claimForDemo })).rejects.toThrow(NOT_ITS_OWN)
  })

  test('is not closed by a stranger who signs up with an address of the demo', async () => {
    const { start } = await emptyInstallation()
    await using ctx = await start()
    const { email } = demoOperator
    const signedUp = await ensureAccount(ctx, { ...account, email, role: 'GUEST', verified: false })
    await expect(refuseDemo(ctx.db)).resolves.toBeUndefined()
    await ctx.db
      .updateTable('users')
      .set({ email_verified_at: ctx.now() })
      .where('id', '=', toUserId(signedUp.userId))
      .execute()
    await expect(refuseDemo(ctx.db)).rejects.toThrow(REFUSED)
  })
})
