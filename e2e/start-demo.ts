import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { waitUntilCaughtUp } from '#testing/catch-up.ts'
import { runDemo } from '#testing/run-demo.ts'

/** Enough for every screen to be full, few enough to be discovered in seconds. */
const STORES = '300'
const ONE_HOUR_MS = '3600000'

/**
 * Starts one demo for all journeys, in a folder of its own; they find it by `E2E_ORIGIN`, its world by `E2E_CONTROL`
 * and its mails by `E2E_MAILBOX`. Where the first two are set, a demo is running already and is used as it is. Stores launch only when a journey asks for one, so
 * that figures can be compared.
 */
export default async function startDemo(): Promise<() => Promise<void>> {
  const { E2E_ORIGIN, E2E_CONTROL } = process.env
  if (E2E_ORIGIN && E2E_CONTROL) return async () => undefined
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'storedawn-e2e-'))
  const removeData = () => rm(dataDir, { recursive: true, force: true })
  const demo = await runDemo({
    DATA_DIR: dataDir,
    DEMO_STORES: STORES,
    LAUNCH_EVERY_MS: ONE_HOUR_MS,
  }).catch(async (error: unknown) => {
    await removeData()
    throw error
  })
  const stop = async () => {
    await demo.stop()
    await removeData()
  }
  await waitUntilCaughtUp(demo).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  process.env['E2E_ORIGIN'] = demo.origin
  process.env['E2E_CONTROL'] = demo.control
  process.env['E2E_MAILBOX'] = demo.mailbox
  return stop
}
