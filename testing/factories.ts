import { randomBytes, randomUUID } from 'node:crypto'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Role } from '#contracts/accounts/auth.ts'
import { type Day, dayOf } from '#contracts/dates.ts'
import { type ClusterId, type StoreId, type UserId, parseProductId } from '#contracts/ids.ts'
import type { TrendBadge } from '#contracts/catalog/trending.ts'
import { ensureAccount } from '#server/accounts/sign-up/ensure-account.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { StoredVariant } from '#server/platform/db/product-schema.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'
import { hashOfToken, newToken } from '#server/platform/secrets/opaque-token.ts'
import { API_KEY_PREFIX } from '#server/platform/session/viewer.ts'
import { sealSecret } from '#server/workspace/webhooks/webhook-message.ts'

export const TEST_PASSWORD = 'Correct-horse-7'

type StoreColumns = Insertable<Database['stores']>

let count = 0
const next = () => (count += 1)

/** A newly launched, open store; `found_day` follows `found_at` unless set. */
export const storeValues = (values: Partial<StoreColumns> = {}): StoreColumns => {
  const number = next()
  const foundAt = new Date(values.found_at ?? '2026-03-09T10:00:00.000Z')
  return {
    slug: `store-${number}`,
    shop: `store-${number}.myshopify.com`,
    shop_id: String(60_000_000_000 + number),
    domain: `store-${number}.example`,
    name: `Store ${number}`,
    about: null,
    status: 'OPEN',
    country: 'DE',
    currency: 'EUR',
    language: 'de',
    theme: JSON.stringify({
      name: 'Dawn',
      id: '1',
      schemaName: 'Dawn',
      schemaVersion: '15.0.0',
      themeStoreId: 887,
    }),
    theme_name: 'Dawn',
    product_count: 12,
    logo_url: `https://store-${number}.example/logo.png`,
    email: null,
    email_kind: null,
    phone: null,
    apps: '[]',
    pixels: '[]',
    launch_status: 'new',
    launch_day: dayOf(foundAt),
    launch_confidence: 'high',
    launch_reason: 'first_certificate_recent',
    found_at: foundAt,
    found_day: dayOf(foundAt),
    visible_at: foundAt,
    last_checked_at: foundAt,
    ...values,
  }
}

/** @returns the id */
export async function insertStore(db: Db, values: Partial<StoreColumns> = {}): Promise<StoreId> {
  const [id] = await insertStores(db, [values])
  if (id === undefined) throw new Error('no store was inserted')
  return id
}

const ROWS_PER_STATEMENT = 500

/** @returns the ids, in the order of the values */
export async function insertStores<const Values extends readonly Partial<StoreColumns>[]>(
  db: Db,
  values: Values,
): Promise<{ -readonly [At in keyof Values]: StoreId }> {
  const ids: StoreId[] = []
  for (let at = 0; at < values.length; at += ROWS_PER_STATEMENT) {
    const rows = values.slice(at, at + ROWS_PER_STATEMENT).map(storeValues)
    const inserted = await db.insertInto('stores').values(rows).returning('id').execute()
    ids.push(...inserted.map(({ id }) => id))
  }
  return ids as { -readonly [At in keyof Values]: StoreId }
}

export async function changeStore(
  db: Db,
  storeId: StoreId,
  columns: Updateable<Database['stores']>,
): Promise<void> {
  await db.updateTable('stores').set(columns).where('id', '=', storeId).execute()
}

export async function removeStore(db: Db, storeId: StoreId): Promise<void> {
  await db.deleteFrom('stores').where('id', '=', storeId).execute()
}

type ProductColumns = Insertable<Database['products']>

/** @returns the id as the API gives it: `<store id>-<platform product id>` */
export async function insertProduct(
  db: Db,
  storeId: StoreId,
  {
    variants,
    ...values
  }: Partial<Omit<ProductColumns, 'variants'>> & { variants?: StoredVariant[] } = {},
): Promise<string> {
  const number = next()
  const productId = values.product_id ?? 8_000_000_000_000 + number
  await db
    .insertInto('products')
    .values({
      store_id: storeId,
      handle: `product-${number}`,
      title: `Product ${number}`,
      body_html: '<p>Fine.</p>',
      vendor: 'Maker',
      product_type: 'Lamps',
      tags: '["light"]',
      currency: 'EUR',
      price_min_minor: variants?.[0]?.priceMinor ?? 1999,
      variants: JSON.stringify(variants ?? [storedVariant({})]),
      images: JSON.stringify([
        { src: `https://cdn.example/${number}.png`, width: 800, height: 600 },
      ]),
      options: JSON.stringify([{ name: 'Size', values: ['S', 'M'] }]),
      created_at: '2026-03-09T08:00:00.000Z',
      published_at: '2026-03-09T09:00:00.000Z',
      updated_at: null,
      first_seen_at: '2026-03-09T10:00:00.000Z',
      last_seen_at: '2026-03-09T10:00:00.000Z',
      ...values,
      product_id: productId,
    })
    .execute()
  if (!values.removed_at)
    await db
      .updateTable('stores')
      .set((on) => ({ listed_products: on('listed_products', '+', 1) }))
      .where('id', '=', storeId)
      .execute()
  return `${storeId}-${productId}`
}

