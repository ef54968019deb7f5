import { expect, test } from 'vitest'
import { productOf } from '#testing/snapshots.ts'
import { productSignals } from './extract-signals.ts'

const SOURCE = { url: 'https://lamp.example/products.json', fetchedAt: '2026-11-20T10:00:00.000Z' }

const made = (createdAt: string | null, publishedAt: string | null, number = 1) => ({
  ...productOf(String(number), `Lamp ${number}`),
  createdAt,
  publishedAt,
})
const detailOf = (products: ReturnType<typeof made>[]) =>
  productSignals(products, SOURCE, true).find(({ kind }) => kind === 'oldest_product_published')
    ?.detail

test('counts products that were published long before their creation here', () => {
  const imported = made('2026-11-10T08:00:00Z', '2022-03-01T08:00:00Z')
  const plain = made('2026-11-10T08:00:00Z', '2026-11-10T07:52:00Z', 2)
  expect(detailOf([imported, plain])).toEqual({ products: 2, publishedBefore: 1, republished: 0 })
})

test('counts republished products', () => {
  const again = made('2022-03-01T08:00:00Z', '2026-11-18T08:00:00Z')
  expect(detailOf([again])).toEqual({ products: 1, publishedBefore: 0, republished: 1 })
})

test('missing, invalid and future dates do not count', () => {
  const odd = [
    made(null, '2026-11-01T00:00:00Z'),
    made('soon', '2026-11-02T00:00:00Z', 2),
    made(null, null, 3),
  ]
  expect(detailOf(odd)).toEqual({ products: 2, publishedBefore: 0, republished: 0 })
  expect(productSignals([made('2031-01-01T00:00:00Z', 'never')], SOURCE, true)).toEqual([])
})
