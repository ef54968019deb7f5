import { expect, test } from 'vitest'
import { createDedupWindow } from '#discovery/ct/dedup-window.ts'
import type { DnsAnswer } from '#discovery/dns/resolver.ts'
import { rememberScreened, type ScreenDeps, screenNames } from './name-screening.ts'

const NEVER = new AbortController().signal
const AT = Date.parse('2026-03-10T10:00:00Z')
const PLATFORM: DnsAnswer = { kind: 'platform', via: 'cname' }

function screenDeps(answers: Record<string, DnsAnswer>): ScreenDeps & { asked: string[] } {
  const asked: string[] = []
  const window = () =>
    createDedupWindow({
      capacity: 1_000,
      keepMs: 1_000_000,
      now: () => new Date('2026-03-10T12:00:00Z'),
    })
  return {
    asked,
    window: window(),
    platformHosts: window(),
    resolveHost: async (host) => {
      asked.push(host)
      return answers[host] ?? { kind: 'elsewhere' }
    },
  }
}

const entry = (...names: string[]) => ({ index: 0, timestampMs: AT, names })

test('a shop with only www pointing at the platform is found by that name', async () => {
  const deps = screenDeps({ 'www.lamp.com': PLATFORM })
  const screened = await screenNames(deps, [entry('WWW.lamp.com')], NEVER)
  expect([...screened.pointing]).toEqual([['www.lamp.com', new Date(AT)]])
  expect(deps.asked).toEqual(['lamp.com', 'www.lamp.com'])
})

test('www is not resolved when no certificate names it, or when the bare domain is already a shop', async () => {
  const deps = screenDeps({
    'shop.com': PLATFORM,
    'www.shop.com': PLATFORM,
    'www.plain.com': PLATFORM,
  })
  const screened = await screenNames(
    deps,
    [entry('shop.com', 'www.shop.com'), entry('plain.com')],
    NEVER,
  )
  expect([...screened.pointing.keys()]).toEqual(['shop.com'])
  expect(deps.asked.toSorted()).toEqual(['plain.com', 'shop.com'])
})

test('a later certificate that names www gets it resolved, even after the bare domain was checked', async () => {
  const deps = screenDeps({ 'www.lamp.com': PLATFORM })
  const first = [entry('lamp.com')]
  rememberScreened(deps, first, await screenNames(deps, first, NEVER))
  const second = [entry('www.lamp.com')]
  rememberScreened(deps, second, await screenNames(deps, second, NEVER))
  expect((await screenNames(deps, second, NEVER)).pointing.has('www.lamp.com')).toBe(true)
  expect(deps.asked).toEqual(['lamp.com', 'www.lamp.com'])
})

test(
  'a certificate is screened once across pre-certificate, certificate and all logs',
  { tags: ['check-59'] },
  async () => {
    const deps = screenDeps({
      'shop.com': PLATFORM,
      'new.com': { kind: 'retry', cause: 'nxdomain' },
    })
    const names = ['shop.com', 'www.shop.com', 'new.com', 'blog.com', '*.blog.com']
    const found: string[] = []
    for (let log = 0; log < 4; log += 1) {
      for (const afterMs of [0, 1_500, 90_000]) {
        const batch = [{ index: log, timestampMs: AT + afterMs, names }]
        const screened = await screenNames(deps, batch, NEVER)
        rememberScreened(deps, batch, screened)
        found.push(...screened.unknown.keys())
      }
    }
    expect(deps.asked.toSorted()).toEqual(['blog.com', 'new.com', 'shop.com'])
    expect(found).toEqual(['new.com'])
  },
)

test('a certificate issued after the last check gets a host elsewhere checked again in the same week', async () => {
  const answers: Record<string, DnsAnswer> = {}
  const deps = screenDeps(answers)
  const first = [entry('shop.com')]
  rememberScreened(deps, first, await screenNames(deps, first, NEVER))
  answers['shop.com'] = PLATFORM
  const lookedAtMs = Date.parse('2026-03-10T12:00:00Z')
  const at = (timestampMs: number) => [{ index: 0, timestampMs, names: ['shop.com'] }]
  expect((await screenNames(deps, at(lookedAtMs + 5 * 60_000), NEVER)).pointing.size).toBe(0)
  expect([
    ...(await screenNames(deps, at(lookedAtMs + 20 * 60_000), NEVER)).pointing.keys(),
  ]).toEqual(['shop.com'])
})

test('at most five hundred names of a certificate with ten thousand are resolved', async () => {
  const deps = screenDeps({})
  const names = Array.from({ length: 10_000 }, (_, number) => `shop-${number}.com`)
  await screenNames(deps, [entry(...names)], NEVER)
  expect(deps.asked).toHaveLength(500)
})

test('names unknown to DNS are kept apart from name servers that did not answer', async () => {
  const deps = screenDeps({
    'new.com': { kind: 'retry', cause: 'nxdomain' },
    'broken.com': { kind: 'retry', cause: 'servfail' },
    'slow.com': { kind: 'retry', cause: 'timeout' },
  })
  const { unknown, unanswered } = await screenNames(
    deps,
    [entry('new.com', 'broken.com', 'slow.com')],
    NEVER,
  )
  expect([...unknown.keys()]).toEqual(['new.com', 'broken.com'])
  expect([...unanswered.keys()]).toEqual(['slow.com'])
})

test('an interrupted batch does not count as screened', async () => {
  const stop = new AbortController()
  const deps = screenDeps({})
  stop.abort()
  await expect(screenNames(deps, [entry('lamp.com')], stop.signal)).rejects.toThrow('aborted')
  expect(deps.asked).toEqual([])
})
