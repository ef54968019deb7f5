import { globSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { getPublicStats } from '#contracts/site/public.ts'
import { startWorld, type World } from '#scripts/start-world.ts'
import { discoverySettings, paymentSettings, worldPace } from '#scripts/world-settings.ts'
import { findFreePort } from '#server/platform/process/ports.ts'
import { startBalancer } from '#testing/balancer.ts'
import { createEmptyDatabase, readTables } from '#testing/compare-databases.ts'
import { createTestFolder } from '#testing/test-folder.ts'
import { pngOf } from '#testing/test-pictures.ts'
import { type ComposeProcess, readProcesses } from './compose.ts'
import { createImageFolder } from './image-folder.ts'
import { createPerson } from './person.ts'
import {
  type Place,
  type RunningProcess,
  runCommand,
  startProcess,
  stopProcesses,
} from './run-processes.ts'

const ORIGIN = 'https://${STOREDAWN_DOMAIN:?}'
const PROXY = '172.31.250.2'
const STORES = 12
/** A busy machine takes ten times as long as a quiet one. */
const PATIENCE_MS = 10 * 60_000
/**
 * Written without anything happening: leases are extended, logs asked, jobs planned and sessions
 * seen.
 */
const ALWAYS_WRITTEN = /^public\.(leases|ct_logs|tallies|system_state|sessions)$|^pgboss\./

const processes = readProcesses()
const roles = processes.filter(({ isCommand }) => !isCommand)
const command = processes.find(({ isCommand }) => isCommand)

async function startAll(
  place: Place,
  ports: Record<string, number>,
  running: RunningProcess[],
): Promise<void> {
  const ready = new Map<string, Promise<void>>()
  const start = async (each: ComposeProcess) => {
    await Promise.all(each.after.map((name) => ready.get(name) ?? Promise.resolve()))
    const started = await startProcess(each, place, ports[each.name])
    if (each.name !== 'migrate') running.push(started)
    else
      expect({ code: await exitCodeOf(started), out: started.output.join('') }).toMatchObject({
        code: 0,
      })
  }
  for (const each of roles) ready.set(each.name, start(each))
  await Promise.all(ready.values())
}

const exitCodeOf = async ({ child }: RunningProcess): Promise<number | null> => {
  while (child.exitCode === null && child.signalCode === null) await sleep(50)
  return child.exitCode
}

async function until<Value>(what: string, look: () => Promise<Value | null>): Promise<Value> {
  for (const from = Date.now(); Date.now() - from < PATIENCE_MS; await sleep(1_000)) {
    const found = await look()
    if (found !== null) return found
  }
  throw new Error(`never: ${what}`)
}

type Tables = Awaited<ReturnType<typeof readTables>>
const settledOf = (tables: Tables) =>
  Object.fromEntries(Object.entries(tables).filter(([name]) => !ALWAYS_WRITTEN.test(name)))

const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    globSync('{photos,pictures,screenshots}/**/*', { cwd: folder, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(folder, file), readFileSync(file).toString('base64')]),
  )

async function countStores(origin: string): Promise<number> {
  const answer = await fetch(`${origin}${getPublicStats.path}`)
  return getPublicStats.response.parse(await answer.json()).totalStores
}

