import { expect, test } from 'vitest'

import { createDedupWindow } from './dedup-window.ts'

function startWindow(capacity: number, keepMs = 60_000) {
  let timeMs = Date.UTC(2026, 10, 1)
  const window = createDedupWindow({ capacity, keepMs, now: () => new Date(timeMs) })
  const advance = (ms: number): void => {
    timeMs += ms
  }
  return { window, advance }
}

const hosts = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, i) => `shop-${from + i}.example`)

test('a host counts as seen from its addition until its time is over', () => {
  const { window, advance } = startWindow(100)
  expect(window.has('shop.example')).toBe(false)
  window.add('shop.example')
  expect(window.has('shop.example')).toBe(true)
  advance(59_000)
  expect(window.has('shop.example')).toBe(true)
  advance(1_000)
  expect(window.has('shop.example')).toBe(false)
})

test('the window remembers the second in which a host was last added', () => {
  const { window, advance } = startWindow(100)
  expect(window.seenAtMs('shop.example')).toBeNull()
  advance(5_400)
  window.add('shop.example')
  advance(20_000)
  expect(window.seenAtMs('shop.example')).toBe(Date.UTC(2026, 10, 1) + 5_000)
})

test('adding a host again restarts its time', () => {
  const { window, advance } = startWindow(100)
  window.add('shop.example')
  advance(50_000)
  window.add('shop.example')
  advance(50_000)
  expect(window.has('shop.example')).toBe(true)
})

test('the window remembers nearly all of the last `capacity` hosts and mistakes no other host for one of them', () => {
  const { window } = startWindow(20_000)
  for (const host of hosts(20_000)) window.add(host)
  expect(hosts(20_000).filter(window.has).length).toBeGreaterThan(19_400)
  expect(hosts(200_000, 20_000).filter(window.has)).toEqual([])
})

test('the oldest hosts make room for new ones', () => {
  const { window, advance } = startWindow(1_000)
  for (const host of hosts(50_000)) window.add(host)
  advance(1_000)
  for (const host of hosts(1_000, 50_000)) window.add(host)
  expect(hosts(1_000, 50_000).filter(window.has).length).toBeGreaterThan(960)
  expect(hosts(50_000).filter(window.has).length).toBeLessThanOrEqual(4_096)
})

test('after the clock goes back a host is neither forgotten nor kept forever', () => {
  const { window, advance } = startWindow(100)
  advance(10_000)
  window.add('shop.example')
  advance(-20_000)
  expect(window.has('shop.example')).toBe(true)
  advance(80_000)
  expect(window.has('shop.example')).toBe(false)
})
