import { Resolver } from 'node:dns/promises'
import { beforeAll, expect, test } from 'vitest'
import type { Truth } from '../control/truth.ts'
import { startTestWorld } from '../world-for-tests.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const resolver = new Resolver()
const sim = sharedByTests(() => startTestWorld({ stores: 1500, days: 20 }))
beforeAll(async () => {
  resolver.setServers([sim.world.address.dns])
})

const shopNamed = (naming: string): Truth =>
  sim.shopWith((truth) => truth.kind === 'open' && truth.naming === naming)

test('shops resolve into the platform’s network, www by its alias', async () => {
  const { domain } = shopNamed('a')
  expect((await resolver.resolve4(domain))[0]).toMatch(/^23\.227\.38\./)
  expect(await resolver.resolveCname(`www.${domain}`)).toEqual(['shops.myshopify.com'])
  expect(await resolver.resolveCname(shopNamed('cname').domain)).toEqual(['shops.myshopify.com'])
})

test('for some shops only www leads to the platform, and some proxies hide the shop’s location', async () => {
  const { domain, host } = shopNamed('www_only')
  expect((await resolver.resolve4(domain))[0]).not.toMatch(/^23\.227\.38\./)
  expect(host).toBe(`www.${domain}`)
  expect(await resolver.resolveCname(host)).toEqual(['shops.myshopify.com'])
  const hidden = shopNamed('proxied')
  for (const address of await resolver.resolve4(hidden.domain))
    expect(address).toMatch(/^(104\.21|172\.67)\./)
  expect([hidden.isLaunched, (await sim.get(`https://${hidden.host}/`)).status]).toEqual([
    false,
    200,
  ])
})

test('hosts that are not shops are listed by kind and answer DNS accordingly', async () => {
  const lines = (await (await fetch(`${sim.world.control}/control/strays`)).text())
    .trim()
    .split('\n')
  const strays: { host: string; kind: string }[] = lines.map((line) => JSON.parse(line))
  const hostOf = (wanted: string): string => strays.find(({ kind }) => kind === wanted)?.host ?? ''
  const codeOf = (wanted: string) =>
    resolver.resolve4(hostOf(wanted)).then(String, (error) => error.code)
  expect(await codeOf('unresolved')).toBe('ENOTFOUND')
  expect(await codeOf('failing')).toBe('ESERVFAIL')
  expect(await codeOf('hostile')).toMatch(/^(127|10)\./)
  expect(await codeOf('buy_button')).not.toMatch(/^23\.227\./)
  const takeover = hostOf('takeover')
  expect(await resolver.resolveCname(takeover)).toEqual(['shops.myshopify.com'])
  expect((await sim.get(`https://${takeover}/`)).status).toBe(404)
})

test('no shop or log has a loopback or private address', async () => {
  const domains = [...sim.world.truths()].slice(0, 60).map(({ domain }) => domain)
  const answers = await Promise.allSettled(
    [...domains, 'logs.ct-sim.test'].map((domain) => resolver.resolve4(domain)),
  )
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  expect(addresses.length).toBeGreaterThan(40)
  expect(addresses.filter((address) => /^(127|10|192\.168)\./.test(address))).toEqual([])
})

test('a name fails in the requested way and recovers after the requested number of times', async () => {
  const { domain } = shopNamed('a')
  await sim.post('fail', { host: domain, mode: 'servfail', times: 1 })
  await expect(resolver.resolve4(domain)).rejects.toMatchObject({ code: 'ESERVFAIL' })
  expect(await resolver.resolve4(domain)).toHaveLength(1)
})

test('most shop domains accept mail, and so do the providers that merchants use', async () => {
  const domains = [...sim.world.truths()].slice(0, 40).map(({ domain }) => domain)
  const answers = await Promise.allSettled(domains.map((domain) => resolver.resolveMx(domain)))
  const taking = answers.filter(({ status }) => status === 'fulfilled').length
  expect([taking > 25, taking <= domains.length]).toEqual([true, true])
  expect(await resolver.resolveMx('postbox.test')).toMatchObject([
    { priority: 10, exchange: 'mail.postbox.test' },
  ])
  await expect(resolver.resolveMx('no-such-host-at-all.test')).rejects.toMatchObject({
    code: 'ENOTFOUND',
  })
})
