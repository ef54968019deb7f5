import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startTestWorld } from '../world-for-tests.ts'
import type { Truth } from './truth.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const sim = sharedByTests(startTestWorld)

const control = async (path: string): Promise<Response> =>
  fetch(`${sim.world.control}/control/${path}`)
const launch = async (name?: string): Promise<Truth> =>
  (await sim.post('launch', name === undefined ? {} : { name })) as Truth

test('a store launched by name is in a log, in DNS and on the web at once', async () => {
  const store = await launch('Moonlit Pottery')
  expect(store).toMatchObject({
    name: 'Moonlit Pottery',
    isNew: true,
    kind: 'open',
    email: `hello@${store.domain}`,
  })
  expect(Date.now() - Date.parse(store.launchedAt)).toBeLessThan(5 * 60_000)
  const home = await sim.get(`https://${store.host}/`)
  expect([home.status, home.text.includes('Moonlit Pottery')]).toEqual([200, true])
  const list = JSON.parse((await sim.get(sim.world.address.logListUrl)).text)
  const logs: string[] = list.operators.flatMap(
    (operator: { tiled_logs: { monitoring_url: string; state: object }[] }) =>
      operator.tiled_logs
        .map((log) => log.monitoring_url)
        .filter((url) => /daybreak\.|harbour\./.test(url)),
  )
  const tails = await Promise.all(logs.map(newestData))
  expect(tails.map((bytes) => bytes.includes(store.domain))).toEqual([true, true])
})

async function newestData(url: string): Promise<Buffer> {
  const size = Number((await sim.get(`${url}checkpoint`)).text.split('\n')[1])
  const width = size % 256
  const name = String(Math.ceil(size / 256) - 1).padStart(3, '0')
  return gunzipSync(
    (await sim.get(`${url}tile/data/${name}${width > 0 ? `.p/${width}` : ''}`)).bytes,
  )
}

test('a store launched without a name is also a plain store', async () => {
  const store = await launch()
  expect(store).toMatchObject({ kind: 'open', habit: 'plain', naming: 'a', isLaunched: true })
  expect(store.productCount).toBeGreaterThan(0)
})

test('the truth endpoint serves one host, under any of its names, or all hosts', async () => {
  const store = await launch('Second Look')
  for (const host of [store.domain, `www.${store.domain}`, store.shop]) {
    expect(await (await control(`truth?host=${host}`)).json()).toMatchObject({
      shopId: store.shopId,
    })
  }
  expect((await control('truth?host=nobody.test')).status).toBe(404)
  const lines = (await (await control('truth')).text()).trim().split('\n')
  expect(lines.some((line) => JSON.parse(line).shopId === store.shopId)).toBe(true)
})

test('a host fails in the requested way for the requested number of requests', async () => {
  const { host } = await launch('Shaky Shelf')
  const home = async (): Promise<number | string> => {
    try {
      return (await sim.get(`https://${host}/`)).status
    } catch {
      return 'cut'
    }
  }
  for (const [mode, status] of [
    ['429', 429],
    ['430', 430],
    ['403', 403],
    ['500', 500],
    ['reset', 'cut'],
    ['close', 404],
  ] as const) {
    await sim.post('fail', { host, mode, times: 1 })
    expect([mode, await home(), await home()]).toEqual([mode, status, 200])
  }
  await sim.post('fail', { host, mode: '429-retry-after', times: 1 })
  expect((await sim.get(`https://${host}/`)).headers['retry-after']).toBe('2')
})

test('a store closes and reopens', async () => {
  const { host } = await launch('Open And Shut')
  expect(await sim.post('close', { host })).toMatchObject({ kind: 'closed' })
  expect((await sim.get(`https://${host}/`)).status).toBe(404)
  expect(await sim.post('open', { host })).toMatchObject({ kind: 'open' })
  expect((await sim.get(`https://${host}/`)).status).toBe(200)
})

test('a protected store opens on request', async () => {
  const store = sim.shopWith(({ kind, habit }) => kind === 'protected' && habit === 'plain')
  await sim.post('open', { host: store.domain })
  expect((await sim.get(`https://${store.host}/products.json`)).status).toBe(200)
})

test('each answered request is recorded once', async () => {
  const { host } = await launch('Counted')
  const before = JSON.parse(await (await control('requests?since=0')).text()).length
  await sim.get(`https://${host}/meta.json`)
  const records = JSON.parse(await (await control('requests?since=0')).text())
  expect(records).toHaveLength(before + 1)
  expect(records.at(-1)).toMatchObject({ host, path: '/meta.json', status: 200 })
})

test('invalid commands are refused with a reason', async () => {
  await expect(sim.post('fail', { host: 'a.test', mode: 'explode' })).rejects.toThrow(
    /mode must be/,
  )
  await expect(sim.post('clock', { advanceMs: -5 })).rejects.toThrow(/above zero/)
  await expect(sim.post('open', { host: 'nobody.test' })).rejects.toThrow(/no shop/)
})
