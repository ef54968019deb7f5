import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { insertProduct, insertStore, insertTrend } from '#testing/factories.ts'
import { type Answer, post, startTestApp } from '#testing/test-app.ts'
import {
  createPictureAddresses,
  type PictureAddresses,
  type PictureSize,
} from './picture-addresses.ts'
import type { FetchPicture } from './picture-proxy.ts'
import { phonePhoto, pictureOfType, pngOf } from '#testing/test-pictures.ts'

type Asked = Parameters<FetchPicture>[0]
type Fetched = Awaited<ReturnType<FetchPicture>>

let addresses: PictureAddresses
let asked: Asked[]
let answer: (request: Asked) => Fetched | Promise<Fetched>

const app = sharedByTests(() =>
  startTestApp({
    fetchPicture: async (request) => {
      asked.push(request)
      return answer(request)
    },
  }),
)
beforeAll(async () => {
  addresses = createPictureAddresses(app.ctx)
})
beforeEach(() => {
  asked = []
})

const found = (body: Uint8Array, status = 200): Fetched => ({ kind: 'response', status, body })
const failed = (cause: string): Fetched => ({ kind: 'failed', cause })

async function offerPicture() {
  const picture = await pngOf(9, 9)
  answer = () => found(picture)
}

let count = 0
const newUrl = (host = 'shop.example') => `https://${host}/files/${(count += 1)}.png`

function pathOf(url: string, size: PictureSize = 'card'): string {
  const path = addresses.of(url, size)
  if (path === null) throw new Error(`no address for ${url}`)
  return path
}

async function serve(bytes: Uint8Array, size: PictureSize = 'card') {
  answer = () => found(bytes)
  return app.anonymous(pathOf(newUrl(), size))
}

describe('a picture', () => {
  test(
    'appears in answers under a Storedawn address, and is served there to anyone',
    { tags: ['check-61'] },
    async () => {
      const store = await insertStore(app.ctx.db, {
        domain: 'lamps.example',
        logo_url: 'https://lamps.example/logo.png',
      })
      const images = ['a', 'b'].map((name) => ({
        src: `https://cdn.example/${name}.png`,
        width: 9,
        height: 8,
      }))
      const id = await insertProduct(app.ctx.db, store, { images: JSON.stringify(images) })
      const { send } = await app.as('PRO_USER')
      const read = async (url: string) => (await send(url)).json()
      const list = (await read('/api/stores')).content.find(
        (row: { id: number }) => row.id === store,
      )
      const details = await read(`/api/stores/details/${store}`)
      const [inGrid] = (await read('/api/stores/products/domain/lamps.example')).content
      const product = await read(`/api/products/${id}`)
      const save = async (what: string, payload: object) =>
        (await post(send, `/api/saved-${what}`, payload)).json()
      await insertTrend(app.ctx.db, id, '2026-03-08')
      const [trending] = (await read('/api/trending/products?date=2026-03-08')).content
      const handedOut: [string, string][] = [
        [list.logoUrl, 'thumb'],
        [details.images[0].imageUrl, 'card'],
        [details.images[0].signedUrl, 'card'],
        [inGrid.images[0].src, 'card'],
        [product.images[1].src, 'full'],
        [product.store.logoUrl, 'thumb'],
        [trending.images[0].src, 'card'],
        [(await save('stores', { storeId: store })).store.logoUrl, 'thumb'],
        [(await save('products', { productId: id })).product.images[0].src, 'card'],
      ]
      await offerPicture()
      for (const [address, size] of handedOut) {
        expect(address).toMatch(new RegExp(`^/api/pictures/${size}/`))
        expect((await app.anonymous(address)).statusCode).toBe(200)
      }
      expect(asked.map(({ url }) => url)).toEqual([
        'https://lamps.example/logo.png',
        'https://lamps.example/logo.png',
        'https://cdn.example/a.png',
        'https://cdn.example/b.png',
      ])
    },
  )

  test('is served as cacheable WebP, sandboxed when opened directly', async () => {
    const { statusCode, headers, rawPayload } = await serve(await pngOf(300, 200))
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=604800, immutable',
      'content-security-policy': `default-src 'none'; sandbox`,
      'x-content-type-options': 'nosniff',
      'content-length': String(rawPayload.length),
    })
    expect(headers).not.toHaveProperty('content-encoding')
    expect(await sharp(rawPayload).metadata()).toMatchObject({
      format: 'webp',
      width: 300,
      height: 200,
    })
  })

  test.each([
    ['thumb', 96, 48],
    ['card', 480, 240],
    ['full', 1200, 600],
  ] as const)(
    'of the size %s is at most %i pixels wide, and keeps its aspect ratio',
    async (size, width, height) => {
      const { rawPayload } = await serve(await pngOf(2000, 1000), size)
      expect(await sharp(rawPayload).metadata()).toMatchObject({ width, height })
    },
  )

  test('loses its metadata and is rotated upright', async () => {
    const photo = await phonePhoto()
    expect(await sharp(photo).metadata()).toMatchObject({ exif: expect.anything(), orientation: 6 })
    const metadata = await sharp((await serve(photo)).rawPayload).metadata()
    expect(metadata).toMatchObject({ width: 200, height: 300 })
    for (const key of ['exif', 'orientation', 'icc', 'xmp', 'iptc'])
      expect(metadata).not.toHaveProperty(key)
  })

  test('is requested at the needed width where the platform scales pictures', async () => {
    answer = () => found(Buffer.alloc(0))
    await app.anonymous(pathOf('https://cdn.shopify.com/s/files/1/2/files/lamp.png?v=1', 'thumb'))
    await app.anonymous(
      pathOf('https://lamp.example/cdn/shop/files/logo.png?v=1&width=3000', 'full'),
    )
    await app.anonymous(pathOf('https://other.example/logo.png?v=1', 'full'))
    expect(asked.map(({ url }) => url)).toEqual([
      'https://cdn.shopify.com/s/files/1/2/files/lamp.png?v=1&width=96',
      'https://lamp.example/cdn/shop/files/logo.png?v=1&width=1200',
      'https://other.example/logo.png?v=1',
    ])
    expect(asked[0]).toMatchObject({ maxBytes: 5 * 1024 * 1024, totalTimeoutMs: 10_000 })
    expect(asked[0]?.headers['accept']).not.toMatch(/svg|\*/)
  })
})

