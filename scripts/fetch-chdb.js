/**
 * Fetches ClickHouse as a library (the npm package chdb, 546 MB) for the tests on ClickHouse: `node
 * scripts/fetch-chdb.js`. Not a dependency, because only these tests need it. Does nothing when it
 * is there. Plain JavaScript for Node >= 20.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { NODE_MODULES, ROOT } from './setup/project-paths.js'

const FOLDER = path.join(NODE_MODULES, '.cache', 'chdb')
const SOURCE = path.join(ROOT, 'testing', 'clickhouse', 'chdb')
const FILES = ['package.json', 'package-lock.json']
const STAMP = path.join(FOLDER, 'installed')

const wanted = readFileSync(path.join(SOURCE, 'package-lock.json'), 'utf8')
if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) process.exit(0)

mkdirSync(FOLDER, { recursive: true })
for (const file of FILES) copyFileSync(path.join(SOURCE, file), path.join(FOLDER, file))
// npm checks each package against the lockfile.
const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
  cwd: FOLDER,
  stdio: ['ignore', 'ignore', 'inherit'],
  shell: process.platform === 'win32',
})
if (status !== 0) {
  process.stderr.write('ClickHouse as a library could not be fetched: see above\n')
  process.exit(1)
}
// Written last, so that an interrupted run starts over.
writeFileSync(STAMP, wanted)
process.stdout.write('✓ ClickHouse as a library is in node_modules/.cache/chdb\n')
