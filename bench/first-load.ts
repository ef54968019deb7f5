/**
 * JavaScript that the first visit of a page loads, in bytes on the wire: all scripts in its HTML,
 * including those loaded after the paint. `node bench/first-load.ts`, after `npm run build`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { parseConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { runRoles } from '#server/run-server.ts'

const PAGES = ['/', '/sample', '/pricing', '/login', '/app', '/list', '/leads']
const SCRIPT = /"(\/assets\/[^"]+\.js)"/g
const KILOBYTE = 1000

const dataDir = await mkdtemp(join(tmpdir(), 'storedawn-bench-'))
const server = await runRoles({
  config: parseConfig({ DATA_DIR: dataDir, PORT: '0', ROLES: 'api' }),
  overrides: { log: createLog({ LOG_LEVEL: 'error' }) },
})
try {
  process.stdout.write('JavaScript of the first load, compressed by brotli\n')
  for (const page of PAGES) await report(server.address ?? '', page)
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function report(origin: string, page: string): Promise<void> {
  const html = (await read(`${origin}${page}`, 'identity')).toString()
  const scripts = [...new Set([...html.matchAll(SCRIPT)].map(([, address]) => address ?? ''))]
  if (scripts.length === 0) throw new Error(`${page} names no scripts: run \`npm run build\` first`)
  const sizes = await Promise.all(
    scripts.map(async (script) => (await read(new URL(script, origin).href, 'br')).length),
  )
  const total = sizes.reduce((sum, size) => sum + size, 0)
  process.stdout.write(
    `  ${page.padEnd(10)} ${(total / KILOBYTE).toFixed(1)} kB in ${scripts.length} files (HTML ${(html.length / KILOBYTE).toFixed(1)} kB before compression)\n`,
  )
}

async function read(url: string, encoding: string): Promise<Buffer> {
  const { statusCode, body } = await request(url, { headers: { 'accept-encoding': encoding } })
  if (statusCode !== 200) throw new Error(`${url}: ${statusCode}`)
  return Buffer.from(await body.arrayBuffer())
}
