import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin']

/** The browser that was configured, else an installed one, else null. */
export function findChromium(configured: string | undefined): string | null {
  const installed = FOLDERS.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const candidates = configured === undefined ? [...installed, ...MAC_APPS] : [configured]
  return candidates.find(isExecutable) ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
