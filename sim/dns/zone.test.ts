import { expect, test } from 'vitest'
import { HOUR_MS } from '../time.ts'
import { createWorldState } from '../world-state.ts'
import { resolveHost } from './zone.ts'

const LOGGED_MS = Date.UTC(2026, 10, 20)

function someShops() {
  const state = createWorldState({ seed: 5, oneOfEach: false })
  state.add({
    fromMs: LOGGED_MS - HOUR_MS,
    atMs: LOGGED_MS,
    new: [0, 2000],
    old: [0, 0],
    stray: [0, 0],
    noise: [0, 0],
    entries: [],
  })
  return { state, profiles: Array.from(state.shops(), (shop) => state.profile(shop)) }
}

test('some names fail or do not exist when their certificate is logged, and resolve some hours later', () => {
  const { state, profiles } = someShops()
  const seen = new Set<string>()
  for (const { condition, brand, loggedMs } of profiles) {
    const { naming, availability } = condition
    if (naming.kind !== 'delayed' || availability.kind === 'headless') continue
    const first = resolveHost(state, brand.domain, loggedMs)
    expect(first).toEqual({ kind: naming.until })
    expect(resolveHost(state, brand.domain, naming.readyMs - 1)).toEqual(first)
    const later = resolveHost(state, brand.domain, naming.readyMs)
    expect(later).toMatchObject({ kind: 'addresses', v4: ['23.227.38.65'] })
    expect(naming.readyMs - loggedMs).toBeLessThan(3 * HOUR_MS)
    seen.add(first.kind)
  }
  expect([...seen].toSorted((a, b) => a.localeCompare(b))).toEqual(['nxdomain', 'servfail'])
})

test('a few thousand shops cover every way of naming, with the current address far ahead of the old one', () => {
  const { profiles } = someShops()
  const count = (what: string): number =>
    profiles.filter(({ condition: { naming } }) =>
      naming.kind === 'a' ? naming.address === what : naming.kind === what,
    ).length
  for (const kind of ['aaaa_only', 'cname', 'www_only', 'proxied', 'delayed', '23.227.38.32'])
    expect([kind, count(kind) > 0]).toEqual([kind, true])
  expect(count('23.227.38.65')).toBeGreaterThan(10 * count('23.227.38.32'))
})