describe('a file that is not a picture', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  const refused: [string, () => Buffer | Promise<Buffer>][] = [
    ['SVG', () => Buffer.from(svg)],
    ['SVG behind the mark of a PNG', () => Buffer.from(`\x89PNG\r\n\x1a\n${svg}`, 'latin1')],
    ['a cut file', async () => (await pictureOfType.jpeg()).subarray(0, 400)],
  ]
  test.each(refused)('is never passed on: %s', async (_what, make) => {
    const { statusCode, headers, rawPayload } = await serve(await make())
    expect([statusCode, rawPayload.length]).toEqual([204, 0])
    expect(headers['cache-control']).toBe('public, max-age=60')
  })
})

describe('a picture address', () => {
  test('with a forged signature answers 404, and fetches nothing', async () => {
    answer = () => found(Buffer.alloc(0))
    const path = pathOf(newUrl(), 'card')
    const [, , , size = '', signature = '', address = ''] = path.split('/')
    const turned = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
    const other = Buffer.from('https://shop.example/other.png').toString('base64url')
    const forged = [
      `/api/pictures/${size}/${turned}/${address}`,
      `/api/pictures/full/${signature}/${address}`,
      `/api/pictures/huge/${signature}/${address}`,
      `/api/pictures/constructor/${signature}/${address}`,
      `/api/pictures/${size}/${signature}/${other}`,
      `/api/pictures/${size}/${signature}/${address}=`,
      `/api/pictures/${size}/${signature}/${address}/`,
      `/api/pictures/${size}/${signature.slice(0, 8)}/${address}`,
      `/api/pictures/${size}/${signature}AAAA/${address}`,
      `/api/pictures/${size}/-/${address}`,
      `/api/pictures/${size}/${signature}/`,
    ]
    for (const url of forged) {
      const answered = await app.anonymous(url)
      expect([url, answered.statusCode, answered.json().code]).toEqual([url, 404, 'not_found'])
    }
    expect(asked).toEqual([])
  })

  test('works at any length that the fetcher accepts', async () => {
    await offerPicture()
    const long = `https://shop.example/${'a'.repeat(2020)}.png`
    expect((await app.anonymous(pathOf(long))).statusCode).toBe(200)
    expect(addresses.of(`${long}${'a'.repeat(10)}`, 'card')).toBeNull()
  })

  test.each([
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
    '/logo.png',
    'x',
    '',
  ])('is not created for %j', (url) => expect(addresses.of(url, 'card')).toBeNull())

  test('refuses methods other than GET and HEAD', async () => {
    const { statusCode, headers } = await post(app.anonymous, pathOf(newUrl()))
    expect([statusCode, headers['allow']]).toEqual([405, 'GET, HEAD'])
  })
})

