import { expect, test } from 'vitest'
import type { Page } from '#discovery/document/page.ts'
import { extractVisit } from '#discovery/extract/extract-visit.ts'
import { useDiscovery, visitsIn } from '#testing/discovery/discovery-harness.ts'

const HOST = 'hostile.example'
const ctx = useDiscovery()

const page = (path: string, text: string, type: string): Page => ({
  url: `https://${HOST}${path}`,
  status: 200,
  headers: { 'content-type': type },
  body: new TextEncoder().encode(text),
  fetchedAt: '2026-03-10T11:00:00.000Z',
})

const meta = `{"id": 70000000099, "myshopify_domain": "hostile.myshopify.com", "domain": "${HOST}", "name": "Ho\\u0000stile \\ud83d",
  "description": "\\u0000\\udc00", "country": "DE", "currency": "EUR", "published_products_count": 9007199254740991}`

const product = (fields: string) =>
  `{"title": "Lamp \\u0000\\ud83d", "handle": "lamp\\u0000", "vendor": "\\udfff", "body_html": "<p>\\u0000\\ud83d</p>", "tags": ["\\u0000a"],
    "created_at": "+275760-09-13T00:00:00.000Z", "published_at": "0000-00-00", "updated_at": "2026-03-01T00:00:00\\u0000Z",
    "images": [{"src": "https://${HOST}/\\u0000\\ud83d.png", "width": 1e300}], "options": [{"name": "\\u0000Size", "values": ["\\ud83d"]}],
    "variants": [{"id": 1, "title": "\\u0000\\ud83d", "price": "999999999999.99", "compare_at_price": 1e400}, {"id": 2, "price": "-1"}], ${fields}}`

const catalogue = `{"products": [${[
  '"id": "9999999999999999999"',
  '"id": 9007199254740993',
  '"id": "9223372036854775808"',
  '"id": 8000000000001',
]
  .map(product)
  .join(',')}]}`

const home = `<!doctype html><html lang="\u0000de\ud83d"><title>a\u0000b</title>
<script>Shopify.shop = "hostile.myshopify.com"; Shopify.theme = {"name":"Da\\u0000wn\\ud83d","id":1,"schema_name":"\\udc00","theme_store_id":1e300};</script>
<!-- BEGIN app block: shopify://apps/re\u0000views/blocks/x/1 --><a href="mailto:in\u0000fo@hostile.example">mail</a><a href="tel:+49\u000030901820">call</a>`

test('any content of a shop’s pages is stored or omitted, and never makes the visit fail', async () => {
  const { snapshot, products } = extractVisit(
    {
      home: page('/', home, 'text/html'),
      meta: page('/meta.json', meta, 'application/json'),
      products: page('/products.json?limit=250&page=1', catalogue, 'application/json'),
      contact: [],
    },
    HOST,
  )
  await visitsIn(ctx).visit(HOST, { kind: 'store', finalHost: HOST, snapshot, products })
  const [store] = await ctx.db.selectFrom('stores').selectAll().execute()
  expect(store).toMatchObject({ shop_id: '70000000099', product_count: 1 })
  expect(store?.name).toContain('Hostile')
  // Ids that exceed a safe integer would be read back as those of another product.
  const stored = await ctx.db
    .selectFrom('products')
    .select(['product_id', 'created_at', 'title'])
    .execute()
  expect(stored.map(({ product_id }) => product_id)).toEqual([8_000_000_000_001])
  expect(stored[0]).toMatchObject({ created_at: null, title: 'Lamp' })
})
