import { Resolver } from 'node:dns/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Truth } from '../control/truth.ts'
import { startTestWorld, type TestWorld } from '../world-for-tests.ts'

let sim: TestWorld
const resolver = new Resolver()
beforeAll(async () => {
  sim = await startTestWorld({ stores: 500, days: 20 })
  resolver.setServers([sim.world.address.dns])
})
afterAll(() => sim[Symbol.asyncDispose]())

const shopNamed = (naming: string): Truth =>
  sim.shopWith((truth) => truth.kind === 'open' && truth.naming === naming)

test('shops resolve into the platform’s network, www by its alias', async () => {
  const { domain } = shopNamed('a')
  expect((await resolver.resolve4(domain))[0]).toMatch(/^23\.227\.38\./)
  expect(await resolver.resolveCname(`www.${domain}`)).toEqual(['shops.myshopify.com'])
  expect(await resolver.resolveCname(shopNamed('cname').domain)).toEqual(['shops.myshopify.com'])
})

test('some shops have an IPv6 address only', async () => {
  const { domain } = shopNamed('aaaa_only')
  expect(await resolver.resolve6(domain)).toEqual(['2620:127:f00f:5::'])
  await expect(resolver.resolve4(domain)).rejects.toMatchObject({ code: 'ENODATA' })
})

test('no address of loopback or of a private network is given for shops and logs', async () => {
  const domains = [...sim.world.truths()].slice(0, 60).map(({ domain }) => domain)
  const answers = await Promise.allSettled(
    [...domains, 'logs.ct-sim.test'].map((domain) => resolver.resolve4(domain)),
  )
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  expect(addresses.length).toBeGreaterThan(40)
  expect(addresses.filter((address) => /^(127|10|192\.168)\./.test(address))).toEqual([])
})

test('unknown names do not exist', async () => {
  await expect(resolver.resolve4('no-such-host-at-all.test')).rejects.toMatchObject({ code: 'ENOTFOUND' })
})

test('a name fails as ordered and heals after the ordered number of times', async () => {
  const { domain } = shopNamed('a')
  await sim.post('fail', { host: domain, mode: 'servfail', times: 1 })
  await expect(resolver.resolve4(domain)).rejects.toMatchObject({ code: 'ESERVFAIL' })
  expect(await resolver.resolve4(domain)).toHaveLength(1)
})
