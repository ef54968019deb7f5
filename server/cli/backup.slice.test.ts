import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createContext } from '#server/create-context.ts'
import { parseConfig } from '#server/platform/config.ts'
import { openLocalPostgres } from '#server/platform/db/local-postgres/local-postgres.ts'
import { createEmptyDatabase, readTables, type TableContent } from '#testing/compare-databases.ts'
import { fillInstallation } from '#testing/fill-installation.ts'
import { startStoredawn, storedawn } from '#testing/run-storedawn.ts'
import { createTestFolder, newDataDir } from '#testing/test-folder.ts'
import { createTestLog } from '#testing/test-log.ts'

const { log } = createTestLog()

async function newProductDir(): Promise<string> {
  const dataDir = await newDataDir()
  onTestFinished(() => onLocal(dataDir, async () => undefined)) // stops what a killed command left
  return dataDir
}

async function onLocal<Result>(
  dataDir: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const local = await openLocalPostgres({ dataDir, log, use: 'product' })
  return work(local.url).finally(() => local.close())
}

const readLocal = (dataDir: string): Promise<Record<string, TableContent>> =>
  onLocal(dataDir, readTables)

async function createInstallation(manyRows: number): Promise<string> {
  const dataDir = await newProductDir()
  const ctx = await createContext(parseConfig({ DATA_DIR: dataDir, ROLES: 'api' }), { log })
  await fillInstallation(ctx, { manyRows })
  await ctx[Symbol.asyncDispose]()
  return dataDir
}

const externalServer = () => process.env['TEST_DATABASE_URL'] ?? ''

test(
  'an operator backs up, loses the data folder, is killed while restoring, restores, and has lost nothing',
  { tags: ['check-84'] },
  async () => {
    const dataDir = await createInstallation(300_000)
    const before = await readLocal(dataDir)
    const secret = readFileSync(path.join(dataDir, 'app-secret'), 'utf8')
    const folder = await createTestFolder()
    const identity = await generateIdentity()
    writeFileSync(path.join(folder, 'key.txt'), `# created: today\n${identity}\n`)
    const recipient = await identityToRecipient(identity)
    const written = await storedawn(['backup', '--to', folder, '--recipient', recipient], {
      DATA_DIR: dataDir,
    })
    expect(written).toMatchObject({ code: 0, err: '' })
    const [signer = ''] = /signer-\S{43}/.exec(written.out) ?? []
    const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.tar.zst.age'))
    const key = ['--identity-file', path.join(folder, 'key.txt'), '--signer', signer]
    expect(await storedawn(['backup', '--verify', path.join(folder, name), ...key])).toMatchObject({
      code: 0,
    })
    await rm(dataDir, { recursive: true })

    const restore = ['restore', '--from', path.join(folder, name), ...key]
    const killed = await newProductDir()
    const { child, answer } = await startStoredawn(restore, { DATA_DIR: killed })
    await expect.poll(() => existsSync(path.join(killed, 'photos')), { interval: 5 }).toBe(true)
    child.kill('SIGKILL')
    expect(await answer).toMatchObject({ code: null })
    expect(await readLocal(killed)).toEqual({})

    expect(await storedawn(restore, { DATA_DIR: dataDir })).toMatchObject({ code: 0, err: '' })
    expect(await readLocal(dataDir)).toEqual(before)
    expect(readFileSync(path.join(dataDir, 'app-secret'), 'utf8')).toBe(secret)
    expect(readFileSync(path.join(dataDir, 'photos/ab/ab12cd34'), 'utf8')).toBe('a photo')
  },
)

test('a killed backup never looks like a complete one', { tags: ['check-84'] }, async () => {
  const dataDir = await createInstallation(100)
  const folder = await createTestFolder()
  await onLocal(dataDir, async (url) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('begin; lock table stores in access exclusive mode')
    const { child, answer } = await startStoredawn(['backup', '--to', folder], {
      DATA_DIR: dataDir,
    })
    await expect.poll(() => readdirSync(folder)).toHaveLength(1)
    child.kill('SIGKILL')
    await answer
    await client.end()
  })
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.tar\.zst\.partial$/)])
  const [name = ''] = readdirSync(folder)
  const verified = await storedawn(['backup', '--verify', path.join(folder, name)])
  expect(verified).toMatchObject({
    code: 1,
    err: expect.stringContaining('is damaged, incomplete or forged'),
  })
})

test(
  'a backup of the database alone moves it from the data folder to another server and back',
  { tags: ['check-84'] },
  async () => {
    const dataDir = await createInstallation(1_000)
    const before = await readLocal(dataDir)
    await using external = await createEmptyDatabase(externalServer())
    const toServer = { DATA_DIR: dataDir, DATABASE_URL: external.url }
    const file = path.join(await createTestFolder(), 'all.tar.zst')
    const restore = ['restore', '--from', file, '--database-only']
    expect(await storedawn(['backup', '--to', file], { DATA_DIR: dataDir })).toMatchObject({
      code: 0,
    })
    expect(await storedawn(restore, toServer)).toMatchObject({ code: 0, err: '' })
    expect(await readTables(external.url)).toEqual(before)
    expect(await storedawn(restore, toServer)).toMatchObject({
      code: 1,
      err: expect.stringContaining('the database is not empty'),
    })

    await rm(file)
    expect(await storedawn(['backup', '--to', file], toServer)).toMatchObject({ code: 0 })
    await rm(path.join(dataDir, 'postgres'), { recursive: true })
    expect(await storedawn(restore, { DATA_DIR: dataDir })).toMatchObject({ code: 0, err: '' })
    expect(await readLocal(dataDir)).toEqual(before)
    expect(existsSync(path.join(dataDir, 'photos/ab/ab12cd34'))).toBe(true)
  },
)

test('a backup is signed by the secret of its installation, and needs one', async () => {
  const folder = await createTestFolder()
  const { code, err } = await storedawn(['backup', '--to', folder], { DATA_DIR: folder })
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining('there is no secret to sign the backup'),
  })
  const dataDir = await createInstallation(100)
  const file = path.join(folder, 'all.tar.zst')
  await storedawn(['backup', '--to', file], { DATA_DIR: dataDir })
  const verify = ['backup', '--verify', file]
  expect(await storedawn(verify, { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
  expect(await storedawn(verify, { APP_SECRET: 'x'.repeat(40) })).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not of this installation'),
  })
  expect(await storedawn([...verify, '--accept-unknown-signer'])).toMatchObject({ code: 0 })
})
