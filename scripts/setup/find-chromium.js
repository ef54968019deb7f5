import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { CHROMIUM_STAMP, NODE_MODULES, OWN_NODE } from './project-paths.js'
import { readIfExists } from './read-if-exists.js'
import { runStep } from './run-step.js'

// The headless shell comes first: without the windows of a desktop browser, the journeys take two
// thirds of the time.
const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]
const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const ANSWER_WITHIN_MS = 20_000
const DOWNLOAD_WITHIN_MS = 5 * 60_000
const APT_WITHIN_MS = 10 * 60_000

/**
 * Writes the path of a working Chromium to `CHROMIUM_STAMP`, or explains why browser tests will be
 * skipped.
 */
export async function prepareChromium() {
  const known = readIfExists(CHROMIUM_STAMP)
  if (!process.env.CHROMIUM_PATH && known && existsSync(known)) return
  const found = findInstalled() ?? (await tryDownload()) ?? (await tryApt())
  writeFileSync(CHROMIUM_STAMP, found ?? '')
  if (found) console.log(`✓ Chromium: ${found}`)
  else
    console.log(
      '! No Chromium found and none could be installed: browser tests will be skipped (CHROMIUM_PATH names one).',
    )
}

function findInstalled() {
  if (process.env.CHROMIUM_PATH) {
    if (answers(process.env.CHROMIUM_PATH)) return process.env.CHROMIUM_PATH
    console.log(`! CHROMIUM_PATH=${process.env.CHROMIUM_PATH} does not start; looking elsewhere.`)
  }
  return [...inPath(), ...MAC_APPS, ...downloadedByPlaywright()].find(
    (file) => existsSync(file) && answers(file),
  )
}

function inPath() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  return NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)))
}

function downloadedByPlaywright() {
  const folders = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    path.join(os.homedir(), '.cache/ms-playwright'),
    path.join(os.homedir(), 'Library/Caches/ms-playwright'),
  ].filter((folder) => folder && existsSync(folder))
  const builds = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /^chromium(_headless_shell)?-\d+$/.test(name))
      .sort()
      .reverse()
      .map((name) => path.join(folder, name)),
  )
  return builds.flatMap((build) =>
    [
      'chrome-headless-shell-linux64/chrome-headless-shell',
      'chrome-linux64/chrome',
      'chrome-linux/chrome',
      'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    ].map((file) => path.join(build, file)),
  )
}

// An existing file may still fail to start (a snap stub, a missing library); then the next
// candidate is tried.
function answers(file) {
  return spawnSync(file, ['--version'], { timeout: ANSWER_WITHIN_MS, stdio: 'ignore' }).status === 0
}

async function tryDownload() {
  const cli = path.join(NODE_MODULES, 'playwright', 'cli.js')
  const done = await attempt(
    'Downloading Chromium',
    OWN_NODE,
    [cli, 'install', '--only-shell', 'chromium'],
    DOWNLOAD_WITHIN_MS,
  )
  return done ? findInstalled() : undefined
}

async function tryApt() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const packages = ['chromium-headless-shell', 'chromium']
  const anyOf = packages
    .map((name) => `apt-get install -y -q --no-install-recommends ${name}`)
    .join(' || ')
  const install = `apt-get update -q && { ${anyOf}; }`
  const done = await attempt('Installing Chromium by apt-get', 'sh', ['-c', install], APT_WITHIN_MS)
  return done ? findInstalled() : undefined
}

async function attempt(title, command, args, timeLimitMs) {
  try {
    await runStep(title, command, args, {
      timeLimitMs,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    return true
  } catch (error) {
    console.log(`! ${error.message.trim().split('\n').slice(0, 4).join('\n  ')}`)
    return false
  }
}
