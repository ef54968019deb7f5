import { appendFileSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { createTestFolder } from '#testing/test-folder.ts'
import { withDefaults, type WorldOptions } from './options.ts'
import { openTimeline, type Timeline } from './timeline.ts'
import { DAY_MS, HOUR_MS } from './time.ts'

const START_MS = Date.now() - 5_000
const open = (dataDir: string, given: Partial<WorldOptions> = {}): Timeline =>
  openTimeline(
    withDefaults({ dataDir, seed: 3, stores: 60, days: 3, startAtMs: START_MS, ...given }),
    () => {},
  )

const headsOf = ({ logs }: Timeline): string[] =>
  logs.map(
    ({ origin, size, view }) => `${origin} ${size} ${view(false).root(size).toString('base64')}`,
  )

function rootAt(timeline: Timeline, log: number, size: number): string | null {
  const hashes = timeline.logs[log]?.view(false).read(0, 0, Math.min(256, size))
  return hashes ? hashes.toString('hex') : null
}

test('the same seed and start give the same logs, another seed gives different ones', async () => {
  using first = open(await createTestFolder())
  using second = open(await createTestFolder())
  using other = open(await createTestFolder(), { seed: 4 })
  expect(headsOf(second)).toEqual(headsOf(first))
  expect(headsOf(other)).not.toEqual(headsOf(first))
})

test('the backlog launches at least the requested number of stores, with old shops in the requested ratio', async () => {
  using timeline = open(await createTestFolder(), { stores: 200, days: 10, oldPerNew: 2 })
  const { new: newShops, old } = timeline.state.counts()
  expect(newShops).toBeGreaterThanOrEqual(200)
  expect(old / newShops).toBeGreaterThan(1.5)
  expect(old / newShops).toBeLessThan(2.6)
})

test('after a kill amid a journal line and a hash, the logs continue from the served state', async () => {
  const folder = await createTestFolder()
  let before: string[]
  let firstTile: string | null
  {
    using timeline = open(folder)
    timeline.launch('Kiln And Kettle')
    before = headsOf(timeline)
    firstTile = rootAt(timeline, 0, 256)
  }
  appendFileSync(join(folder, 'journal.jsonl'), '{"tick":{"fromMs":17')
  const hashFile = join(folder, 'log-daybreak.hashes')
  truncateSync(hashFile, readFileSync(hashFile).length - 45)
  using again = open(folder)
  const sizes = before.map((head) => Number(head.split(' ')[1]))
  again.logs.forEach((log, number) =>
    expect(log.size).toBeGreaterThanOrEqual(sizes[number] ?? Infinity),
  )
  expect(rootAt(again, 0, 256)).toBe(firstTile)
  expect(
    again.state.ownerOfDomain(
      [...again.state.shops()]
        .map((shop) => again.state.brand(shop))
        .find(({ name }) => name === 'Kiln And Kettle')?.domain ?? '',
    ),
  ).not.toBeNull()
})

test('leaves beyond the journal, which were never served, are dropped', async () => {
  const folder = await createTestFolder()
  let before: string[]
  {
    using timeline = open(folder)
    before = headsOf(timeline)
  }
  appendFileSync(join(folder, 'log-harbour.hashes'), Buffer.alloc(96, 9))
  using again = open(folder)
  expect(rootAt(again, 1, 1)).not.toBeNull()
  expect(Number(headsOf(again)[1]?.split(' ')[1])).toBeGreaterThanOrEqual(
    Number(before[1]?.split(' ')[1]),
  )
  expect(again.startedAtMs).toBe(START_MS)
})

test('a damaged line within the journal stops the start', async () => {
  const folder = await createTestFolder()
  open(folder)[Symbol.dispose]()
  const file = join(folder, 'journal.jsonl')
  appendFileSync(file, 'not json\n{"clock":{"advanceMs":1}}\n')
  expect(() => open(folder)).toThrow(/damaged/)
})

test('another seed in the same folder creates another world with different log names', async () => {
  const folder = await createTestFolder()
  let before: string[]
  {
    using timeline = open(folder)
    before = headsOf(timeline)
  }
  using other = open(folder, { seed: 99 })
  expect(headsOf(other)[0]?.split(' ')[0]).not.toBe(before[0]?.split(' ')[0])
})

test('moving the clock forward fills the gap with hours and survives a restart', async () => {
  const folder = await createTestFolder()
  let counts: ReturnType<Timeline['state']['counts']>
  let nowMs: number
  {
    using timeline = open(folder)
    const before = timeline.state.counts().new
    timeline.advanceClock(DAY_MS)
    counts = timeline.state.counts()
    nowMs = timeline.now()
    expect(counts.new).toBeGreaterThan(before)
    expect(timeline.state.lastTick()?.atMs).toBeGreaterThan(Date.now() + 23 * HOUR_MS)
  }
  using again = open(folder)
  expect(again.now()).toBeGreaterThanOrEqual(nowMs)
  expect(again.state.counts().new).toBeGreaterThanOrEqual(counts.new)
})

test('a world killed while running comes back with the same tree', async () => {
  const folder = await createTestFolder()
  const start = () =>
    spawn(
      process.execPath,
      [
        join(import.meta.dirname, 'main.ts'),
        '--data-dir',
        folder,
        '--stores',
        '30',
        '--days',
        '2',
        '--tick-every-ms',
        '20',
        '--launch-every-ms',
        '50',
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
  const child = start()
  await new Promise<void>((resolve) =>
    child.stdout.on('data', (text) => String(text).includes('"ready"') && setTimeout(resolve, 400)),
  )
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('exit', resolve))
  const served = readFileSync(join(folder, 'log-daybreak.hashes'))
  using again = open(folder, { seed: 7, stores: 30, days: 2, startAtMs: null })
  const size = Math.floor(served.length / 32)
  expect(again.logs[0]?.size).toBeGreaterThanOrEqual(size)
  expect(
    readFileSync(join(folder, 'log-daybreak.hashes'))
      .subarray(0, size * 32)
      .equals(served.subarray(0, size * 32)),
  ).toBe(true)
  expect(again.logs.every((log) => log.settle().isSame)).toBe(true)
})
