import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { contentHash } from './content-hash.js'
import { NODE_MODULES, OWN_NODE, OWN_NODE_PACKAGE, ROOT } from './project-paths.js'
import { readIfExists } from './read-if-exists.js'
import { runStep } from './run-step.js'

const STAMP = path.join(NODE_MODULES, '.storedawn-setup')
const OWN_NODE_MAJOR = 'v24.'

/**
 * Installs the packages of the lockfile, once per lockfile. The stamp is written last, into the
 * folder that `npm ci` empties first, so the next run repairs an interrupted install.
 */
export async function installPackages() {
  const wanted = contentHash(ROOT, ['package-lock.json'])
  if (readIfExists(STAMP) === wanted && existsSync(OWN_NODE)) return
  if (!isInstalledByHand()) {
    rmSync(STAMP, { force: true })
    await runStep('Installing packages', ...npmCi(), { env: cleanEnvironment() })
  }
  checkOwnNode()
  mkdirSync(NODE_MODULES, { recursive: true })
  writeFileSync(STAMP, wanted)
}

function npmCi() {
  // Only packages in `allowScripts` of package.json may run install scripts. Older versions of npm
  // ignore this flag.
  const policy = '--strict-allow-scripts'
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    policy,
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
  ]
  return process.platform === 'win32' ? ['cmd', ['/c', 'npm', ...args]] : ['npm', args]
}

// `npm ci` deletes node_modules, including the Node that runs it if that one comes first in PATH.
function cleanEnvironment() {
  const parts = (process.env.PATH ?? '').split(path.delimiter)
  const PATH = parts
    .filter((part) => !part.includes(path.join('node_modules', '.bin')))
    .join(path.delimiter)
  return { ...process.env, PATH }
}

// A developer may run `npm install` by hand; npm then records the installed packages.
function isInstalledByHand() {
  const installed = readIfExists(path.join(NODE_MODULES, '.package-lock.json'))
  if (installed === null || !existsSync(OWN_NODE)) return false
  const present = JSON.parse(installed).packages
  const wanted = JSON.parse(
    readIfExists(path.join(ROOT, 'package-lock.json')) ?? '{"packages":{}}',
  ).packages
  return Object.entries(wanted).every(
    ([name, { version, optional }]) =>
      name === '' || present[name]?.version === version || (optional && !present[name]),
  )
}

function checkOwnNode() {
  const { stdout } = spawnSync(OWN_NODE, ['--version'], { encoding: 'utf8' })
  if (stdout?.startsWith(OWN_NODE_MAJOR)) return
  throw new Error(
    `The packages are installed, but Node ${OWN_NODE_MAJOR}x is not in ${path.relative(ROOT, OWN_NODE)}.\n` +
      `npm passes over the optional package ${OWN_NODE_PACKAGE} when there is no such build, or its hash is not that of the lockfile.`,
  )
}
