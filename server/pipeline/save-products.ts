import { sql } from 'kysely'
import type { ProductRecord } from '#discovery/products/product-record.ts'
import { productKey } from '#discovery/trend/product-key.ts'
import type { AppContext } from '#server/context.ts'
import { jsonText } from '#server/pipeline/json-text.ts'

export type CataloguePage = { storeId: number; currency: string | null; products: ProductRecord[] }

/** Inserts or refreshes the products of stores; one statement however many there are. */
export async function saveProducts(ctx: AppContext, pages: CataloguePage[]): Promise<void> {
  const rows = pages.flatMap((page) =>
    distinctProducts(page.products).map((product) => productRow(page, product)),
  )
  if (rows.length === 0) return
  await sql`
    insert into products (store_id, product_id, handle, title, product_key, body_html, vendor, product_type, tags, currency,
      price_min_minor, variants, images, options, created_at, published_at, updated_at, first_seen_at, last_seen_at)
    select t.store_id, t.product_id, t.handle, t.title, t.product_key, t.body_html, t.vendor, t.product_type, t.tags, t.currency,
      t.price_min_minor, t.variants, t.images, t.options, t.created_at, t.published_at, t.updated_at, ${ctx.now()}, ${ctx.now()}
    from jsonb_to_recordset(${jsonText(rows)}::jsonb) as t (store_id bigint, product_id bigint, handle text, title text, product_key text, body_html text,
      vendor text, product_type text, tags jsonb, currency text, price_min_minor bigint, variants jsonb, images jsonb, options jsonb,
      created_at timestamptz, published_at timestamptz, updated_at timestamptz)
    on conflict (store_id, product_id) do update set
      handle = excluded.handle, title = excluded.title, product_key = excluded.product_key, body_html = excluded.body_html,
      vendor = excluded.vendor, product_type = excluded.product_type, tags = excluded.tags, currency = excluded.currency,
      price_min_minor = excluded.price_min_minor, variants = excluded.variants, images = excluded.images, options = excluded.options,
      created_at = excluded.created_at, published_at = excluded.published_at, updated_at = excluded.updated_at,
      last_seen_at = excluded.last_seen_at`.execute(ctx.db)
}

const distinctProducts = (products: ProductRecord[]) => [
  ...new Map(products.map((product) => [product.productId, product])).values(),
]

function productRow({ storeId, currency }: CataloguePage, product: ProductRecord) {
  const prices = product.variants.map((variant) => variant.priceMinor)
  return {
    store_id: storeId,
    currency,
    product_id: product.productId,
    handle: product.handle,
    title: product.title,
    product_key: productKey(product.title, product.vendor),
    body_html: product.bodyHtml,
    vendor: product.vendor,
    product_type: product.productType,
    tags: product.tags,
    price_min_minor: prices.length > 0 ? Math.min(...prices) : null,
    variants: product.variants,
    images: product.images,
    options: product.options,
    created_at: product.createdAt,
    published_at: product.publishedAt,
    updated_at: product.updatedAt,
  }
}
