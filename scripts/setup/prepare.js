import { build } from './build.js'
import { warmCompileCache } from './compile-cache.js'
import { prepareChromium } from './find-chromium.js'
import { installPackages } from './install-packages.js'
import { withSetupLock } from './setup-lock.js'

const PURPOSES = ['dev', 'start', 'test']

/**
 * `dev`: packages. `start`: also the built product. `test`: also a Chromium for the browser tests.
 */
export async function prepare(purpose) {
  if (!PURPOSES.includes(purpose)) {
    throw new Error(
      `Usage: node scripts/setup.js ${PURPOSES.join('|')} (not ${JSON.stringify(purpose)})`,
    )
  }
  await withSetupLock(async () => {
    await installPackages()
    if (purpose === 'dev') return
    if (await build()) await warmCompileCache()
    if (purpose === 'test') await prepareChromium()
  })
}
