import { createServer, type Server } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '#testing/find-chromium.ts'
import { listenLocally } from '#testing/serve-locally.ts'
import { capturePage, type Resource } from './capture-page.ts'
import { type Chromium, startChromium } from './start-chromium.ts'

const executablePath = findChromium()
if (!executablePath)
  process.stdout.write('notice: skipped, because no Chromium was found: screenshots\n')

const GREEN = { r: 0, g: 128, b: 0 }
const file = (type: string, text: string): Resource => ({
  status: 200,
  headers: { 'content-type': type, 'content-security-policy': "default-src 'none'" },
  body: Buffer.from(text),
})

const page = (listener: string) =>
  file(
    'text/html; charset=utf-8',
    `<!doctype html><link rel="stylesheet" href="https://cdn.test/theme.css"><link rel="preconnect" href="${listener}">
    <body><script>document.body.style.background = 'red'</script><script src="https://cdn.test/theme.js"></script>
    <img src="https://cdn.test/missing.png"><img src="${listener}/pixel.png"><iframe width="1" height="1" src="${listener}/frame"></iframe>
    <video width="1" height="1" src="https://cdn.test/film.mp4"></video></body>`,
  )

describe.skipIf(!executablePath)('a screenshot', () => {
  let chromium: Chromium
  let inside: Server
  let insideUrl: string
  let hits = 0
  beforeAll(async () => {
    chromium = await startChromium(executablePath ?? '')
    inside = createServer((_request, response) => {
      hits += 1
      response.end('secret')
    })
    insideUrl = `http://127.0.0.1:${await listenLocally(inside)}`
  })
  afterAll(async () => {
    await chromium[Symbol.asyncDispose]()
    inside.close()
  })

  const capture = (
    files: Record<string, Resource | null>,
    asked: string[] = [],
    browser = chromium,
  ) =>
    capturePage(browser, {
      url: 'https://shop.test/',
      get: async (url) => {
        asked.push(url)
        return files[url] ?? null
      },
      width: 320,
      height: 200,
      loadWithinMs: 15_000,
      maxResources: 10,
      signal: AbortSignal.timeout(60_000),
    })

  const withStyle = (listener: string) => ({
    'https://shop.test/': page(listener),
    'https://cdn.test/theme.css': file('text/css', 'body { background: green; margin: 0 }'),
  })

  test(
    'shows the page with its styles but without the effects of its scripts',
    { tags: ['store-details.image-type'] },
    async () => {
      const result = await capture(withStyle('https://else.test'))
      if (result.kind !== 'picture') throw new Error(`no picture: ${result.reason}`)
      const { dominant } = await sharp(result.bytes).stats()
      expect(Math.abs(dominant.g - GREEN.g)).toBeLessThan(20)
      expect(dominant.r).toBeLessThan(40)
      expect(await sharp(result.bytes).metadata()).toMatchObject({
        width: 320,
        height: 200,
        format: 'jpeg',
      })
    },
  )

  test('loads everything through the fetcher and requests no script, frame or film', async () => {
    const asked: string[] = []
    await capture(withStyle(insideUrl), asked)
    expect(asked.toSorted()).toEqual(
      [
        `${insideUrl}/pixel.png`,
        'https://cdn.test/missing.png',
        'https://cdn.test/theme.css',
        'https://shop.test/',
      ].toSorted(),
    )
    expect(hits, 'requests that left the browser').toBe(0)
  })

  test('is not taken of a response that is not a page', async () => {
    const none = { kind: 'none', reason: 'not_a_page' }
    expect(await capture({})).toEqual(none)
    expect(await capture({ 'https://shop.test/': file('application/json', '{}') })).toEqual(none)
    expect(
      await capture({ 'https://shop.test/': { ...page('https://else.test'), status: 404 } }),
    ).toEqual(none)
  })

  test('makes no more requests than allowed', async () => {
    const asked: string[] = []
    const pictures = Array.from(
      { length: 50 },
      (_, n) => `<img src="https://cdn.test/${n}.png">`,
    ).join('')
    await capture({ 'https://shop.test/': file('text/html', pictures) }, asked)
    expect(asked).toHaveLength(10)
  })

  test('reports that the browser is gone instead of throwing', async () => {
    const other = await startChromium(executablePath ?? '')
    await other[Symbol.asyncDispose]()
    expect(other.isGone()).toBe(true)
    expect(await capture({}, [], other)).toEqual({ kind: 'none', reason: 'browser' })
  })
})

test('a missing browser throws at once', async () => {
  await expect(startChromium('/nonexistent/chromium')).rejects.toThrow(/browser/)
})
