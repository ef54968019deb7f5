/**
 * `catalogue-memory.test.ts` runs this in a separate process. It reads page after page of hostile catalogues and reports how far its
 * resident memory rose above the level of the first half of the pages.
 */
import { parseProducts } from '#discovery/products/parse-products.ts'

const ROUNDS = 40
const PAGES_PER_ROUND = 250

const variants = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id: id + 1, title: `Size ${id}`, price: '1.00' }))
/** One of the ten thousand pages of an endless catalogue. */
const pageAt = (page: number) => ({
  products: Array.from({ length: 30 }, (_, at) => ({
    id: page * 30 + at + 1,
    title: `Lamp ${page} ${at}`,
    handle: 'x',
    variants: variants(3),
  })),
})
const HOSTILE = [
  {
    products: [
      { id: 1, title: 'x'.repeat(1_000_000), handle: 'x', body_html: '<p>'.repeat(300_000), variants: [] },
    ],
  },
  { products: [{ id: 2, title: 'many', handle: 'many', variants: variants(100_000) }] },
].map((page) => new TextEncoder().encode(JSON.stringify(page)))

const context = { currency: 'EUR', hostUrl: 'https://shop.test/' }
let products = 0
function readRound(round: number): void {
  for (let page = 0; page < PAGES_PER_ROUND; page += 1) {
    const body = new TextEncoder().encode(JSON.stringify(pageAt(round * PAGES_PER_ROUND + page)))
    products += parseProducts(body, context).products.length
  }
  for (const body of HOSTILE) products += parseProducts(body, context).products.length
}
/** Peak memory in KiB. */
const peakKiB = () => process.resourceUsage().maxRSS

// During these rounds the heap still grows into free memory.
const WARM_ROUNDS = ROUNDS / 2
for (let round = 0; round < WARM_ROUNDS; round += 1) readRound(round)
const beforeKiB = peakKiB()
for (let round = WARM_ROUNDS; round < ROUNDS; round += 1) readRound(round)
process.stdout.write(
  JSON.stringify({ pages: ROUNDS * PAGES_PER_ROUND, products, risenMiB: (peakKiB() - beforeKiB) / 1024 }),
)
