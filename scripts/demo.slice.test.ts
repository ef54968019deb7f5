import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createContext } from '#server/create-context.ts'
import { parseConfig } from '#server/platform/config.ts'
import { createEmptyDatabase, readTables } from '#testing/compare-databases.ts'
import { storedawn } from '#testing/run-storedawn.ts'
import { createTestFolder, newDataDir } from '#testing/test-folder.ts'
import { createTestLog } from '#testing/test-log.ts'

/** Whole processes are started, in seconds each on a busy machine. */
vi.setConfig({ testTimeout: 180_000 })

const DEMO = path.join(import.meta.dirname, 'demo.ts')
const SMALL = { PORT: '0', DEMO_STORES: '1', SCREENSHOTS: 'off', LAUNCH_EVERY_MS: '3600000' }

type Settings = Record<string, string>

/** As `npm start` does in this folder, from the sources. */
function startDemo(cwd: string, settings: Settings, args: string[] = []) {
  const { DATABASE_URL: _unset, NODE_ENV: _test, ...env } = process.env
  const child = spawn(process.execPath, [DEMO, ...args], {
    cwd,
    env: { ...env, ...SMALL, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGTERM'))
  const told = { out: '', err: '' }
  child.stdout.on('data', (text) => (told.out += text))
  child.stderr.on('data', (text) => (told.err += text))
  const ended = once(child, 'close').then(([code]: (number | null)[]) => ({ code, ...told }))
  return { child, told, ended }
}

async function foreignDatabase(): Promise<string> {
  const foreign = await createEmptyDatabase(process.env['TEST_DATABASE_URL'] ?? '')
  onTestFinished(() => foreign[Symbol.asyncDispose]())
  const config = parseConfig({
    DATA_DIR: await createTestFolder(),
    DATABASE_URL: foreign.url,
    ROLES: 'api',
  })
  const ctx = await createContext(config, { log: createTestLog().log })
  await ctx[Symbol.asyncDispose]()
  return foreign.url
}

test('the demo keeps its data in its own folder, which npm run live then refuses', async () => {
  const folder = await newDataDir()
  const demo = startDemo(folder, {})
  await expect.poll(() => demo.told.out + demo.told.err, { timeout: 120_000 }).toContain('Ctrl-C')
  // Started as root, the product runs as the user of its database.
  const ownerOf = (name: string) => statSync(path.join(folder, '.demo', name)).uid
  expect(ownerOf('app-secret')).toBe(ownerOf('postgres'))
  expect(ownerOf('postgres')).not.toBe(0)
  demo.child.kill('SIGINT')
  await demo.ended
  expect(await readdir(folder)).toEqual(['.demo'])
  const start = (name: string) =>
    storedawn(['start'], { DATA_DIR: path.join(folder, name), PORT: '0' })
  expect(await start('.demo')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^This database belongs to/),
  })
  expect(await start('.data')).toMatchObject({
    code: 1,
    err: expect.stringContaining('The demo ran here'),
  })
  expect(await readdir(folder)).toEqual(['.demo'])
})

test.each(['the environment', '.env'])(
  'a foreign DATABASE_URL of %s ends the demo, and the database stays as it is',
  async (where) => {
    const folder = await newDataDir()
    const DATABASE_URL = await foreignDatabase()
    const before = await readTables(DATABASE_URL)
    if (where === '.env')
      await writeFile(path.join(folder, '.env'), `DATABASE_URL=${DATABASE_URL}\n`)
    const { ended } = startDemo(folder, where === '.env' ? {} : { DATABASE_URL })
    expect(await ended).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^npm start is the demo, and this database holds something else/),
    })
    expect(await readTables(DATABASE_URL)).toEqual(before)
  },
)

test('the demo listens beyond this machine only when told so', async () => {
  const folder = await newDataDir()
  const refused = await startDemo(folder, { HOST: '0.0.0.0' }).ended
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('-- --open-to-network') })
  expect(await readdir(folder)).toEqual([])
  const allowed = startDemo(folder, { HOST: '0.0.0.0' }, ['--open-to-network'])
  await expect.poll(() => allowed.told.out).toContain('starting')
  allowed.child.kill('SIGTERM')
  await allowed.ended
})
