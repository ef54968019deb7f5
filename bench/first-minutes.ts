/**
 * The first minutes of `npm start` as a new user sees them: the times to the usable page, the list
 * while the demo catches up, afterwards and after a restart, memory and CPU of all processes. Each
 * list is compared with a bare PostgreSQL query of the same rows, and with a bare Fastify server
 * that sends as many bytes, in the same seconds. `node bench/first-minutes.ts [CHECKOUT] [--bare]
 * [--as-user NAME] [--minutes 5] [--catch-up-minutes 15] [--busy N] [--json FILE]` As root it runs
 * twice: as root and as the user `nobody`. About 14 minutes each. `--busy N` only measures the list
 * of two first starts, on the machine as it is and beside N busy loops.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startBareFastify } from './first-minutes/bare-fastify.ts'
import { startBarePostgres } from './first-minutes/bare-postgres.ts'
import { measureBesideLoops } from './first-minutes/measure-busy.ts'
import {
  exampleRows,
  LIST_SIZE,
  type Measured,
  measureFirstMinutes,
  type Plan,
} from './first-minutes/measure.ts'
import {
  reportClone,
  reportCpu,
  reportLists,
  reportMeasured,
  reportSlowQueries,
} from './first-minutes/report.ts'
import { startProduct } from './first-minutes/start-product.ts'
import {
  asMyself,
  asUser,
  createPublicFolder,
  run,
  type Stranger,
} from './first-minutes/stranger.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    bare: { type: 'boolean', default: false },
    'as-user': { type: 'string' },
    minutes: { type: 'string', default: '5' },
    'catch-up-minutes': { type: 'string', default: '15' },
    busy: { type: 'string', default: '0' },
    json: { type: 'string' },
  },
})
const checkout = path.resolve(positionals[0] ?? path.join(import.meta.dirname, '..'))
const say = (line: string) => process.stdout.write(`${line}\n`)

const interrupted = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => interrupted.abort(new Error(`ended by ${name}`)))

const me = os.userInfo().username
const asked = values['as-user']
const names = asked === undefined ? (process.getuid?.() === 0 ? [me, 'nobody'] : [me]) : [asked]

say(`machine: ${describeMachine()}`)
await using bare = await startBarePostgres()
say(`bare PostgreSQL ${bare.version}`)
await using fastify = await startBareFastify(
  JSON.stringify({ content: exampleRows().slice(0, LIST_SIZE) }),
)
const plan = {
  liveMs: Number(values.minutes) * 60_000,
  catchUpLimitMs: Number(values['catch-up-minutes']) * 60_000,
  bare,
  fastify,
  signal: interrupted.signal,
}
await (Number(values.busy) > 0 ? measureBusy(plan) : measureAll(plan))

/** Also an installed checkout, with which the other starts begin. */
async function asInstalled(): Promise<Stranger> {
  const myself = await asMyself(checkout)
  const setUp = { cwd: checkout, env: myself.env, stdio: 'inherit' } as const
  if (spawnSync('node', ['scripts/setup.js', 'start'], setUp).status)
    throw new Error(`${checkout} could not be set up`)
  return myself
}

async function measureBusy(plan: Plan): Promise<void> {
  await using myself = await asInstalled()
  const windows = await measureBesideLoops(myself, { ...plan, loops: Number(values.busy) })
  reportLists(windows, say)
  reportCpu(windows, say)
  reportSlowQueries(windows, say)
  writeJson({ windows })
}

async function measureAll(plan: Plan): Promise<void> {
  const cloneMs = values.bare ? await measureClone() : null
  const results: Measured[] = []
  await using _myself = await asInstalled()
  for (const name of names) {
    const as = await asUser(name, checkout)
    if (as.kind === 'impossible') {
      say(`\nNot measured as ${name}: ${as.reason}`)
      continue
    }
    await using stranger = as.stranger
    // Another user's results are useful even so.
    await measureFirstMinutes(stranger, plan, (line) => say(`  ${name}: ${line}`)).then(
      (measured) => results.push(measured),
      (error: unknown) => {
        if (interrupted.signal.aborted) throw error
        process.exitCode = 1
        say(`\nThe run as ${name} failed: ${error instanceof Error ? error.stack : String(error)}`)
      },
    )
  }
  if (cloneMs !== null) reportClone(cloneMs, say)
  for (const result of results) reportMeasured(result, bare, say)
  say(`\nload at the end ${os.loadavg()[0]?.toFixed(1)}`)
  const { version, firstStartMs, restartMs } = bare
  writeJson({ bare: { version, firstStartMs, restartMs }, cloneMs, results })
}

function writeJson(results: object): void {
  if (values.json === undefined) return
  const json = { machine: describeMachine(), ...results }
  writeFileSync(values.json, `${JSON.stringify(json, null, 2)}\n`)
}

/** Runs `git clone` into an empty folder and `npm start` in it. */
async function measureClone(): Promise<number> {
  const folder = await createPublicFolder()
  try {
    const clone = path.join(folder, 'storedawn')
    const startedAtMs = performance.now()
    run('git', ['clone', '-q', checkout, clone])
    const clonedMs = performance.now() - startedAtMs
    await using stranger = await asMyself(clone)
    const product = await startProduct(stranger, await stranger.createDataDir(), interrupted.signal)
    await product.stop()
    for (const line of product.output.filter((line) => line.startsWith('✓')))
      say(`  bare clone: ${line}`)
    return clonedMs + product.usableAfterMs
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function describeMachine(): string {
  const commit = execFileSync('git', ['-C', checkout, 'describe', '--always', '--dirty'], {
    encoding: 'utf8',
  })
  return [
    `${os.availableParallelism()} cores (${os.cpus()[0]?.model.trim()})`,
    `${(os.totalmem() / 1024 ** 3).toFixed(0)} GB`,
    `${os.type()} ${os.release()}`,
    `Node ${process.version}`,
    `load before ${os.loadavg()[0]?.toFixed(1)}`,
    `${values.busy} busy loops`,
    `commit ${commit.trim()}`,
    new Date().toISOString(),
  ].join(', ')
}
