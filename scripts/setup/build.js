import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { contentHash } from './content-hash.js'
import { NODE_MODULES, OWN_NODE, ROOT } from './project-paths.js'
import { readIfExists } from './read-if-exists.js'
import { runStep } from './run-step.js'

const PACKAGES = ['package.json', 'package-lock.json']
const BUILDS = [
  {
    title: 'Building the web',
    config: 'vite.config.ts',
    sources: ['web', 'i18n', 'contracts', ...PACKAGES],
    stamp: 'dist/.storedawn-build',
  },
  {
    title: 'Building the server',
    config: 'vite.server.config.ts',
    // Of scripts/ only what the demo loads.
    sources: [
      'server',
      'discovery',
      'contracts',
      'i18n',
      'sim',
      'scripts/demo',
      ...[
        'claim-for-demo',
        'demo',
        'demo-accounts',
        'demo-process',
        'start-world',
        'world-settings',
      ].map((name) => `scripts/${name}.ts`),
      ...PACKAGES,
    ],
    stamp: 'dist/product/.storedawn-build',
  },
]

/**
 * Builds the web app and the server's processes, each once per state of its sources.
 * @returns whether something was built now
 */
export async function build() {
  let isBuilt = false
  for (const each of BUILDS) if (await buildOnce(each)) isBuilt = true
  return isBuilt
}

async function buildOnce({ title, config, sources, stamp }) {
  // An installation from an image has no sources of the web.
  if (!existsSync(path.join(ROOT, config))) return false
  const file = path.join(ROOT, stamp)
  const wanted = contentHash(ROOT, [config, ...sources])
  if (readIfExists(file) === wanted) return false
  rmSync(file, { force: true })
  const vite = path.join(NODE_MODULES, 'vite', 'bin', 'vite.js')
  await runStep(title, OWN_NODE, [vite, 'build', '--config', config], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, wanted)
  return true
}
