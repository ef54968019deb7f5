import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { READ_KEYS } from '#contracts/catalog/fact-table.ts'
import { metaJson, storePage } from '#testing/discovery/store-page.ts'
import { sharedFolder } from '#testing/test-folder.ts'
import { parseHeaderDump } from '#scripts/inspect/parse-header-dump.ts'

const { folder, fileOf } = sharedFolder()

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/inspect.ts', ...args])

async function report(...args: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await run(...args)
  return JSON.parse(stdout)
}

const html = fileOf('home.html', storePage())
const HEADERS =
  'HTTP/1.1 200 Connection Established\r\n\r\nHTTP/2 200\r\ncontent-type: application/json; charset=utf-8\r\ncontent-language: de-CH\r\npowered-by: Shopify\r\netag: W/"page_cache:98765432109:ProductListController:ab"\r\ndate: Fri, 20 Nov 2026 10:00:00 GMT\r\n'

describe('the inspect command', () => {
  test('prints one object whose facts have value, label and evidence', async () => {
    const facts = await report(
      '--html',
      html,
      '--url',
      'https://lumen-und-filz.test/',
      '--meta',
      fileOf('meta.json', metaJson()),
    )
    for (const key of [...READ_KEYS, 'isStore', 'signals', 'launch'])
      expect(facts).toHaveProperty(key)
    expect(facts).toMatchObject({
      isStore: true,
      shop: {
        value: 'q7x2ab-9k.myshopify.com',
        label: 'observed',
        evidence: { url: 'https://lumen-und-filz.test/meta.json' },
      },
      country: { value: 'CH' },
      productCount: { value: 12 },
      theme: {
        value: { name: "Copy of Horizon – Mia's [draft]" },
        evidence: { url: 'https://lumen-und-filz.test/', path: 'Shopify.theme' },
      },
      emails: [],
      launch: { status: expect.stringMatching(/^(new|established)$/) },
    })
  })

  test('reads a page without its address and names the file as its source', async () => {
    const facts = await report('--html', html)
    expect(facts).toMatchObject({
      isStore: true,
      domain: { value: 'lumen-und-filz.test' },
      currency: { value: 'CHF' },
    })
    expect(facts['logo']).toMatchObject({
      value: expect.stringMatching(/^https:\/\/lumen-und-filz\.test\/cdn\/shop\/files\/logo\.png/),
    })
    expect(facts['shop']).toMatchObject({ evidence: { url: expect.stringMatching(/^file:/) } })
  })

  test('reads the headers of products.json, alone and together with a page', async () => {
    const headers = fileOf('headers.txt', HEADERS)
    expect(await report('--headers', headers)).toMatchObject({
      isStore: true,
      shopId: { value: '98765432109', evidence: { observedAt: '2026-11-20T10:00:00.000Z' } },
      locale: { value: 'de-CH' },
    })
    expect(await report('--html', html, '--headers', headers)).toMatchObject({
      isStore: true,
      status: { value: 'open' },
    })
  })

  test('prints null and false for absent facts', async () => {
    const facts = await report('--html', fileOf('other.html', '<h1>Hello</h1>'))
    expect(facts).toMatchObject({
      isStore: false,
      notStoreReason: 'other_platform',
      shop: null,
      theme: null,
      launch: null,
      emails: [],
    })
  })

  for (const [name, args] of [
    ['a missing file', ['--html', join(folder, 'nowhere.html')]],
    ['an unknown option', ['--what', 'x']],
    ['no input', []],
    ['a bad address', ['--url', 'ftp://shop.test/']],
    ['headers that are none', ['--html', html, '--headers', html]],
  ] as const) {
    test(`answers ${name} with one line and exit code 2`, async () => {
      const failure = await run(...args).catch((error: unknown) => error)
      expect(failure).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^inspect: [^\n]+\n$/),
      })
    })
  }
})

describe('a header dump', () => {
  test('keeps its last answer, joins repeated headers, and may be JSON', () => {
    expect(parseHeaderDump(`${HEADERS}set-cookie: a=1\r\nset-cookie: b=2\r\n`)).toMatchObject({
      status: 200,
      headers: { 'powered-by': 'Shopify', 'set-cookie': 'a=1, b=2' },
    })
    expect(parseHeaderDump('{"Powered-By":"Shopify","Set-Cookie":["a","b"]}')?.headers).toEqual({
      'powered-by': 'Shopify',
      'set-cookie': 'a, b',
    })
    expect(parseHeaderDump('{"status":404,"headers":[["Server","x"]]}')).toEqual({
      status: 404,
      headers: { server: 'x' },
    })
    expect(parseHeaderDump('no header here')).toBeNull()
  })
})
