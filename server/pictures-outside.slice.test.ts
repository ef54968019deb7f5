import { createServer, type IncomingMessage, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createPictureAddresses,
  type PictureAddresses,
} from '#server/catalog/pictures/picture-addresses.ts'
import { pngOf } from '#testing/test-pictures.ts'
import { createPictureFetch } from './opt-out/opt-out-list.ts'
import { parseConfig } from '#server/platform/config.ts'
import { listenLocally } from '#testing/serve-locally.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

/**
 * A public address, so that no name has to be looked up; `CONNECT_TO` brings it to the server of
 * this test.
 */
const SHOP = 'http://8.8.8.8'

let host: Server
let port: number
let asked: IncomingMessage[]
let app: TestApp
let addresses: PictureAddresses
let fetchPicture: ReturnType<typeof createPictureFetch>

beforeAll(async () => {
  const picture = await pngOf(40, 40)
  host = createServer((request, response) => {
    asked.push(request)
    if (request.url === '/logo.png') return void response.end(picture)
    if (request.url === '/huge.png') return void response.end(Buffer.alloc(10 * 1024 * 1024))
    if (request.url === '/inwards.png')
      return void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
    response.writeHead(404).end()
  })
  port = await listenLocally(host)
  const config = parseConfig({ CONNECT_TO: `8.8.8.8:80:127.0.0.1:${port}` })
  app = await startTestApp({ fetchPicture: (request) => fetchPicture(request) })
  fetchPicture = createPictureFetch({ ...app.ctx, config })
  addresses = createPictureAddresses(app.ctx)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await fetchPicture[Symbol.asyncDispose]()
  host.close()
})
beforeEach(() => {
  asked = []
})

const get = (url: string) => app.anonymous(addresses.of(url, 'thumb') ?? '')

test(
  'a picture is fetched under the Storedawn user agent, without data about the visitor',
  { tags: ['check-61'] },
  async () => {
    const headers = { 'user-agent': 'Firefox', cookie: 'jwt=x', referer: 'http://localhost/list' }
    const answer = await app.anonymous({
      url: addresses.of(`${SHOP}/logo.png`, 'thumb') ?? '',
      headers,
    })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(asked.map(({ url }) => url)).toEqual(['/logo.png'])
    expect(asked[0]?.headers['user-agent']).toMatch(/^StoredawnBot\/1\.0 \(\+https:/)
    expect(Object.keys(asked[0]?.headers ?? {}).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ])
  },
)

test('a picture of 10 MB is refused: the signed address answers without a picture', async () => {
  expect((await get(`${SHOP}/huge.png`)).statusCode).toBe(204)
  expect(asked).toHaveLength(1)
})

test('no picture is fetched from the internal network, directly or through a redirect', async () => {
  for (const url of [
    `http://127.0.0.1:${port}/logo.png`,
    'http://127.0.0.1/logo.png',
    'http://[::1]/logo.png',
  ])
    expect([url, (await get(url)).statusCode]).toEqual([url, 204])
  expect(asked).toEqual([])
  expect((await get(`${SHOP}/inwards.png`)).statusCode).toBe(204)
  expect(asked.map(({ url }) => url)).toEqual(['/inwards.png'])
})
