import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const tokens = new Map(
  [...css.matchAll(/--color-([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)

/** WCAG 2.2 relative luminance. */
function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['canvas', 'surface', 'raised']
const text = ['ink', 'muted', 'faint', 'link', 'sun-ink', 'good', 'bad']
const pairs: [front: string, back: string, least: number][] = [
  ...text.flatMap((front) => grounds.map((back) => [front, back, 4.5] as [string, string, number])),
  ['ink', 'sunken', 4.5],
  ['muted', 'sunken', 4.5],
  ['faint', 'sunken', 4.5],
  ['on-action', 'action', 4.5],
  ['on-action', 'action-hover', 4.5],
  ['sun-ink', 'sun-wash', 4.5],
  ['good', 'good-wash', 4.5],
  ['bad', 'bad-wash', 4.5],
  ['surface', 'bad', 4.5],
  // Borders of controls and focus rings: 1.4.11.
  ...['control', 'focus'].flatMap((front) =>
    grounds.map((back) => [front, back, 3] as [string, string, number]),
  ),
]

test.each(pairs)(
  '%s on %s has a contrast of at least %d in light and dark mode',
  (front, back, least) => {
    const [a, b] = [tokens.get(front), tokens.get(back)]
    if (!a || !b) throw new Error(`no colour token ${a ? back : front}`)
    expect(contrast(a.light, b.light)).toBeGreaterThanOrEqual(least)
    expect(contrast(a.dark, b.dark)).toBeGreaterThanOrEqual(least)
  },
)
