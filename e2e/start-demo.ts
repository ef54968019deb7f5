import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { waitUntilCaughtUp } from '#testing/catch-up.ts'
import { runDemo } from '#testing/run-demo.ts'
import { openConsole } from './operator-console.ts'

/** Enough stores to fill every screen, few enough to be discovered in seconds. */
const STORES = '300'
/** Fewer old shops than in the demo: no journey is about them, and each costs a visit. */
const OLD_PER_NEW = '0.3'
const ONE_HOUR_MS = '3600000'

/**
 * Starts one demo for all journeys, in its own folder. Journeys find it through `E2E_ORIGIN`, its
 * world through `E2E_CONTROL` and its mails through `E2E_MAILBOX`. If the first two are set, the
 * running demo serves as it is. Stores launch only on request, so that figures can be compared.
 */
export default async function startDemo(): Promise<() => Promise<void>> {
  const { E2E_ORIGIN, E2E_CONTROL } = process.env
  if (E2E_ORIGIN && E2E_CONTROL) return async () => undefined
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'storedawn-e2e-'))
  const removeData = () => rm(dataDir, { recursive: true, force: true })
  const demo = await runDemo({
    DATA_DIR: dataDir,
    DEMO_STORES: STORES,
    DEMO_OLD_PER_NEW: OLD_PER_NEW,
    LAUNCH_EVERY_MS: ONE_HOUR_MS,
    // So that each account can come from its own network.
    TRUST_PROXY: 'loopback',
  }).catch(async (error: unknown) => {
    await removeData()
    throw error
  })
  const stop = async () => {
    await demo.stop()
    await removeData()
    // Why a page could not be reached, if a process of the demo ended by itself.
    const errors = demo.output.filter((line) => /"level":"(error|fatal)"|fatal: |^ +at /.test(line))
    if (errors.length > 0) await report(errors.join('\n'))
  }
  await waitUntilCaughtUp(demo).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  process.env['E2E_ORIGIN'] = demo.origin
  process.env['E2E_CONTROL'] = demo.control
  process.env['E2E_MAILBOX'] = demo.mailbox
  // Once for all workers: two that open it in the same half minute would need the same code.
  process.env['E2E_OPERATOR'] = await openConsole(demo.origin)
  return stop
}

/** Here, and for the summary of a run (`scripts/test-run/run-journeys.ts`). */
async function report(errors: string): Promise<void> {
  process.stderr.write(`errors of the demo:\n${errors}\n`)
  const file = process.env['E2E_DEMO_ERRORS']
  if (file) await writeFile(file, errors)
}
