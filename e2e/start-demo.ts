import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { runDemo } from '#testing/run-demo.ts'

/** Starts one demo for all journeys, in a folder of its own; they find it by `E2E_ORIGIN` and its world by `E2E_CONTROL`. */
export default async function startDemo(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'storedawn-e2e-'))
  const removeData = () => rm(dataDir, { recursive: true, force: true })
  const demo = await runDemo({ DATA_DIR: dataDir }).catch(async (error: unknown) => {
    await removeData()
    throw error
  })
  process.env['E2E_ORIGIN'] = demo.origin
  process.env['E2E_CONTROL'] = demo.control
  return async () => {
    await demo.stop()
    await removeData()
  }
}
