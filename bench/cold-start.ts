/**
 * From nothing to a caught-up product, as a stranger meets it: time to the usable page, to 500 listed stores and to the whole
 * 45 days; how many of the new and of the old shops are listed as new; memory of each process; then the restart.
 * `node bench/cold-start.ts [--keep]`
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { countStores, readTruth, type ShopTruth, signIn, walkStores } from '#testing/demo-client.ts'
import { type Demo, runDemo } from '#testing/run-demo.ts'

const LIMIT_MS = 300_000
const say = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

const dataDir = mkdtempSync(join(tmpdir(), 'storedawn-cold-'))
const demo = await runDemo({ DATA_DIR: dataDir })
say(`usable page after        ${seconds(demo.readyAtMs - demo.startedAtMs)}`)
await watchCatchUp(demo)
await compareWithTruth(demo)
reportMemory(demo)
await demo.stop()

const again = await runDemo({ DATA_DIR: dataDir })
say(`usable after a restart   ${seconds(again.readyAtMs - again.startedAtMs)}`)
await again.stop()
if (!process.argv.includes('--keep')) rmSync(dataDir, { recursive: true, force: true })

async function watchCatchUp(demo: Demo): Promise<void> {
  const client = await signIn(demo.origin, 'pro@demo.storedawn.test')
  const backlog = (await readTruth(demo.control)).filter(isListable).length
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
  await sleep(20_000) // what launched while we counted gets the time that the product promises
  const before = new Date(Date.now() - 60_000).toISOString()
  const client = await signIn(demo.origin, 'pro@demo.storedawn.test')
  const shops = (await readTruth(demo.control)).filter((shop) => shop.loggedAt < before)
  const listed = new Map((await walkStores(client, 'new')).map((store) => [bare(store.domain), store]))
  const isListed = (shop: ShopTruth) => listed.has(bare(shop.host))
  const fresh = shops.filter(isListable)
  const old = shops.filter((shop) => !shop.isNew)
  const found = fresh.filter(isListed)
  const wrong = old.filter(isListed)
  const rightDay = found.filter(
    (shop) => listed.get(bare(shop.host))?.foundDay === shop.loggedAt.slice(0, 10),
  )
  say(`new shops listed         ${share(found.length, fresh.length)}`)
  say(`old shops listed as new  ${share(wrong.length, old.length)}`)
  say(`on the right day         ${share(rightDay.length, found.length)}`)
  for (const shop of [...fresh.filter((one) => !isListed(one)).slice(0, 10), ...wrong.slice(0, 10)])
    say(`  ${JSON.stringify(shop)}`)
}

function isListable(shop: ShopTruth): boolean {
  return shop.isNew && !['closed', 'frozen', 'locked', 'gone'].includes(shop.kind)
}

function bare(host: string): string {
  return host.replace(/^www\./, '')
}
function share(part: number, whole: number): string {
  return `${((part / Math.max(1, whole)) * 100).toFixed(2)} %  (${part} of ${whole})`
}

function reportMemory(demo: Demo): void {
  const rows = execFileSync('ps', ['-o', 'rss=,args=', '-g', String(demo.process.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
  for (const row of rows) {
    const [, rss = '0', args = ''] = /^\s*(\d+)\s+(.*)$/.exec(row) ?? []
    say(
      `memory                   ${(Number(rss) / 1024).toFixed(0).padStart(4)} MB  ${args.replace(/^\S*\//, '').slice(0, 80)}`,
    )
  }
}
