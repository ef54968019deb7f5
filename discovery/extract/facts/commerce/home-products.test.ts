import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyVisit, pageOf } from '#testing/discovery/store-page.ts'
import { parseVisit } from '#discovery/extract/parsed-visit.ts'
import { extractHomeProducts, readHomeLinks } from './home-products.ts'

const OWN = new Set(['lumen-und-filz.test', 'lumen.myshopify.com'])

function placesOf(html: string) {
  const visit = parseVisit({ ...emptyVisit, home: pageOf(html) }, 'lumen-und-filz.test')
  const { homeProducts, bestSellerCollections } = extractHomeProducts(visit, OWN)
  return { products: homeProducts?.value, collections: bestSellerCollections?.value }
}
const link = (href: string, text = '…') => `<a class="x" href="${href}">${text}</a>`

test('products appear once each, in page order, for every form of link', () => {
  const html = [
    '/products/lampe',
    '/collections/neu/products/kissen?variant=1',
    'https://lumen-und-filz.test/products/lampe#reviews',
    '/en-de/products/teppich/',
    '//www.lumen-und-filz.test/products/decke',
    '/products/k%C3%A4nguru',
  ]
  expect(placesOf(html.map((href) => link(href)).join('')).products).toEqual([
    'lampe',
    'kissen',
    'teppich',
    'decke',
    'känguru',
  ])
})

test('menus and footers count only when the page shows no other products', () => {
  const menu = `<header><nav>${link('/products/menu')}</nav></header>`
  const footer = `<footer>${link('/products/footer')}</footer>`
  expect(
    placesOf(`${menu}<main>${link('/products/a')}</main>${link('/products/popup')}${footer}`)
      .products,
  ).toEqual(['a'])
  expect(placesOf(`${menu}<div>${link('/products/b')}</div>${footer}`).products).toEqual(['b'])
  expect(placesOf(`${menu}<main><p>Hi</p></main>${footer}`).products).toEqual(['menu', 'footer'])
})

test('a link that is not to a product of this shop is ignored', () => {
  const html = [
    link('https://other.test/products/x'),
    link('javascript:/products/x'),
    link('http://['),
    link('/products/'),
    link('/products/a/b'),
    link('/products/%'),
    link('/products/a%2Fb'),
    '<script>document.write(\'<a href="/products/script">\')</script>',
    '<!-- <a href="/products/comment"> -->',
    '<template><a href="/products/template"></template>',
    '<abbr href="/products/abbr">',
  ]
  expect(placesOf(html.join('')).products).toEqual([])
})

test('a handle or a title identifies a collection of best sellers', () => {
  const html = [
    link('/collections/frontpage', '<span>En çok</span> <b>satanlar</b>'),
    link('/collections/mais-vendidos', 'Ver tudo'),
    link('/collections/all', 'Alles'),
    link('/collections/best-sellers/products/lampe', 'Bestseller'),
  ]
  expect(placesOf(html.join('')).collections).toEqual(['mais-vendidos', 'frontpage'])
})

test('without a home page nothing is found', () => {
  const visit = parseVisit(emptyVisit, 'lumen-und-filz.test')
  expect(extractHomeProducts(visit, OWN)).toEqual({
    homeProducts: null,
    bestSellerCollections: null,
  })
})

test('any text yields links, and megabytes of half a tag are scanned once', () => {
  fc.assert(
    fc.property(fc.string(), (text) => readHomeLinks(`<a href="${text}">${text}`).length <= 3000),
  )
  const pieces = ['<a ', '<a href="', '<script', '<!--', '<main', '</a', '<']
  for (const piece of pieces) readHomeLinks(piece.repeat(400_000))
  expect(readHomeLinks(`${link('/x')}`.repeat(10_000))).toHaveLength(3000)
})
