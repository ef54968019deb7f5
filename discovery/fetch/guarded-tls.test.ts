import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCertificate } from '#testing/discovery/test-certificate.ts'
import { createGuardedFetch } from './guarded-fetch.ts'

const { cert, key } = createTestCertificate('shop.test', '*.shop.test')
const seen: { servername: string | false | undefined; protocol: string | false | null }[] = []
let server: Server

beforeAll(async () => {
  server = createServer({ cert, key, ALPNProtocols: ['h2', 'http/1.1'] }, (req, res) => {
    const { socket } = req
    if ('alpnProtocol' in socket && 'servername' in socket) {
      seen.push({
        servername: socket.servername as string | false | undefined,
        protocol: socket.alpnProtocol as string | false | null,
      })
    }
    res.end(`${req.headers.host}${req.url}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  await server[Symbol.asyncDispose]()
})

async function fetchWith(url: string, extraCa: string | null) {
  const { port } = server.address() as AddressInfo
  await using guardedFetch = createGuardedFetch({
    lookup: async () => ({ kind: 'addresses', addresses: ['23.227.38.65'] }),
    connectTo: [{ host: null, port: 443, targetHost: '127.0.0.1', targetPort: port }],
    userAgent: 'StoredawnBot/1.0 (bot@storedawn.test)',
    extraCa,
  })
  // Awaited here: the fetcher is gone once this function returns.
  return await guardedFetch({ url })
}

test('an extra authority is trusted, under the host’s name, over HTTP/1.1', async () => {
  const outcome = await fetchWith('https://www.shop.test/meta.json', cert)
  if (outcome.kind !== 'response') throw new Error(JSON.stringify(outcome))
  expect(new TextDecoder().decode(outcome.body)).toBe('www.shop.test/meta.json')
  expect(seen).toEqual([{ servername: 'www.shop.test', protocol: 'http/1.1' }])
})

test.each([
  ['signed by an unknown authority', 'https://shop.test/', null],
  ['made for another host', 'https://other.test/', cert],
  ['made for a name, asked by address', 'https://23.227.38.65/', cert],
])('a certificate %s is refused', async (_name, url, extraCa) => {
  const before = seen.length
  expect(await fetchWith(url, extraCa)).toMatchObject({ kind: 'failed', cause: 'tls' })
  expect(seen).toHaveLength(before)
})