async function launch({ control }: World): Promise<void> {
  const answer = await fetch(`${control}/control/launch`, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(200)
}

test(
  'the processes of the compose file find stores, are backed up while they run, lose database and files, and lose nothing',
  { tags: ['check-84'], timeout: 40 * 60_000 },
  async () => {
    if (!command) throw new Error('the compose file has no service for commands')
    const base = await createTestFolder()
    const folder = path.join(base, 'app')
    const [data = '', backups = '', scratch = ''] = ['data', 'backups', 'scratch'].map((name) =>
      path.join(base, name),
    )
    for (const each of [data, backups, scratch]) await mkdir(each)
    await createImageFolder(folder)
    const image = globSync('**/*', { cwd: folder, exclude: ['node_modules'] }).toSorted()

    const world = await startWorld(
      {
        dataDir: path.join(base, 'world'),
        seed: 7,
        stores: STORES,
        launchEveryMs: 0,
        oldPerNew: 0.5,
        flags: ['--days', 1, '--entries-per-second', 0, '--entries-per-hour', 1],
      },
      () => undefined,
    )
    await using undo = new AsyncDisposableStack()
    undo.defer(() => world.stop())
    const serverUrl = process.env['TEST_DATABASE_URL'] ?? ''
    const first = await createEmptyDatabase(serverUrl)
    const second = undo.use(await createEmptyDatabase(serverUrl))

    const running: RunningProcess[] = []
    undo.defer(() => stopProcesses(running))
    const apis = await Promise.all(
      ['api-1', 'api-2'].map(async (name) => [name, await findFreePort('127.0.0.1')] as const),
    )
    const ports = Object.fromEntries(apis)
    const balancer = undo.use(await startBalancer(Object.values(ports)))
    const placeOn = (databaseUrl: string): Place => ({
      folder,
      settings: {
        ...worldPace,
        ...discoverySettings(world),
        ...paymentSettings(world),
        SMTP_URL: world.smtp,
        SCREENSHOTS: 'off',
        ACCURACY_FIRST_AFTER_MS: '86400000',
        LOG_LEVEL: 'warn',
        DATABASE_URL: databaseUrl,
      },
      local: {
        '/data': data,
        '/backups': backups,
        '/scratch': scratch,
        [ORIGIN]: balancer.origin,
        [PROXY]: '127.0.0.1',
      },
    })

    const place = placeOn(first.url)
    await startAll(place, ports, running)
    const { origin } = balancer
    expect((await fetch(`${origin}/docs/freshness.md`)).status).toBe(200)
    const person = createPerson({ origin, mailbox: world.mailbox })
    await person.signUp()
    const photo = await person.uploadPhoto(await pngOf(64, 64))
    // On a busy machine visits time out, and are repeated only after an hour.
    const listed = await until('most stores are found', async () => {
      const stores = await countStores(origin)
      return stores >= STORES / 2 ? stores : null
    })
    const identity = await generateX25519Identity()
    const key = path.join(base, 'key.txt')
    await writeFile(key, `${identity}\n`, { mode: 0o600 })
    const recipient = await identityToRecipient(identity)
    // The product works on meanwhile: what it may write at such a moment is compared by the restore
    // itself.
    const { before, file, signer } = await until('a backup while nothing is found', async () => {
      const before = settledOf(await readTables(first.url))
      const made = await runCommand(command, place, [
        'backup',
        '--to',
        '/backups',
        '--recipient',
        recipient,
      ])
      expect(made).toMatchObject({ code: 0 })
      const after = settledOf(await readTables(first.url))
      const [, file = ''] = /^(\S+): /.exec(made.out) ?? []
      const [signer = ''] = /signer-\S{43}/.exec(made.out) ?? []
      return JSON.stringify(before) === JSON.stringify(after) ? { before, file, signer } : null
    })
    const files = filesIn(data)
    expect(Object.keys(files).length).toBeGreaterThan(0)
    await stopProcesses(running.splice(0))

    await first[Symbol.asyncDispose]()
    rmSync(data, { recursive: true })
    await mkdir(data)
    const again = placeOn(second.url)
    const restored = await runCommand(command, again, [
      'restore',
      '--from',
      file,
      '--identity-file',
      key,
      '--signer',
      signer,
    ])
    expect(restored).toMatchObject({
      code: 0,
      out: expect.stringContaining('restored and compared'),
    })
    expect(settledOf(await readTables(second.url))).toEqual(before)
    expect(filesIn(data)).toEqual(files)

    await startAll(again, ports, running)
    expect(await countStores(origin)).toBeGreaterThanOrEqual(listed)
    expect(await person.isSignedIn()).toBe(true)
    expect(await person.readPhoto(photo)).toBe(200)
    expect((await runCommand(command, again, ['check'])).out).not.toContain('WRONG')
    await launch(world)
    await until('discovery goes on', async () =>
      (await countStores(origin)) > listed ? true : null,
    )
    expect(globSync('**/*', { cwd: folder, exclude: ['node_modules'] }).toSorted()).toEqual(image)
  },
)