describe('a fetched picture', () => {
  test('is not fetched again, not even by another process', async () => {
    await offerPicture()
    const path = pathOf(newUrl())
    const first = await app.anonymous(path)
    const again = await app.anonymous(path)
    expect(again.rawPayload).toEqual(first.rawPayload)
    expect(asked).toHaveLength(1)
    const { DATA_DIR, FILES_URL } = app.ctx.config
    await using other = await startTestApp({ config: { DATA_DIR, FILES_URL } })
    const otherPath = createPictureAddresses(other.ctx).of(asked[0]?.url ?? '', 'card')
    expect((await other.anonymous(otherPath ?? '')).rawPayload).toEqual(first.rawPayload)
  })

  test('requested by several callers at once is fetched once', async () => {
    await offerPicture()
    const path = pathOf(newUrl())
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.anonymous(path)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(asked).toHaveLength(1)
  })
})

describe('a host that fails', () => {
  const causes: [string, Fetched][] = [
    ['has no such picture', found(Buffer.from('no'), 404)],
    ['is overloaded', found(Buffer.alloc(0), 503)],
    ['sends too much', failed('too_large')],
    ['does not answer', failed('timeout')],
    ['is at a private address', { kind: 'refused', reason: 'private_address' }],
  ]
  test.each(causes)(
    'and %s leaves a placeholder, no error, and is retried only after ten minutes',
    async (_how, outcome) => {
      answer = () => outcome
      const url = newUrl(`host-${count}.example`)
      const { statusCode, headers } = await app.anonymous(pathOf(url, 'thumb'))
      expect([statusCode, headers['cache-control']]).toEqual([204, 'public, max-age=60'])
      expect((await app.anonymous(pathOf(url, 'full'))).statusCode).toBe(204)
      app.ctx.clock.advance(9 * 60_000)
      expect((await app.anonymous(pathOf(url, 'thumb'))).statusCode).toBe(204)
      expect(asked).toHaveLength(1)
      app.ctx.clock.advance(61_000)
      await offerPicture()
      expect((await app.anonymous(pathOf(url, 'thumb'))).statusCode).toBe(200)
      expect(asked).toHaveLength(2)
    },
  )

  test('three times in a row gets no requests for a minute', async () => {
    answer = () => failed('connect')
    for (let round = 0; round < 5; round++) await app.anonymous(pathOf(newUrl('dead.example')))
    expect(asked).toHaveLength(3)
    app.ctx.clock.advance(61_000)
    await app.anonymous(pathOf(newUrl('dead.example')))
    expect(asked).toHaveLength(4)
  })

  test('now and then does not count as broken', async () => {
    for (let round = 0; round < 6; round++) {
      answer = () => (round % 3 === 2 ? found(Buffer.alloc(0), 404) : failed('timeout'))
      await app.anonymous(pathOf(newUrl('shaky.example')))
    }
    expect(asked).toHaveLength(6)
  })

  test('takes only its share: eight requests run, forty wait, the rest are placeholders until they are asked for again', async () => {
    const pending: (() => void)[] = []
    const picture = await pngOf(9, 9)
    answer = () => new Promise((resolve) => pending.push(() => resolve(found(picture))))
    const sent = Array.from({ length: 60 }, () => app.anonymous(pathOf(newUrl('slow.example'))))
    const refused: Answer[] = []
    for (const one of sent)
      void one.then((answer) => {
        if (answer.statusCode === 204) refused.push(answer)
      })
    // The others are all under way or waiting by then, however long it took to look for their
    // files.
    await expect.poll(() => refused.length).toBe(12)
    expect(refused[0]?.headers['cache-control']).toBe('no-store')
    const ended = Promise.all(sent)
    let mostAtOnce = 0
    let isEnded = false
    void ended.then(() => (isEnded = true))
    while (!isEnded) {
      mostAtOnce = Math.max(mostAtOnce, pending.length)
      for (const answerOne of pending.splice(0)) answerOne()
      await new Promise(setImmediate)
    }
    const statuses = (await ended).map(({ statusCode }) => statusCode)
    expect(mostAtOnce).toBe(8)
    expect(statuses.filter((status) => status === 200)).toHaveLength(48)
    expect(statuses.filter((status) => status === 204)).toHaveLength(12)
  })
})
