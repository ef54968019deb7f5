import { expect, test } from 'vitest'
import { productSignals } from '#discovery/extract/signals/product-dates.ts'
import { productOf } from '#testing/snapshots.ts'

const SOURCE = { url: 'https://lamp.example/products.json', fetchedAt: '2026-11-20T10:00:00.000Z' }

const made = (createdAt: string | null, publishedAt: string | null, number = 1) => ({
  ...productOf(String(number), `Lamp ${number}`),
  createdAt,
  publishedAt,
})
const detailOf = (products: ReturnType<typeof made>[]) =>
  productSignals(products, SOURCE, true).find(({ kind }) => kind === 'oldest_product_published')?.detail

test('products that were published elsewhere long before they were made here are counted', () => {
  const imported = made('2026-11-10T08:00:00Z', '2022-03-01T08:00:00Z')
  const plain = made('2026-11-10T08:00:00Z', '2026-11-10T07:52:00Z', 2)
  expect(detailOf([imported, plain])).toEqual({ products: 2, publishedBefore: 1, republished: 0 })
})

test('products that were published anew are counted', () => {
  const again = made('2022-03-01T08:00:00Z', '2026-11-18T08:00:00Z')
  expect(detailOf([again])).toEqual({ products: 1, publishedBefore: 0, republished: 1 })
})

test('dates that are missing, no dates, or from the future count as nothing', () => {
  const odd = [
    made(null, '2026-11-01T00:00:00Z'),
    made('soon', '2026-11-02T00:00:00Z', 2),
    made(null, null, 3),
  ]
  expect(detailOf(odd)).toEqual({ products: 2, publishedBefore: 0, republished: 0 })
  expect(productSignals([made('2031-01-01T00:00:00Z', 'never')], SOURCE, true)).toEqual([])
})
