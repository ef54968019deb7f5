import { expect, test } from 'vitest'
import type { FetchOutcome } from '#discovery/fetch/fetch-outcome.ts'
import {
  DAY_MS,
  failed,
  HOME,
  meta,
  page,
  redirect,
  type Reply,
  SHOP,
  type Site,
  startProbe,
} from '#testing/discovery/test-site.ts'
import { createRobotsCache } from './robots.ts'

const ROBOTS = '/robots.txt'
const FORBID_ALL = 'User-agent: *\nDisallow: /'
const site = (robots: Reply | FetchOutcome): Site => ({ ...SHOP, [ROBOTS]: robots })
const bytes = (body: Uint8Array): FetchOutcome => ({
  kind: 'response',
  url: 'https://shop.test/robots.txt',
  status: 200,
  headers: {},
  body,
  redirectedFrom: [],
})

/** `count` redirects, the last of which leads to a file that forbids everything. */
function redirects(count: number): Site {
  const hops: Site = { [`/robots-${count}.txt`]: page(FORBID_ALL) }
  for (let hop = 0; hop < count; hop += 1)
    hops[hop === 0 ? ROBOTS : `/robots-${hop}.txt`] = redirect(`/robots-${hop + 1}.txt`)
  return { ...SHOP, ...hops }
}

const now = () => new Date('2026-11-02T10:00:00Z')
const FORBIDDEN = { kind: 'never', cause: 'robots' }
const ALLOWED = { kind: 'store' }
const filler = `# ${'x'.repeat(1_000)}\n`

test.each<[string, Site, object]>([
  ['404 allows all', site({ status: 404, body: FORBID_ALL }), ALLOWED],
  ['401 allows all', site({ status: 401, body: FORBID_ALL }), ALLOWED],
  ['500 forbids all for now', site({ status: 500 }), { kind: 'retry', cause: 'server_error' }],
  ['a time-out forbids all for now', site(failed('timeout')), { kind: 'retry', cause: 'timeout' }],
  ['a refused connection forbids all for now', site(failed('connect')), { kind: 'retry', cause: 'network' }],
  ['five redirects are followed', redirects(5), FORBIDDEN],
  ['six are one too many, the file counts as absent', redirects(6), ALLOWED],
  ['a rule within 500 KiB counts', site(page(`User-agent: *\n${filler.repeat(490)}Disallow: /`)), FORBIDDEN],
  ['one behind 600 kB does not', site(page(`User-agent: *\n${filler.repeat(600)}Disallow: /`)), ALLOWED],
  ['UTF-16 with its mark', site(bytes(Buffer.from(`\uFEFF${FORBID_ALL}`, 'utf16le'))), FORBIDDEN],
  ['our own group beats all', site(page(`${FORBID_ALL}\n\nUser-agent: StoredawnBot\nDisallow:`)), ALLOWED],
  ['a pause that a visit can keep', site(page('User-agent: *\nCrawl-delay: 30')), ALLOWED],
  ['a longer one ends the visit', site(page('User-agent: *\nCrawl-delay: 31')), FORBIDDEN],
])('%s', { tags: ['check-55'] }, async (_, given, expected) => {
  const { probe } = startProbe(given, { budget: noWaiting() })
  expect(await probe('shop.test')).toMatchObject(expected)
}) // prettier-ignore

function noWaiting() {
  return {
    run: async <Value>(_host: string, fn: () => Promise<Value>) => ({
      kind: 'done' as const,
      value: await fn(),
    }),
    rest: () => undefined,
    setGap: () => undefined,
    record: () => undefined,
    share: () => 1,
    restingSites: () => 0,
  }
}

test(
  'the probe requests robots.txt once a day, and then only conditionally',
  { tags: ['check-55'] },
  async () => {
    let nowMs = now().getTime()
    const later = () => new Date(nowMs)
    const robotsCache = createRobotsCache({ now: later })
    const given = site({
      headers: { etag: '"r1"' },
      body: 'User-agent: *\nDisallow: /products.json',
    })
    const { probe, asked, conditions } = startProbe(given, { robotsCache }, later)
    const timesAsked = () => asked.filter((url) => url === ROBOTS).length
    await probe('shop.test')
    nowMs += DAY_MS - 1
    await probe('shop.test')
    expect(timesAsked()).toBe(1)
    nowMs += 1
    expect(await probe('shop.test')).toMatchObject({ kind: 'store', products: [] })
    expect(timesAsked()).toBe(2)
    expect(conditions[asked.lastIndexOf(ROBOTS)]).toEqual({ 'if-none-match': '"r1"' })
    nowMs += DAY_MS - 1
    await probe('shop.test')
    expect(timesAsked()).toBe(2)
    given[ROBOTS] = page(FORBID_ALL)
    nowMs += 1
    expect(await probe('shop.test')).toEqual(FORBIDDEN)
  },
)

test('the robots.txt of the primary domain is remembered, so the next visit goes there directly', async () => {
  const www: Site = {
    [ROBOTS]: redirect('https://www.shop.test/robots.txt'),
    'https://www.shop.test/robots.txt': page('User-agent: *\nDisallow: /cart'),
    'https://www.shop.test/meta.json': meta(0),
    'https://www.shop.test/': page(HOME),
  }
  const { probe, asked } = startProbe(www, { robotsCache: createRobotsCache({ now }) })
  await probe('shop.test')
  asked.length = 0
  expect(await probe('shop.test')).toMatchObject({ kind: 'store', finalHost: 'www.shop.test' })
  expect(asked[0]).toBe('https://www.shop.test/meta.json')
  asked.length = 0
  www['https://old.test/robots.txt'] = redirect('https://www.shop.test/robots.txt')
  expect(await probe('old.test')).toMatchObject({ kind: 'store', finalHost: 'www.shop.test' })
  expect(asked.slice(0, 2)).toEqual([
    'https://old.test/robots.txt',
    'https://www.shop.test/meta.json',
  ])
})

test('a server error is not remembered as an answer', async () => {
  const given = site({ status: 404 })
  const robotsCache = createRobotsCache({ now, capacity: 1 })
  const { probe } = startProbe(given, { robotsCache, budget: noWaiting() })
  given[ROBOTS] = { status: 500 }
  expect(await probe('shop.test')).toMatchObject({ kind: 'retry' })
  given[ROBOTS] = page(FORBID_ALL)
  expect(await probe('shop.test')).toEqual(FORBIDDEN)
  expect(robotsCache.get('shop.test')?.isFresh).toBe(true)
  robotsCache.set('other.test', {
    robots: { isAllowed: () => true, crawlDelayMs: 0 },
    host: 'other.test',
    validators: null,
  })
  expect(robotsCache.get('shop.test')).toBeNull()
})

test('simultaneous visits to one site request robots.txt only once', async () => {
  const given = {
    ...SHOP,
    'https://www.shop.test/robots.txt': redirect('https://shop.test/robots.txt'),
  }
  const { probe, asked } = startProbe(given, { robotsCache: createRobotsCache({ now }) })
  await Promise.all([probe('shop.test'), probe('www.shop.test'), probe('shop.test')])
  expect(asked.filter((url) => url === ROBOTS)).toHaveLength(1)
})
