/**
 * A first start as a new user sees it: time to the usable page, to 500 listed stores and to the
 * whole 45 days; how many of the new and of the old shops are listed as new; memory by role; then
 * the restart. `node bench/cold-start.ts [--keep]`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { countStores, readTruth, signIn, walkStores } from '#testing/demo-client.ts'
import { compareStores, describeShare } from '#testing/chaos/compare-stores.ts'
import { type Demo, runDemo } from '#testing/run-demo.ts'
import { usageOfTree } from './process-usage.ts'
import { memoryByRole } from './usage-by-role.ts'

const LIMIT_MS = 300_000
const say = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

const dataDir = mkdtempSync(join(tmpdir(), 'storedawn-cold-'))
const demo = await runDemo({ DATA_DIR: dataDir })
say(`usable page after        ${seconds(demo.readyAtMs - demo.startedAtMs)}`)
try {
  await watchCatchUp(demo)
  await compareWithTruth(demo)
  reportMemory(demo)
} finally {
  await demo.stop()
}

const again = await runDemo({ DATA_DIR: dataDir })
say(`usable after a restart   ${seconds(again.readyAtMs - again.startedAtMs)}`)
await again.stop()
if (!process.argv.includes('--keep')) rmSync(dataDir, { recursive: true, force: true })

async function watchCatchUp(demo: Demo): Promise<void> {
  const client = await signIn(demo.origin, 'pro@demo.storedawn.test')
  const backlog = (await readTruth(demo.control)).filter((shop) => shop.isLaunched).length
  const marks = new Map([
    [500, '500 stores listed after'],
    [Math.floor(backlog * 0.98), '98 % of the backlog after'],
  ])
  let listed = 0
  while (marks.size > 0 && Date.now() - demo.readyAtMs < LIMIT_MS) {
    listed = await countStores(client, 'new')
    const elapsedMs = Date.now() - demo.readyAtMs
    for (const [mark, name] of marks) {
      if (listed < mark) continue
      say(
        `${name.padEnd(24)} ${seconds(elapsedMs)}  (${listed} listed, ${((listed / elapsedMs) * 1000).toFixed(0)} per second)`,
      )
      marks.delete(mark)
    }
    await sleep(500)
  }
  for (const [mark, name] of marks)
    say(`${name.padEnd(24)} not within ${seconds(LIMIT_MS)} (${listed} of ${mark})`)
}

async function compareWithTruth(demo: Demo): Promise<void> {
  await sleep(20_000) // stores that launched during the count get the promised time
  const before = new Date(Date.now() - 60_000).toISOString()
  const client = await signIn(demo.origin, 'pro@demo.storedawn.test')
  const all = await readTruth(demo.control)
  const shops = all.filter((shop) => shop.loggedAt < before)
  const { fresh, old, found, missing, wrong, rightDay } = compareStores(
    shops,
    all,
    await walkStores(client, 'new'),
  )
  say(`new shops listed         ${describeShare(found.length, fresh.length)}`)
  say(`old shops listed as new  ${describeShare(wrong.length, old.length)}`)
  say(`on the right day         ${describeShare(rightDay.length, found.length)}`)
  for (const shop of [...missing.slice(0, 10), ...wrong.slice(0, 10)])
    say(`  ${JSON.stringify(shop)}`)
}

function reportMemory(demo: Demo): void {
  const pid = demo.process.pid ?? 0
  const { megabytes, totalMegabytes } = memoryByRole(
    usageOfTree(pid),
    Number(new URL(demo.origin).port),
  )
  for (const [role, size] of [...Object.entries(megabytes), ['together', totalMegabytes] as const])
    say(`memory                   ${size.toFixed(0).padStart(5)} MB  ${role}`)
}
