/**
 * The first minutes of `npm start` as a new user sees them: the times to the usable page, the list
 * while the demo catches up, afterwards and after a restart, memory and CPU of all processes. Each
 * list is compared with a bare PostgreSQL query of the same rows in the same seconds. `node
 * bench/first-minutes.ts [CHECKOUT] [--bare] [--as-user NAME] [--minutes 5] [--catch-up-minutes 15]
 * [--busy N] [--json FILE]` As root it runs twice: as root and as the user `nobody`. About 14
 * minutes each.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type BarePostgres, startBarePostgres } from './first-minutes/bare-postgres.ts'
import { type Measured, measureFirstMinutes } from './first-minutes/measure.ts'
import { reportClone, reportMeasured } from './first-minutes/report.ts'
import { startProduct } from './first-minutes/start-product.ts'
import { asMyself, asUser, createPublicFolder, run } from './first-minutes/stranger.ts'

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
const loops = startBusyLoops(Number(values.busy))
try {
  await using bare = await startBarePostgres()
  say(`bare PostgreSQL ${bare.version}`)
  await measureAll(bare)
} finally {
  for (const loop of loops) loop.kill('SIGKILL')
}

async function measureAll(bare: BarePostgres): Promise<void> {
  const cloneMs = values.bare ? await measureClone() : null
  const results: Measured[] = []
  // The other starts begin with an installed checkout.
  await using myself = await asMyself(checkout)
  if (
    spawnSync('node', ['scripts/setup.js', 'start'], {
      cwd: checkout,
      env: myself.env,
      stdio: 'inherit',
    }).status
  )
    throw new Error(`${checkout} could not be set up`)
  for (const name of names) {
    const as = await asUser(name, checkout)
    if (as.kind === 'impossible') {
      say(`\nNot measured as ${name}: ${as.reason}`)
      continue
    }
    await using stranger = as.stranger
    const plan = {
      liveMs: Number(values.minutes) * 60_000,
      catchUpLimitMs: Number(values['catch-up-minutes']) * 60_000,
      bare,
      signal: interrupted.signal,
    }
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
  if (values.json === undefined) return
  const { version, firstStartMs, restartMs } = bare
  const json = {
    machine: describeMachine(),
    bare: { version, firstStartMs, restartMs },
    cloneMs,
    results,
  }
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

/** They end with this process in every case. */
function startBusyLoops(count: number): ChildProcess[] {
  const loop =
    'const parent = process.ppid; while (process.ppid === parent) for (let n = 0; n < 1e8; n++);'
  const loops = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', loop], { stdio: 'ignore' }),
  )
  process.once('exit', () => loops.forEach((child) => child.kill('SIGKILL')))
  return loops
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
