import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '#contracts/dates.ts'
import { createMetrics } from '#server/operations/metrics/metrics.ts'
import { fillInstallation } from '#testing/fill-installation.ts'
import { createTestContext, type TestContext } from '#testing/test-context.ts'
import { createTestFolder } from '#testing/test-folder.ts'
import { backUpWhenDue } from './scheduled-backup.ts'
import { createSigner } from './signature.ts'
import { verifyBackup } from './verify-backup.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const ctx = sharedByTests(createTestContext)
beforeAll(async () => {
  await fillInstallation(ctx, { manyRows: 100 })
})
beforeEach(() => ctx.db.deleteFrom('backup_runs').execute())

const runs = () => ctx.db.selectFrom('backup_runs').selectAll().orderBy('id').execute()

function scheduleTo(folder: string, settings: Partial<TestContext['config']> = {}) {
  const config = { ...ctx.config, BACKUP_TO: folder, ...settings }
  return () => backUpWhenDue({ ...ctx, config })
}

async function figures(): Promise<string[]> {
  const text = await createMetrics(ctx).print()
  return text.split('\n').filter((line) => line.startsWith('storedawn_backup_'))
}

test('without a folder no backup is scheduled, and no metric names one', async () => {
  await backUpWhenDue(ctx)
  expect(await runs()).toEqual([])
  expect(await figures()).toEqual([])
})

test(
  'a backup is made when it is due, verified and counted in the metrics',
  { tags: ['check-84'] },
  async () => {
    const folder = await createTestFolder()
    const run = scheduleTo(folder)
    await run()
    await run() // not due
    const [made, ...others] = await runs()
    expect(others).toEqual([])
    expect(made).toMatchObject({ verified_at: ctx.now(), written_at: ctx.now(), problem: null })
    expect(readdirSync(folder)).toEqual([path.basename(made?.file ?? '')])
    const seconds = ctx.now().getTime() / 1000
    expect(await figures()).toEqual([
      `storedawn_backup_last_success_timestamp_seconds{run="last"} ${seconds}`,
      `storedawn_backup_last_verified_timestamp_seconds{run="last"} ${seconds}`,
    ])
  },
)

test(
  'a backup for a recipient is verified without the recipient’s key, and that key opens it',
  { tags: ['check-84'] },
  async () => {
    const folder = await createTestFolder()
    const identity = await generateIdentity()
    const run = scheduleTo(folder, { BACKUP_RECIPIENT: await identityToRecipient(identity) })
    await run()
    const [made] = await runs()
    expect(made).toMatchObject({ verified_at: ctx.now(), problem: null })
    const file = made?.file ?? ''
    expect(readFileSync(file).includes('storedawn')).toBe(false)
    const signers = [createSigner(ctx.keyring.current('backup')).name]
    await verifyBackup({ file, identities: [identity], signers, log: ctx.log })
  },
)

test('a failed backup is logged as an error, named in its run, and made again an hour later', async () => {
  const folder = await createTestFolder()
  const blocked = path.join(folder, 'a-file')
  writeFileSync(blocked, '')
  ctx.testLog.expectError('backup.failed')
  await scheduleTo(blocked)()
  expect(await runs()).toMatchObject([
    { written_at: null, problem: expect.stringContaining('EEXIST') },
  ])
  expect(await figures()).toEqual([
    'storedawn_backup_last_success_timestamp_seconds{run="last"} 0',
    'storedawn_backup_last_verified_timestamp_seconds{run="last"} 0',
  ])
  expect(ctx.testLog.entries).toContainEqual(
    expect.objectContaining({ event: 'backup.failed', level: 'error' }),
  )
  ctx.clock.advance(HOUR_MS)
  await scheduleTo(folder)()
  expect(await runs()).toMatchObject([
    { written_at: null },
    { verified_at: ctx.now(), problem: null },
  ])
})

const isBackedUp = async () =>
  (await runs()).map(({ verified_at: verifiedAt }) => verifiedAt !== null)

