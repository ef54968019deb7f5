import { expect, test } from 'vitest'
import { createSeenWindow } from '#discovery/ct/window.ts'
import type { DnsAnswer } from '#discovery/dns/dns-answer.ts'
import { rememberScreened, type ScreenDeps, screenNames } from '#server/pipeline/screen-names.ts'

const NEVER = new AbortController().signal
const AT = Date.parse('2026-03-10T10:00:00Z')
const PLATFORM: DnsAnswer = { kind: 'platform', via: 'cname' }

function screenDeps(answers: Record<string, DnsAnswer>): ScreenDeps & { asked: string[] } {
  const asked: string[] = []
  const window = () =>
    createSeenWindow({ capacity: 1_000, keepMs: 1_000_000, now: () => new Date('2026-03-10T12:00:00Z') })
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

test('a shop of which only www points at the platform is found by that name', async () => {
  const deps = screenDeps({ 'www.lamp.com': PLATFORM })
  const screened = await screenNames(deps, [entry('WWW.lamp.com')], NEVER)
  expect([...screened.pointing]).toEqual([['www.lamp.com', new Date(AT)]])
  expect(deps.asked).toEqual(['lamp.com', 'www.lamp.com'])
})

test('www is not asked for when no certificate names it, or when the bare domain is a shop already', async () => {
  const deps = screenDeps({ 'shop.com': PLATFORM, 'www.shop.com': PLATFORM, 'www.plain.com': PLATFORM })
  const screened = await screenNames(deps, [entry('shop.com', 'www.shop.com'), entry('plain.com')], NEVER)
  expect([...screened.pointing.keys()]).toEqual(['shop.com'])
  expect(deps.asked.toSorted()).toEqual(['plain.com', 'shop.com'])
})

test('www is asked for by a later certificate that names it, although the bare domain was checked', async () => {
  const deps = screenDeps({ 'www.lamp.com': PLATFORM })
  const first = [entry('lamp.com')]
  rememberScreened(deps, first, await screenNames(deps, first, NEVER))
  const second = [entry('www.lamp.com')]
  rememberScreened(deps, second, await screenNames(deps, second, NEVER))
  expect((await screenNames(deps, second, NEVER)).pointing.has('www.lamp.com')).toBe(true)
  expect(deps.asked).toEqual(['lamp.com', 'www.lamp.com'])
})

test('names that DNS does not know are told from name servers that did not answer', async () => {
  const deps = screenDeps({
    'new.com': { kind: 'retry', cause: 'nxdomain' },
    'broken.com': { kind: 'retry', cause: 'servfail' },
    'slow.com': { kind: 'retry', cause: 'timeout' },
  })
  const { unknown, unanswered } = await screenNames(deps, [entry('new.com', 'broken.com', 'slow.com')], NEVER)
  expect([...unknown.keys()]).toEqual(['new.com', 'broken.com'])
  expect([...unanswered.keys()]).toEqual(['slow.com'])
})

test('a batch that is interrupted is not taken for screened', async () => {
  const stop = new AbortController()
  const deps = screenDeps({})
  stop.abort()
  await expect(screenNames(deps, [entry('lamp.com')], stop.signal)).rejects.toThrow('aborted')
  expect(deps.asked).toEqual([])
})
