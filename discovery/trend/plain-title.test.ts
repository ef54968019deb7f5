import { expect, test } from 'vitest'
import { plainTitle } from './plain-title.ts'

const given = (title: string, stores = 1, shop = 'Paw Shop', vendor: string | null = null) => ({
  title,
  stores,
  shop,
  vendor,
})

test.each([
  ['🔥 HOT SALE Interactive Cat Ball – 50% OFF', 'Interactive Cat Ball'],
  ['Interactive Cat Ball 2026', 'Interactive Cat Ball'],
  ['[NEW] Interactive Cat Ball™ | Paw Shop', 'Interactive Cat Ball'],
  ['Paw Shop - Interactive Cat Ball', 'Interactive Cat Ball'],
  ['INTERACTIVE CAT BALL', 'Interactive Cat Ball'],
  ['Interactive Cat Ball (Free Shipping)', 'Interactive Cat Ball'],
  ['3 in 1 Cat Ball', '3 in 1 Cat Ball'],
  ['Oil Spray Bottle 500 ml', 'Oil Spray Bottle 500 ml'],
  ['LED Face Brush', 'LED Face Brush'],
  ['Lampe coucher de soleil – Livraison gratuite', 'Lampe coucher de soleil'],
  ['Boyun yastığı %50 indirim', 'Boyun yastığı'],
  ['サンセットランプ【送料無料】', 'サンセットランプ'],
  ['SALE', 'Sale'],
])('%s is shown as %s', (title, plain) => {
  expect(plainTitle([given(title)])?.title).toBe(plain)
})

test('the wording of most stores is the title, advertising and case aside', () => {
  const titles = [
    given('Wobble Toy', 2),
    given('Cat Ball ⭐', 1, 'Miau'),
    given('CAT BALL 2026', 1),
    given('Cat Ball', 1),
  ]
  expect(plainTitle(titles)).toEqual({ title: 'Cat Ball', from: titles[1] })
  expect(plainTitle([])).toBeNull()
})
