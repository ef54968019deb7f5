import { build } from './build.js'
import { warmCompileCache } from './compile-cache.js'
import { prepareChromium } from './find-chromium.js'
import { installPackages } from './install-packages.js'
import { withSetupLock } from './setup-lock.js'

/** `start`: packages and the built product. `test`: also a Chromium for the browser tests. */
export async function prepare(purpose) {
  if (purpose !== 'start' && purpose !== 'test') {
    throw new Error(`Usage: node scripts/setup.js start|test (not ${JSON.stringify(purpose)})`)
  }
  await withSetupLock(async () => {
    await installPackages()
    if (await build()) await warmCompileCache()
    if (purpose === 'test') await prepareChromium()
  })
}