export const storedVariant = (values: Partial<StoredVariant>): StoredVariant => ({
  id: '41',
  title: 'Default',
  priceMinor: 1999,
  compareAtMinor: null,
  available: true,
  ...values,
})

type TrendValues = { stores?: number; score?: number; badge?: TrendBadge; cluster?: ClusterId }

export function listingOf(id: string) {
  const listing = parseProductId(id)
  if (!listing) throw new Error(`${id} is no product id`)
  return listing
}

export async function insertTrend(
  db: Db,
  id: string,
  day: Day,
  {
    stores = 3,
    score = 30,
    badge = 'testing',
    cluster = (1_000_000_000 + next()) as ClusterId,
  }: TrendValues = {},
): Promise<void> {
  const { storeId, productId } = listingOf(id)
  await db
    .insertInto('trend_scores')
    .values({ cluster, day, stores, score, badge, components: '[]', is_trending: true })
    .onConflict((conflict) => conflict.columns(['cluster', 'day']).doNothing())
    .execute()
  await db
    .insertInto('product_trends')
    .values({ store_id: storeId, product_id: productId, day, cluster })
    .execute()
  await db
    .updateTable('stores')
    .set({ last_trending_day: sql<Day>`greatest(last_trending_day, ${day}::date)` })
    .where('id', '=', storeId)
    .execute()
}

export async function insertUser(
  ctx: Pick<AppContext, 'db' | 'now'>,
  {
    role = 'GUEST',
    email = `user-${next()}@example.test`,
    verified = true,
    password = TEST_PASSWORD,
  }: {
    role?: Role
    email?: string
    verified?: boolean
    password?: string
  } = {},
): Promise<{ userId: UserId; email: string }> {
  const account = { email, password, firstName: 'Ada', lastName: 'Byron', role, verified }
  return { email, userId: (await ensureAccount(ctx, account)).userId }
}

export async function changeUser(
  db: Db,
  userId: UserId,
  columns: Updateable<Database['users']>,
): Promise<void> {
  await db.updateTable('users').set(columns).where('id', '=', userId).execute()
}

/** @returns the key */
export async function insertApiKey(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  userId: UserId,
): Promise<string> {
  const key = newToken(API_KEY_PREFIX)
  await db
    .insertInto('api_keys')
    .values({
      id: randomUUID(),
      user_id: userId,
      name: 'CRM',
      token_hash: hashOfToken(key),
      start: key.slice(0, 10),
      created_at: now(),
    })
    .execute()
  return key
}

/** A monthly Pro, paid; it ends now. */
export async function insertSubscription(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  userId: UserId,
  columns: Partial<Insertable<Database['billing_subscriptions']>> = {},
): Promise<void> {
  await db
    .insertInto('billing_subscriptions')
    .values({
      provider: 'sandbox',
      subscription_id: `sub_${next()}`,
      user_id: userId,
      plan: 'pro',
      billing_cycle: 'monthly',
      status: 'active',
      currency: 'USD',
      amount_minor: 39_00,
      period_ends_at: now(),
      cancel_at_period_end: false,
      started_at: now(),
      updated_at: now(),
      ...columns,
    })
    .execute()
}

/** Waits to be sent. @returns its id */
export async function insertMail(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  columns: Partial<Insertable<Database['outgoing_mails']>> = {},
): Promise<string> {
  const id = randomUUID()
  const mail = { kind: 'verify', recipient: 'ada@example.test', language: 'en', params: '{}' }
  await db
    .insertInto('outgoing_mails')
    .values({ id, ...mail, created_at: now(), due_at: now(), ...columns })
    .execute()
  return id
}

/** @returns its id, and the secret that signs its messages */
export async function insertWebhook(
  ctx: Pick<AppContext, 'db' | 'now' | 'keyring'>,
  userId: UserId,
  columns: Partial<Insertable<Database['webhooks']>> = {},
): Promise<{ id: string; secret: string }> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const id = randomUUID()
  const own = { id, user_id: userId, secret: sealSecret(ctx, secret), created_at: ctx.now() }
  await ctx.db
    .insertInto('webhooks')
    .values({ url: 'https://hooks.example/matches', ...own, ...columns })
    .execute()
  return { id, secret }
}

export async function emptyTables(
  { db }: { db: Db },
  ...tables: readonly (keyof Database)[]
): Promise<void> {
  for (const table of tables) await db.deleteFrom(table).execute()
}