test('after each failure the next try waits twice as long, up to the normal gap', async () => {
  const folder = await createTestFolder()
  ctx.testLog.expectError('backup.failed')
  const fail = scheduleTo(path.join(folder, 'not-a-folder'), { BACKUP_EVERY_H: 6 })
  writeFileSync(path.join(folder, 'not-a-folder'), '')
  const begunAfterHours: number[] = []
  for (let hour = 0; hour <= 19; hour += 1) {
    const before = (await runs()).length
    await fail()
    if ((await runs()).length > before) begunAfterHours.push(hour)
    ctx.clock.advance(HOUR_MS)
  }
  expect(begunAfterHours).toEqual([0, 1, 3, 7, 13, 19])
})

/** Verification refuses the schema of a newer release. */
async function withUnverifiableSchema(run: () => Promise<void>): Promise<void> {
  const name = '9999-of-a-newer-release'
  await sql`insert into kysely_migration (name, timestamp) values (${name}, 'now')`.execute(ctx.db)
  await run().finally(() => sql`delete from kysely_migration where name = ${name}`.execute(ctx.db))
}

test('of backups that fail verification only the newest stays, and none takes the place of a verified one', async () => {
  const folder = await createTestFolder()
  ctx.testLog.expectError('backup.failed')
  const run = scheduleTo(folder, { BACKUP_KEEP: 2, BACKUP_EVERY_H: 1 })
  const runAndWait = async () => {
    await run()
    ctx.clock.advance(HOUR_MS)
  }
  const names = () => readdirSync(folder).toSorted()
  await runAndWait()
  await runAndWait()
  const verified = names()
  expect(verified).toHaveLength(2)
  await withUnverifiableSchema(async () => {
    for (let round = 0; round < 3; round += 1) await runAndWait()
  })
  expect(await isBackedUp()).toEqual([true, true, false, false, false])
  const newest = path.basename((await runs()).at(-1)?.file ?? '')
  expect(newest).toMatch(/\.unverified$/)
  expect(names()).toEqual([...verified, newest])
  await runAndWait()
  expect(names()).toEqual([verified[1], path.basename((await runs()).at(-1)?.file ?? '')])
  expect(await isBackedUp()).toEqual([true, true, false, false, false, true])
})

test('a folder without room for one more backup is tidied before the next, once fewer are to be kept', async () => {
  const folder = await createTestFolder()
  for (let round = 0; round < 3; round += 1) {
    await scheduleTo(folder, { BACKUP_EVERY_H: 1 })()
    ctx.clock.advance(HOUR_MS)
  }
  ctx.testLog.expectError('backup.failed')
  const fail = scheduleTo(folder, {
    BACKUP_EVERY_H: 1,
    BACKUP_KEEP: 1,
    BACKUP_RECIPIENT: 'age1none',
  })
  await fail()
  expect(readdirSync(folder)).toEqual([path.basename((await runs())[2]?.file ?? '')])
})

function writePartial(folder: string, name: string, agoMs: number): string {
  const file = path.join(folder, `${name}.partial`)
  writeFileSync(file, 'half')
  const at = new Date(ctx.now().getTime() - agoMs)
  utimesSync(file, at, at)
  return path.basename(file)
}

test('the job deletes the oldest backups and the remains of killed runs, but no backup that is being written', async () => {
  const folder = await createTestFolder()
  writeFileSync(path.join(folder, 'notes.txt'), 'not ours')
  writePartial(folder, 'storedawn-2026-01-01T00-00-00-000Z.tar.zst', 2 * HOUR_MS)
  writePartial(folder, 'storedawn-2026-01-01T00-00-00-000Z.tar.zst.age.unverified', 2 * HOUR_MS)
  const run = scheduleTo(folder, { BACKUP_KEEP: 2, BACKUP_EVERY_H: 1 })
  let byHand = ''
  for (let round = 0; round < 3; round += 1) {
    byHand = writePartial(folder, 'storedawn-2026-01-02T00-00-00-000Z.tar.zst', HOUR_MS / 2)
    await run()
    ctx.clock.advance(HOUR_MS)
  }
  const made = (await runs()).map(({ file }) => path.basename(file ?? ''))
  expect(made).toHaveLength(3)
  expect(readdirSync(folder).toSorted()).toEqual(['notes.txt', byHand, ...made.slice(1)].toSorted())
})
