import { createServer } from 'node:https'
import { expect, test } from 'vitest'
import { createFetchTo } from '#testing/discovery/fetch-to.ts'
import { createTestCertificate } from '#testing/discovery/test-certificate.ts'
import { serveLocally } from '#testing/serve-locally.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const { cert, key } = createTestCertificate('shop.test', '*.shop.test')
const seen: { servername: string | false | undefined; protocol: string | false | null }[] = []
const server = createServer({ cert, key, ALPNProtocols: ['h2', 'http/1.1'] }, (req, res) => {
  const { socket } = req
  if ('alpnProtocol' in socket && 'servername' in socket) {
    seen.push({
      servername: socket.servername as string | false | undefined,
      protocol: socket.alpnProtocol as string | false | null,
    })
  }
  res.end(`${req.headers.host}${req.url}`)
})
const shop = sharedByTests(() => serveLocally(server))

async function fetchWith(url: string, extraCa: string | null) {
  await using guardedFetch = createFetchTo(shop.port, {
    connectTo: [{ host: null, port: 443, targetHost: '127.0.0.1', targetPort: shop.port }],
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
