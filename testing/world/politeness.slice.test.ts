import { getDomain } from 'tldts'
import { beforeAll, expect, test } from 'vitest'
import type { RequestRecord } from '#sim/control/request-log.ts'
import { GAP_MS, openPoliteRun, RATE, type SentRequest } from './polite-run.ts'
import { isAllowedForAll } from './robots-verdict.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let received: RequestRecord[]
let odd: { throttled: string; rejected: string; walled: string }

const pathOf = ({ path, query }: RequestRecord) => (query ? `${path}?${query}` : path)
const siteOf = (host: string) => getDomain(host, { allowPrivateDomains: true }) ?? host

const run = sharedByTests(openPoliteRun)
beforeAll(async () => {
  const { world } = run.world
  const open = [...world.truths()].filter((truth) => truth.kind === 'open' && truth.side === 'new')
  const [throttled, rejected, walled] = open.map(({ host }) => host)
  if (!throttled || !rejected || !walled) throw new Error('a world without three open shops')
  odd = { throttled, rejected, walled }
  world.fail(throttled, '429-retry-after', { times: 1, seconds: null })
  world.fail(rejected, '430', { times: 1, seconds: null })
  world.fail(walled, '403', { times: 1, seconds: null })
  await run.discover()
  // The first day's re-checks: rested hosts may be visited again, and unchanged pages are not sent
  // again.
  run.skip(25 * 60 * 60 * 1000)
  await run.discover()
  const hosts = new Set(run.sent.map(({ url }) => url.hostname))
  received = world.requests(0).filter(({ host }) => hosts.has(host))
}, 300_000)

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  return [...Map.groupBy(items, keyOf).values()]
}

const bySite = () => groupBy(run.sent, ({ url }) => siteOf(url.hostname))
const pairs = <Item>(items: Item[]): [Item, Item][] =>
  items.slice(1).map((item, at) => [items[at] ?? item, item])

test('the run visits many hosts, and each host leaves a trace in the world', () => {
  expect(bySite().length).toBeGreaterThan(30)
  expect(received.length).toBeGreaterThan(150)
  expect(received.length).toBeLessThanOrEqual(run.sent.length)
})

test(
  'no store gets two requests at once, or one sooner than the gap after its last answer',
  { tags: ['check-56'] },
  () => {
    const tooSoon = bySite().flatMap((requests) =>
      pairs(requests.toSorted((a, b) => a.startMs - b.startMs)).filter(
        ([before, next]) => next.startMs < before.endMs + GAP_MS,
      ),
    )
    expect(tooSoon.map(([, { url }]) => url.href)).toEqual([])
  },
)

test('a host sees one connection from us at a time', { tags: ['check-56'] }, () => {
  const interleaved = groupBy(received, ({ host }) => host).filter((requests) => {
    const changes = pairs(requests.map(({ connection }) => connection)).filter(
      ([a, b]) => a !== b,
    ).length
    return changes !== new Set(requests.map(({ connection }) => connection)).size - 1
  })
  expect(interleaved).toEqual([])
})

test('requests to all stores together stay within the budget', { tags: ['check-56'] }, () => {
  const starts = run.sent.map(({ startMs }) => startMs).toSorted((a, b) => a - b)
  const mostInSecond = RATE * 1.1 + 2
  const windows = starts.map(
    (fromMs) => starts.filter((ms) => ms >= fromMs && ms < fromMs + 1000).length,
  )
  expect(Math.max(...windows)).toBeLessThanOrEqual(mostInSecond)
})

test(
  'a host that names a time is left alone until then, and one that refuses is left alone for a day',
  { tags: ['check-56'] },
  () => {
    const restMs = ({ status, retryAfter }: SentRequest): number => {
      if (status === 429) return retryAfter === null ? 60_000 : Number(retryAfter) * 1000
      return status === 430 || status === 403 ? DAY_MS : 0
    }
    const resting = bySite().flatMap((requests) =>
      pairs(requests).filter(([before]) => restMs(before) > 0),
    )
    expect(
      resting.filter(([before, next]) => next.startMs < before.endMs + restMs(before)),
    ).toEqual([])
    const statusesOf = (host: string) =>
      run.sent.filter(({ url }) => url.hostname === host).map(({ status }) => status)
    expect(statusesOf(odd.throttled).slice(0, 2)).toEqual([429, 200])
    expect(statusesOf(odd.rejected)[0]).toBe(430)
    expect(statusesOf(odd.walled)[0]).toBe(403)
  },
)

test('a visit takes at most eight requests, redirects and robots.txt included', () => {
  const probes = groupBy(
    run.sent.filter(({ visit }) => visit.kind === 'probe'),
    ({ visit }) => visit.host,
  )
  const visits = probes.flatMap((requests) => splitVisits(requests))
  expect(Math.max(...visits.map((requests) => requests.length))).toBeLessThanOrEqual(8)
  expect(visits.length).toBeGreaterThan(30)
})

const splitVisits = (requests: SentRequest[]): SentRequest[][] => [
  ...Map.groupBy(requests, ({ visit }) => visit).values(),
]

test('no host serves more than twenty catalogue pages a day', () => {
  const pages = received.filter(({ path }) => path.endsWith('/products.json'))
  expect(pages.length).toBeGreaterThan(20)
  const most = Math.max(...groupBy(pages, ({ host }) => host).map((requests) => requests.length))
  expect(most).toBeLessThanOrEqual(20)
})

test('no request goes to a path that the shop’s robots.txt forbids', async () => {
  const forbidden: string[] = []
  let strict = 0
  const checks = groupBy(received, ({ host }) => host).map(async (requests) => {
    const host = requests[0]?.host ?? ''
    const robots = await run.world.get(`https://${host}/robots.txt`)
    const text = robots.status === 200 ? robots.text : ''
    if (!isAllowedForAll(text, '/policies/contact-information')) strict += 1
    for (const request of requests)
      if (request.path !== '/robots.txt' && !isAllowedForAll(text, pathOf(request)))
        forbidden.push(`${host}${pathOf(request)}`)
    expect(requests[0]?.path, `first request to ${host}`).toBe('/robots.txt')
  })
  await Promise.all(checks)
  expect(forbidden).toEqual([])
  expect(strict, 'shops that forbid a page which we would like to read').toBeGreaterThan(0)
  expect(received.filter(({ query }) => query.includes('sort_by'))).toEqual([])
})

test('a robots.txt is not requested twice on the same day', () => {
  const read = run.sent.filter(
    ({ url, status }) => url.pathname === '/robots.txt' && status === 200,
  )
  // Two concurrent visits of different names may both have to ask.
  const again = groupBy(read, ({ url }) => url.hostname).flatMap((requests) =>
    pairs(requests).filter(
      ([before, next]) => next.visit.beganMs > before.endMs && next.startMs < before.endMs + DAY_MS,
    ),
  )
  expect(again.map(([, { url, visit }]) => [url.hostname, visit])).toEqual([])
})

test('the re-check requests pages conditionally', () => {
  const unchanged = run.sent.filter(({ status }) => status === 304).map(({ url }) => url.pathname)
  expect(unchanged).toEqual(expect.arrayContaining(['/meta.json', '/']))
})

test(
  'every request is signed and names its sender and a contact for complaints',
  { tags: ['check-57'] },
  () => {
    expect(new Set(received.map(({ agent }) => agent))).toEqual(
      new Set([`StoredawnBot/1.0 (+${run.ctx.config.PROBE_CONTACT})`]),
    )
    expect(received.filter(({ isSigned }) => !isSigned)).toEqual([])
  },
)
