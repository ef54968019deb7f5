/**
 * `npm run bench`: runs the benchmarks that take seconds, one after another. `first-minutes.ts`,
 * `ct-memory.ts` and `live-pace.ts` take minutes and have to be started separately.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const BENCHES = ['ct-parse.ts', 'first-load.ts']

for (const bench of BENCHES) {
  process.stdout.write(`\n── ${bench}\n`)
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, bench)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) process.exitCode = 1
}
