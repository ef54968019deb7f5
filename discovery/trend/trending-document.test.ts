import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { TREND_FORMULA } from '#contracts/catalog/trending.ts'
import { placeValue, scoreTrend } from './score-trend.ts'

const page = readFileSync(new URL('../../docs/trending.md', import.meta.url), 'utf8')

const count = z.int().min(0)
const Example = z.object({
  stores: count,
  storesBefore: count,
  listingStores: count,
  bestSellerStores: count,
  homeStores: count,
  places: z.array(z.tuple([z.enum(['home', 'best_sellers']), count])),
  soldOutStores: count,
  restockedStores: count,
  priceUpStores: count,
  priceDownStores: count,
  sellingStores: count,
  ageDays: count,
})

test('the page’s worked example matches the formula', () => {
  const { places, ...counts } = Example.parse(
    JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? ''),
  )
  const placeSum = places.reduce((sum, [list, place]) => sum + placeValue(list, place), 0)
  const { components, score, badge } = scoreTrend({ ...counts, placeSum })
  const example = page.slice(page.indexOf('## A worked example'))
  const rows = [...example.matchAll(/^\| (\w+) +\| +([\d.]+) \| +(\d+) \|$/gm)]
  expect(rows.map(([, name, value, points]) => [name, Number(value), Number(points)])).toEqual(
    components.map(({ name, value, points }) => [name, value, points]),
  )
  expect(example).toContain(`Score **${score}**, badge **${badge}**.`)
})

test('the page prints the weights, gate and badges that the code uses', () => {
  const { weights, gate, badges, constants } = TREND_FORMULA
  const printed = [...page.matchAll(/^\| (\w+) +\| +(\d+) \| [^\d]/gm)].map(([, name, weight]) => [
    name,
    Number(weight),
  ])
  for (const [name, weight] of Object.entries(weights))
    expect(page).toMatch(new RegExp(`^\\| ${name} +\\| +${weight} \\|`, 'm'))
  expect(printed.length).toBeGreaterThanOrEqual(4)
  expect(page).toContain(
    `at least ${gate.leastStores} stores in the window and a score of at least ${gate.leastScore}`,
  )
  expect(page).toContain(
    `at least ${badges.proven.leastListingStores} listing stores, ${badges.proven.leastAgeDays} days old`,
  )
  expect(page).toContain(
    `at least ${badges.heating.leastStores} stores in\nthe window and ${badges.heating.leastGrowthFactor} times`,
  )
  expect(page).toContain(`ln(1 + ${constants.spreadFullStores})`)
  expect(page).toContain(`on its home page ${constants.homeShare} of that`)
})
