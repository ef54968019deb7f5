import { createServer } from 'node:http'
import { Socket } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFetchTo } from '#testing/discovery/fetch-to.ts'
import { serveLocally } from '#testing/serve-locally.ts'
import { isPublicAddress } from './address-guard.ts'
import { createGuardedConnector, type HostLookup } from './guarded-connector.ts'

// prettier-ignore
const PRIVATE = ['127.0.0.1', '10.0.0.5', '169.254.169.254', '192.168.1.1', '100.64.0.1', '::1', 'fd00::1', '::ffff:10.0.0.5', '64:ff9b::a00:5']
const PUBLIC = ['23.227.38.65', '8.8.8.8', '2620:127:f00f:5::', '2606:4700::1111']

const answers = fc.array(
  fc.array(fc.constantFrom(...PRIVATE, ...PUBLIC), { minLength: 1, maxLength: 4 }),
  {
    minLength: 1,
    maxLength: 4,
  },
)

test(
  'a name server that changes its answers at every look-up never gets a private address dialled',
  { tags: ['check-47'] },
  async () => {
    const dialled: string[] = []
    const neverPrivate = fc.asyncProperty(
      answers,
      fc.constantFrom(...PRIVATE, ...PUBLIC),
      async (given, peer) => {
        let looks = 0
        const lookup = async (): Promise<HostLookup> => ({
          kind: 'addresses',
          addresses: given[looks++ % given.length] ?? [],
        })
        const connector = createGuardedConnector({
          lookup,
          connectTo: [],
          connectTimeoutMs: 1000,
          // The peer may differ from the address that was dialled, as behind a hostile router.
          dial: (options, callback) => {
            dialled.push(options.hostname)
            callback(null, Object.defineProperty(new Socket(), 'remoteAddress', { value: peer }))
          },
        })
        const options = {
          hostname: 'rebind.test',
          host: 'rebind.test',
          protocol: 'http:',
          port: '',
        }
        for (let time = 0; time < 3; time += 1) {
          const socket = await new Promise<Socket | null>((resolve) =>
            connector(options, (_error, made) => resolve(made)),
          )
          if (socket && !isPublicAddress(socket.remoteAddress ?? '')) return false
          socket?.destroy()
        }
        return true
      },
    )
    await fc.assert(neverPrivate, { numRuns: 1000 })
    expect(dialled.length).toBeGreaterThan(0)
    expect(dialled.filter((address) => !isPublicAddress(address))).toEqual([])
  },
)

type Site = AsyncDisposable & { asked: string[]; port: number }

async function startChain(length: number, target: string): Promise<Site> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`)
    const hop = Number(request.url?.slice(1) || 0) + 1
    response
      .writeHead(302, { location: hop < length ? `http://hop-${hop}.test/${hop}` : target })
      .end()
  })
  return { asked, ...(await serveLocally(server)) }
}

test.each([
  [1, 'http://127.0.0.1/', 'private_address'],
  [3, 'http://169.254.169.254/latest/meta-data/', 'private_address'],
  [5, 'http://[::ffff:127.0.0.1]/', 'private_address'],
  [2, 'http://inside.test/', 'private_address'],
  [4, 'http://shop.test:22/', 'port'],
  [5, 'file:///etc/passwd', 'scheme'],
  [2, 'http://left.out.test/', 'opt_out'],
])(
  'a chain of %i redirects to %s stops before that target',
  { tags: ['check-48'] },
  async (length, target, reason) => {
    await using site = await startChain(length, target)
    const lookup = async (host: string): Promise<HostLookup> => ({
      kind: 'addresses',
      addresses: [host === 'inside.test' ? '10.0.0.5' : '23.227.38.65'],
    })
    const signed: string[] = []
    await using guardedFetch = createFetchTo(site.port, {
      lookup,
      isOptedOut: async ({ hostname }) => hostname === 'left.out.test',
      sign: async ({ hostname }) => {
        signed.push(hostname)
        return { signature: `for ${hostname}` }
      },
    })
    expect(await guardedFetch({ url: 'http://shop.test/' })).toMatchObject({
      kind: 'refused',
      reason,
    })
    expect(site.asked).toHaveLength(length)
    // Each hop is signed for itself; a signature for one host is of no use at another.
    expect(signed.slice(0, length)).toEqual(site.asked.map((url) => url.replace(/\/.*/, '')))
  },
)

test('a request whose signature fails is not sent unsigned', async () => {
  await using site = await startChain(1, '/')
  await using guardedFetch = createFetchTo(site.port, {
    sign: () => Promise.reject(new Error('no key')),
  })
  expect(await guardedFetch({ url: 'http://shop.test/' })).toMatchObject({ kind: 'failed' })
  expect(site.asked).toEqual([])
})
