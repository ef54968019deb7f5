import { expect, test } from 'vitest'
import { defaultPriceList } from '#contracts/billing/price-list.ts'
import { getLimits as endpoint } from '#contracts/operator/limits.ts'
import { parseConfig } from '#server/platform/config.ts'
import { useConsole } from '#testing/shared-console.ts'
import { getLimits } from './limits.ts'

const { get } = useConsole()

test('the console shows the prices and limits in force beside the defaults', async () => {
  const limits = endpoint.response.parse(await get('limits'))
  expect([limits.prices, limits.arePricesSet]).toEqual([defaultPriceList, false])
  expect(limits.plans).toMatchObject([
    { plan: 'pro', exportRowsPerDay: 1000, savedSearches: 1 },
    { plan: 'plus', exportRowsPerDay: null, exportFormats: ['csv', 'xlsx', 'jsonl'] },
  ])
  const amounts = { monthly: 1_000, yearly: 9_000 }
  const list = { pro: amounts, plus: amounts }
  const prices = { USD: list, EUR: list, TRY: list }
  const config = parseConfig({ PRICES: JSON.stringify(prices), MAIL_PER_HOUR: '5' })
  const set = getLimits({ config })
  expect([set.prices, set.arePricesSet]).toEqual([prices, true])
  expect([limits.arePricesUneven, set.arePricesUneven]).toEqual([true, true])
  const lira = {
    pro: { monthly: 1_590_00, yearly: 14_900_00 },
    plus: { monthly: 3_290_00, yearly: 22_900_00 },
  }
  const fair = parseConfig({ PRICES: JSON.stringify({ ...prices, TRY: lira }) })
  expect(getLimits({ config: fair }).arePricesUneven).toBe(false)
  expect(set.settings).toContainEqual({ name: 'MAIL_PER_HOUR', value: 5, default: 2_000 })
})
