/**
 * Kills the whole tree with kill -9 at random moments of its first start, of catching up and of
 * tailing the logs, and restarts it each time. In the end all of the world's stores must exist
 * exactly once: none lost, none duplicated, no gap in the logs. `node testing/chaos/killed-demo.ts
 * [--rounds N]`; exits with 1 if a check fails.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeMoment, drawMoments, killRounds } from './kill-rounds.ts'
import { runKilledDemo } from './run-killed-demo.ts'
import { findForks, readWorldFiles, type WorldFiles } from './world-files.ts'

const DEFAULT_ROUNDS = 8
const SMALL_WORLD = { DEMO_STORES: '200', LAUNCH_EVERY_MS: '1000' }

const say = (line: string) => process.stdout.write(`${line}\n`)
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: String(DEFAULT_ROUNDS) } },
})
const dataDir = await mkdtemp(join(tmpdir(), 'storedawn-killed-'))
const env = { ...SMALL_WORLD, DATA_DIR: dataDir }

const states: WorldFiles[] = []
await killRounds(env, drawMoments(Number(values.rounds)), (round, moment) => {
  say(`killed (${round}): ${describeMoment(moment)}`)
  states.push(readWorldFiles(dataDir))
})
const { figures, violations } = await runKilledDemo(env)
const forks = states.flatMap((state) => findForks(state, readWorldFiles(dataDir)))

for (const [name, figure] of Object.entries(figures)) say(`${name.padEnd(42)} ${figure}`)
for (const problem of [...violations, ...forks]) say(`BROKEN: ${problem}`)
if (violations.length + forks.length > 0) {
  say(`the folder is kept: ${dataDir}`)
  process.exitCode = 1
} else {
  say(`nothing lost, nothing twice after ${values.rounds} kills`)
  await rm(dataDir, { recursive: true, force: true })
}
