import { expect, test } from 'vitest'
import { isBestSellerName } from './best-sellers.ts'

test.each([
  'best-sellers',
  'bestseller',
  'Our Best-Selling Products',
  'BESTSELLER',
  'topseller',
  'mais-vendidos',
  'Os mais vendidos',
  'en-cok-satanlar',
  'En Çok Satanlar',
  'EN ÇOK SATAN ÜRÜNLER',
  'meilleures-ventes',
  'Les plus vendus',
  'mas-vendidos',
  'Lo más vendido',
  'i-più-venduti',
  'meistverkauft',
  'Bästsäljare',
  'ベストセラー',
  '人気商品ランキング',
  '热销商品',
  '베스트셀러',
  'Хиты продаж',
  'الأكثر مبيعًا',
])('%s names a list of best sellers', (text) => expect(isBestSellerName(text)).toBe(true))

test.each([
  '',
  'all',
  'frontpage',
  'new-arrivals',
  'best-friends',
  'bestickte-kissen',
  'vendedores',
  'seller-tools',
  'top',
  'satan',
  'popular-science',
])('%s does not name one', (text) => expect(isBestSellerName(text)).toBe(false))
