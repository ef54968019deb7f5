import type { Page } from '#discovery/document/page.ts'

export const PAYLOADS_PER_SHOP = 25
const AT = '2026-03-10T10:00:00.000Z'

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The pages of a young shop with a hostile text in every field that a merchant fills in. */
export function hostileShop(number: number, payloads: string[]) {
  const host = `hostile-${number}.example`
  const [first = '', second = '', third = ''] = payloads
  const shop = `hostile-${number}.myshopify.com`
  const page = (path: string, text: string, type: string): Page => ({
    url: `https://${host}${path}`,
    status: 200,
    headers: { 'content-type': type },
    body: new TextEncoder().encode(text),
    fetchedAt: AT,
  })
  const meta = {
    id: 70_000_000_100 + number,
    name: `Shop ${first}`,
    myshopify_domain: shop,
    domain: host,
    description: `About ${second} ${payloads.join(' ')}`.slice(0, 1_000),
    city: third,
    province: second,
    country: 'DE',
    currency: 'EUR',
    published_products_count: payloads.length,
  }
  const home = `<!doctype html><html lang="de"><head><title>${escape(first)}</title><meta name="description" content="${escape(second)}">
<script>Shopify.shop = "${shop}"; Shopify.theme = ${JSON.stringify({ name: third, id: 1, schema_name: first, schema_version: second }).replaceAll('</', '<\\/')};</script>
${payloads.map((text) => `<!-- BEGIN app block: shopify://apps/${text.replaceAll('--', '')}/blocks/x/1 -->`).join('')}
</head><body><h1>${escape(third)}</h1></body></html>`
  return {
    host,
    payloads,
    visit: {
      home: page('/', home, 'text/html'),
      meta: page('/meta.json', JSON.stringify(meta), 'application/json'),
      products: page(
        '/products.json?limit=250&page=1',
        catalogueOf(number, payloads),
        'application/json',
      ),
      contact: [],
    },
  }
}

function catalogueOf(number: number, payloads: string[]): string {
  const products = payloads.map((text, at) => {
    const id = 8_000_000_000_000 + number * PAYLOADS_PER_SHOP + at
    return {
      id,
      title: `Lamp ${id} ${text}`,
      handle: `lamp-${id}`,
      body_html: `<p>text ${id} </p>${text}`,
      vendor: text,
      product_type: text,
      tags: [text],
      created_at: '2026-03-09T08:00:00Z',
      published_at: '2026-03-09T08:00:00Z',
      updated_at: '2026-03-09T08:00:00Z',
      options: [{ name: text, values: [text, 'S'] }],
      images: [
        {
          src: `https://cdn.shopify.com/s/files/1/${encodeURIComponent(text)}.png`,
          width: 800,
          height: 800,
        },
      ],
      variants: [{ id: id + 1_000_000, title: text, price: '19.99', available: true }],
    }
  })
  return JSON.stringify({ products })
}
