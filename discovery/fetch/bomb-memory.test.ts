import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenLocally } from '#testing/serve-locally.ts'

const MIB = 1024 * 1024
const ZEROS = Buffer.alloc(200 * MIB)
const QUICK_BROTLI = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 2 } }
/** 200 MiB of content in each way of sending it. */
const BOMBS: Record<string, () => Uint8Array> = {
  gzip: () => zlib.gzipSync(ZEROS),
  deflate: () => zlib.deflateSync(ZEROS),
  br: () => zlib.brotliCompressSync(ZEROS, QUICK_BROTLI),
  zstd: () => zlib.zstdCompressSync(ZEROS),
  'gzip, gzip': () => zlib.gzipSync(zlib.gzipSync(ZEROS)),
  'gzip, br': () => zlib.brotliCompressSync(zlib.gzipSync(ZEROS)),
  'br, zstd': () => zlib.zstdCompressSync(zlib.brotliCompressSync(ZEROS, QUICK_BROTLI)),
}

const bodies = new Map<string, { encoding: string; body: Uint8Array }>()
const server = createServer((request, response) => {
  const found = bodies.get(request.url?.slice(1) ?? '')
  response.writeHead(200, { 'content-encoding': found?.encoding ?? '' }).end(found?.body)
})
let port: number
beforeAll(async () => {
  for (const [encoding, build] of Object.entries(BOMBS))
    bodies.set(encoding.replace(/\W+/g, '-'), { encoding, body: build() })
  // As large as a page may be, and compressed, so that everything reading needs is allocated before
  // the measurement.
  bodies.set('page', { encoding: 'gzip', body: zlib.gzipSync(randomBytes(5 * MIB - 1024)) })
  port = await listenLocally(server)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test(
  'bombs of 200 MiB in every encoding cost less than 20 MiB at their peak',
  { tags: ['check-49'] },
  async () => {
    const bombs = [...bodies.keys()].filter((name) => name !== 'page')
    const order = JSON.stringify({ port, bombs, page: 'page' })
    const { stdout } = await promisify(execFile)(process.execPath, [
      path.join(import.meta.dirname, '../../testing/discovery/fetch-bombs.ts'),
      order,
    ])
    const report: { outcomes: string[]; risenMiB: number } = JSON.parse(stdout)
    expect(report.outcomes).toEqual(bombs.map(() => 'too_large'))
    expect(report.risenMiB).toBeLessThan(20)
  },
)
