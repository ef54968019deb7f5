import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startWorld, type World } from '#scripts/start-world.ts'
import { discoverySettings, worldPace } from '#scripts/world-settings.ts'
import { createEmptyDatabase } from '#testing/compare-databases.ts'
import { storedawn } from '#testing/run-storedawn.ts'
import { createTestFolder } from '#testing/test-folder.ts'
import { readProcesses } from './compose.ts'
import { createPerson } from './person.ts'
import { checkOut, findPreviousRelease, newestMigration } from './previous-release.ts'
import { type Place, startProcess, stopProcesses } from './run-processes.ts'
import { useProduct } from './use-product.ts'

const previous = findPreviousRelease()
if ('missing' in previous)
  process.stdout.write(
    `notice: skipped, because ${previous.missing}: the previous release on the new schema\n`,
  )

const PATIENCE_MS = 10 * 60_000
const roles = readProcesses()

function processOf(name: string) {
  const found = roles.find((each) => each.name === name)
  if (!found) throw new Error(`the compose file has no ${name}`)
  return found
}

async function launchUntilFound(world: World, client: pg.Client): Promise<void> {
  const count = async () =>
    Number((await client.query('select count(*)::int as stores from stores')).rows[0]?.stores)
  const before = await count()
  const launched = await fetch(`${world.control}/control/launch`, { method: 'POST', body: '{}' })
  expect(launched.status).toBe(200)
  for (const from = Date.now(); (await count()) <= before; await sleep(1_000))
    if (Date.now() - from > PATIENCE_MS)
      throw new Error('the previous release finds no store any more')
}

test.skipIf('missing' in previous)(
  'API and worker of the previous release go on after this release has migrated their database',
  { timeout: 40 * 60_000 },
  async () => {
    await using undo = new AsyncDisposableStack()
    const base = await createTestFolder()
    const [folder, data] = [path.join(base, 'app'), path.join(base, 'data')]
    await mkdir(data)
    if ('missing' in previous) return
    await checkOut(previous.commit, folder)
    const database = undo.use(await createEmptyDatabase(process.env['TEST_DATABASE_URL'] ?? ''))
    const worldOptions = {
      dataDir: path.join(base, 'world'),
      seed: 7,
      stores: 10,
      launchEveryMs: 0,
      oldPerNew: 0.5,
    }
    const world = await startWorld({ ...worldOptions, flags: ['--days', 1] }, () => undefined)
    undo.defer(() => world.stop())
    const settings = {
      ...worldPace,
      ...discoverySettings(world),
      SMTP_URL: world.smtp,
      SCREENSHOTS: 'off',
      LOG_LEVEL: 'warn',
      DATABASE_URL: database.url,
      DATA_DIR: data,
      PUBLIC_ORIGIN: 'http://localhost:3000',
      TRUST_PROXY: 'loopback',
    }
    const place: Place = { folder, settings, local: {} }
    const api = await startProcess(processOf('api-1'), place)
    const worker = await startProcess(processOf('worker'), place)
    undo.defer(() => stopProcesses([api, worker]))
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    undo.defer(() => client.end())
    await launchUntilFound(world, client)

    const migrated = await storedawn(['migrate'], { DATABASE_URL: database.url, DATA_DIR: data })
    expect(migrated).toMatchObject({
      code: 0,
      out: expect.stringContaining(`done: ${newestMigration()}`),
    })

    const person = createPerson({ origin: `http://127.0.0.1:${api.port}`, mailbox: world.mailbox })
    await person.signUp()
    await client.query(`update users set role = 'PLUS_USER'`)
    await launchUntilFound(world, client)
    expect(await useProduct(person.ask)).toEqual([])
    expect(
      [...api.output, ...worker.output].join('').match(/^.*"level":"(error|fatal)".*$/gm),
    ).toBeNull()

    const again = startProcess(processOf('api-2'), place)
    await expect(again).rejects.toThrow(/newer schema/)
  },
)
