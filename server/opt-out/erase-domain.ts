import type { StoreId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import {
  createPictureFiles,
  createScreenshotFiles,
  isPictureSize,
  PICTURE_SIZES,
  PICTURES_FOLDER,
  removeScreenshot,
} from '#server/catalog/api.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { invalidateOptOutList, shopKeys } from './opt-out-list.ts'

/**
 * Opts the domain out and erases its stores in one transaction, which waits for visits being
 * written and blocks later ones. Only stores that answer at this domain (or below) belong to its
 * owner, not those reached through a redirect.
 * @param record runs in the transaction, with the number of erased stores
 * @returns how many stores were erased
 */
export async function eraseDomain(
  ctx: AppContext,
  domain: string,
  record?: (ctx: AppContext, stores: number) => Promise<void>,
): Promise<number> {
  // Files first: if the process ends in between, a repetition does everything again, and no file is
  // left without a row.
  for (const store of await findStores(ctx.db, domain)) await erasePictures(ctx, store)
  const stores = await inTransaction(ctx, async (ctx) => {
    await lockErasureExclusive(ctx.db)
    const stores = await findStores(ctx.db, domain)
    const storeIds = stores.map(({ id }) => id)
    await insertOptOuts(ctx, [
      `host:${domain}`,
      ...stores.flatMap(({ shop, shop_id }) => shopKeys({ shop, shopId: shop_id })),
      ...(await findHostKeys(ctx.db, storeIds)),
    ])
    for (const { domain: erase } of ctx.erasures) await erase?.(ctx, { domain, storeIds })
    await ctx.db.deleteFrom('opt_out_requests').where('domain', '=', domain).execute()
    await record?.(ctx, stores.length)
    return stores
  })
  invalidateOptOutList(ctx)
  // With the domain: after a restore of the database the log says what has to be erased again.
  ctx.log.info({ event: 'opt-out.erased', domain, stores: stores.length }, 'a domain opted out')
  return stores.length
}

export const countStoresOf = async (db: Db, domain: string): Promise<number> =>
  (await findStores(db, domain)).length

async function findStores(db: Db, domain: string) {
  const bare = sql<string>`regexp_replace(lower(domain), '^www\\.', '')`
  return db
    .selectFrom('stores')
    .select(['id', 'shop', 'shop_id', 'logo_url', 'screenshot_at'])
    .where((on) =>
      on.or([
        on(bare, '=', domain),
        on(bare, 'like', `%.${domain}`),
        on(sql`lower(shop)`, '=', domain),
      ]),
    )
    .orderBy('id')
    .execute()
}

/** Every address under which the stores were found, so that we never visit them again. */
async function findHostKeys(db: Db, storeIds: StoreId[]): Promise<string[]> {
  if (storeIds.length === 0) return []
  const rows = await db
    .selectFrom('store_keys')
    .select('key')
    .where('store_id', 'in', storeIds)
    .where('key', 'like', 'host:%')
    .execute()
  return rows.map(({ key }) => key)
}

async function insertOptOuts({ db, now }: AppContext, keys: string[]): Promise<void> {
  await db
    .insertInto('opt_outs')
    .values([...new Set(keys)].toSorted().map((key) => ({ key, at: now() })))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

type StoreToErase = Awaited<ReturnType<typeof findStores>>[number]

async function erasePictures(ctx: AppContext, store: StoreToErase): Promise<void> {
  const { rows } = await sql<{ url: string | null }>`
    select distinct image ->> 'src' as url from products, jsonb_array_elements(images) as image
    where store_id = ${store.id}`.execute(ctx.db)
  const urls = [store.logo_url, ...rows.map(({ url }) => url)].filter((url) => url !== null)
  const sizes = Object.keys(PICTURE_SIZES).filter(isPictureSize)
  await createPictureFiles(ctx, PICTURES_FOLDER).remove(
    urls.map(canonicalUrl).flatMap((url) => sizes.map((size) => ({ size, url }))),
  )
  await removeScreenshot(createScreenshotFiles(ctx), store)
}

/** Files are named by the address in the spelling in which it was handed out. */
function canonicalUrl(text: string): string {
  const url = URL.parse(text)
  if (url) url.hash = ''
  return url?.href ?? text
}

/** No other lock uses it. */
const LOCK_ID = 7_302_861_455

/**
 * Every writer of stores takes this lock first in its transaction, and only then reads the
 * opt-outs, so that no store is written while another transaction erases it. Many writers hold it
 * at once.
 */
export async function lockErasureShared(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK_ID}::bigint)`.execute(db)
}

/** Waits for all current writers, and blocks others until the commit. */
async function lockErasureExclusive(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_ID}::bigint)`.execute(db)
}
