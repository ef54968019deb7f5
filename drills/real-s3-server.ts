/**
 * The tests of files against an S3 server that others wrote: s3rver, fetched into a temporary
 * folder because no release has fixed its dependencies
 * (docs/decisions/0055-files-in-a-folder-or-a-bucket.md).
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'

const PACKAGE = 's3rver@3.7.1'
const ROOT = path.join(import.meta.dirname, '..')
const VITEST = path.join(ROOT, 'node_modules/vitest/vitest.mjs')
/** It writes into the file that it replaces, so a reader may see half of each version. */
const ALL_BUT_REPLACING = '^(?!.*being replaced)'

const SERVER = `
const S3rver = require('s3rver')
new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: __dirname + '/data', configureBuckets: [{ name: 'real' }] })
  .run().then(({ port }) => process.send(port))`

const folder = await mkdtemp(path.join(tmpdir(), 'storedawn-s3rver-'))
run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, PACKAGE])
await writeFile(path.join(folder, 'serve.cjs'), SERVER)
// The token of a list's second page is encrypted with DES.
const server = spawn(
  process.execPath,
  ['--openssl-legacy-provider', path.join(folder, 'serve.cjs')],
  {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  },
)
const [port] = await once(server, 'message')
process.env['TEST_FILES_URL'] = `s3://S3RVER:S3RVER@127.0.0.1:${port}/real?tls=0`
try {
  const unit = [
    'run',
    '--project',
    'unit',
    'server/platform/files/file-store.test.ts',
    '-t',
    ALL_BUT_REPLACING,
  ]
  run(process.execPath, [VITEST, ...unit])
  run(process.execPath, [VITEST, 'run', '--project', 'slice-s3'])
} finally {
  server.kill()
  await rm(folder, { recursive: true, force: true })
}

/** Its failure is that of this command, after tidying up. */
function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
