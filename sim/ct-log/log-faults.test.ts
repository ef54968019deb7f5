import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { startTestWorld } from '../world-for-tests.ts'
import {
  findLog,
  type ListedLog,
  readHead,
  readLogList,
  readProof,
  readTreeHead,
  splitHashes,
} from './listed-logs.ts'
import { isSigned, merkleRoot, provesGrowth } from './log-verifier.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

let listed: ListedLog[]
const sim = sharedByTests(() => startTestWorld({ logMishapShare: 0 }))
beforeAll(async () => {
  listed = await readLogList(sim)
})

const daybreak = () => findLog(listed, 'daybreak')
const lantern = () => findLog(listed, 'lantern')
const headOf = (url: string) => readHead(sim, url)
const order = (name: string, mode: string, times?: number) =>
  sim.post('fail', { host: `${name}.ct-sim.test`, mode, ...(times === undefined ? {} : { times }) })

test('a shrunken log signs a newer but smaller head with the root of its remaining leaves', async () => {
  const before = await headOf(daybreak().url)
  await order('daybreak', 'shrink', 1)
  const shrunk = await headOf(daybreak().url)
  expect(shrunk.size).toBeLessThan(before.size)
  expect(shrunk.timestampMs).toBeGreaterThanOrEqual(before.timestampMs)
  expect(isSigned(shrunk, daybreak().key)).toBe(true)
  const leaves = splitHashes((await sim.get(`${daybreak().url}tile/0/000`)).bytes).slice(
    0,
    shrunk.size,
  )
  if (shrunk.size <= 256) expect(merkleRoot(leaves)).toEqual(shrunk.root)
  expect((await headOf(daybreak().url)).size).toBe(before.size)
})

test('a forked log signs another root at the same size, with matching tiles, until the fork is undone', async () => {
  const { url, key } = daybreak()
  const honest = await headOf(url)
  const honestTile = (await sim.get(`${url}tile/0/000`)).bytes
  await order('daybreak', 'fork')
  const forked = await headOf(url)
  expect([forked.size, isSigned(forked, key)]).toEqual([honest.size, true])
  expect(forked.root).not.toEqual(honest.root)
  const tile = splitHashes((await sim.get(`${url}tile/0/000`)).bytes)
  const upper = (await sim.get(`${url}tile/1/000.p/1`)).bytes
  expect(merkleRoot(tile)).toEqual(upper)
  await order('daybreak', 'none')
  expect((await headOf(url)).root).toEqual(honest.root)
  expect((await sim.get(`${url}tile/0/000`)).bytes).toEqual(honestTile)
})

test('a fork that has grown cannot prove that it contains the earlier tree', async () => {
  const { url } = lantern()
  const before = await readTreeHead(sim, url)
  const proves = async (later: typeof before) =>
    provesGrowth(before, later, await readProof(sim, url, before.size, later.size))
  await sim.post('clock', { advanceMs: 6 * 3_600_000 })
  const grown = await readTreeHead(sim, url)
  expect(grown.size).toBeGreaterThan(before.size)
  expect(await proves(grown)).toBe(true)
  await order('lantern', 'fork')
  expect(await proves(await readTreeHead(sim, url))).toBe(false)
  await order('lantern', 'none')
})

test('a test can request an older head and a head with a wrong signature', async () => {
  const { url, key } = daybreak()
  await sim.post('clock', { advanceMs: 6 * 3_600_000 })
  await order('daybreak', 'stale', 1)
  const stale = await headOf(url)
  // Asked for later, because the log may grow between two requests; at first a cache may answer.
  await expect.poll(async () => (await headOf(url)).size).toBeGreaterThan(stale.size)
  expect(stale.timestampMs).toBeLessThan((await headOf(url)).timestampMs)
  expect(isSigned(stale, key)).toBe(true)
  await order('daybreak', 'bad-signature', 1)
  expect(isSigned(await headOf(url), key)).toBe(false)
})

test('tiles and portions are cut in half for exactly the requested number of answers', async () => {
  const { url } = daybreak()
  const whole = gunzipSync((await sim.get(`${url}tile/data/000`)).bytes)
  await order('daybreak', 'truncated', 1)
  await headOf(url)
  const { bytes, headers } = await sim.get(`${url}tile/data/000`)
  expect(headers['content-encoding']).toBeUndefined()
  expect(bytes).toEqual(whole.subarray(0, Math.ceil(whole.length / 2)))
  expect(gunzipSync((await sim.get(`${url}tile/data/000`)).bytes)).toEqual(whole)
  await order('lantern', 'truncated', 1)
  const { text } = await sim.get(`${lantern().url}ct/v1/get-entries?start=0&end=3`)
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
})

test('on request the RFC 6962 log sends few entries, enforces the end, or answers with a page or an error', async () => {
  const entries = (end: number) => sim.get(`${lantern().url}ct/v1/get-entries?start=0&end=${end}`)
  await order('lantern', 'short', 1)
  expect(JSON.parse((await entries(60)).text).entries.length).toBeLessThanOrEqual(7)
  await order('lantern', 'strict-end', 1)
  expect((await entries(9_999_999)).status).toBe(400)
  expect((await entries(9_999_999)).status).toBe(200)
  await order('lantern', 'html', 1)
  const page = await entries(3)
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  for (const [mode, status] of [
    ['429', 429],
    ['429-retry-after', 429],
    ['500', 500],
    ['504', 504],
  ] as const) {
    await order('lantern', mode, 1)
    const refused = await entries(3)
    expect([refused.status, refused.headers['retry-after'] !== undefined]).toEqual([
      status,
      mode === '429-retry-after',
    ])
  }
})

test('on its own the RFC 6962 log fails occasionally in every way, and answers a retry', async () => {
  await using world = await startTestWorld({ stores: 5, days: 2, logMishapShare: 0.3 })
  const { url } = findLog(await readLogList(world), 'lantern')
  const seen = new Set<string>()
  for (let asked = 0; asked < 200; asked++) {
    const { status, headers, text } = await world.get(`${url}ct/v1/get-entries?start=0&end=9`)
    if (status !== 200) seen.add(headers['retry-after'] ? `${status} with a wait` : String(status))
    else if (String(headers['content-type']).startsWith('text/html')) seen.add('html')
    else if (!text.endsWith('}')) seen.add('truncated')
    else seen.add(JSON.parse(text).entries.length < 10 ? 'short' : 'whole')
  }
  expect([...seen].toSorted()).toEqual(
    ['429', '429 with a wait', '500', '504', 'html', 'short', 'truncated', 'whole'].toSorted(),
  )
})

test('caches serve older heads for a while, but never from before a store launched on request', async () => {
  await using world = await startTestWorld({
    headCachedMs: 60_000,
    tickEveryMs: 20,
    entriesPerSecond: 400,
  })
  const { url } = findLog(await readLogList(world), 'daybreak')
  const head = () => readHead(world, url)
  let newest = await head()
  let older: typeof newest | null = null
  for (let asked = 0; asked < 2_000 && !older; asked++) {
    const next = await head()
    if (next.size < newest.size) older = next
    else newest = next
  }
  expect(older?.timestampMs).toBeLessThan(newest.timestampMs)
  world.world.launch('Fresh Loaf')
  const { logs } = world.world.describe() as { logs: { origin: string; size: number }[] }
  const least = logs[0]?.size ?? Infinity
  for (let asked = 0; asked < 60; asked++) expect((await head()).size).toBeGreaterThanOrEqual(least)
})
