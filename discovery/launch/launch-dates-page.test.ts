import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MovedReason, SignalKind } from '#contracts/catalog/signals.ts'
import type { LaunchVerdict } from './derive-launch.ts'
import { LAUNCH_RULE } from './launch-rule.ts'

const page = readFileSync(new URL('../../docs/launch-dates.md', import.meta.url), 'utf8')

function rowsBelow(heading: string): [string, string][] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^\| `(\w+)`\s*\| ([^|]*?)\s*\|/gm)].map((match) => [
    match[1] ?? '',
    match[2] ?? '',
  ])
}

test('the figures in the page’s table match the code', () => {
  expect(
    Object.fromEntries(rowsBelow('The figures').map(([name, value]) => [name, Number(value)])),
  ).toEqual(LAUNCH_RULE)
})

// As an object, so that the compiler misses a reason that is not named here.
const reasons: Record<LaunchVerdict['reason'], true> = {
  seen_opening: true,
  recent_products: true,
  recent_assets: true,
  recent_shop_id: true,
  empty_and_recent: true,
  old_products: true,
  old_assets: true,
  imported_catalogue: true,
  old_shop_id: true,
  old_certificate: true,
  no_evidence: true,
}

test('the page explains every signal, every reason and every kind of move', () => {
  expect(rowsBelow('The signals').map(([kind]) => kind)).toEqual(SignalKind.options)
  expect(
    rowsBelow('Moved here')
      .map(([reason]) => reason)
      .toSorted(),
  ).toEqual(MovedReason.options.toSorted())
  for (const reason of Object.keys(reasons)) expect(page).toContain(`\`${reason}\``)
})

test('the figures in the page’s sentences match the code', () => {
  const { newDays, preparedDays, nearDays, youngIdDays, severalThemes, oldDomainDays } = LAUNCH_RULE
  for (const text of [
    `at most ${newDays} days before`,
    `older than ${preparedDays} days`,
    `within ${nearDays} days`,
    `the last ${youngIdDays} days`,
    `${severalThemes} themes or more`,
    `older than ${oldDomainDays} days`,
  ])
    expect(page).toContain(text)
})
