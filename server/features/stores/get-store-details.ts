import type { StoreDetails } from '#contracts/stores.ts'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/errors.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { screenshotUrlOf } from '#server/features/pictures/screenshots.ts'
import { presentDetails } from './present-details.ts'

/** Digits are an id, anything else a slug. @throws AppError `not_found` */
export async function getStoreDetails(ctx: RequestContext, idOrSlug: string): Promise<StoreDetails> {
  requirePaid(ctx)
  const store = await findStore(ctx.db, idOrSlug)
  if (!store) throw notFound()
  const [facts, signals] = await Promise.all([readFacts(ctx.db, store.id), readSignals(ctx.db, store.id)])
  const { pictureAddresses: addresses } = ctx
  const logoUrl = addresses.of(store.logo_url, 'card')
  const screenshotUrl = addresses.of(screenshotUrlOf(store), 'full')
  return presentDetails({ store, facts, signals, logoUrl, screenshotUrl })
}

const DIGITS = /^\d+$/

async function findStore(db: Db, idOrSlug: string) {
  const stores = db.selectFrom('stores').selectAll()
  if (!DIGITS.test(idOrSlug)) {
    return stores.where('slug', '=', idOrSlug.toLowerCase()).orderBy('id').limit(1).executeTakeFirst()
  }
  const id = Number(idOrSlug)
  return Number.isSafeInteger(id) ? stores.where('id', '=', id).executeTakeFirst() : undefined
}

async function readFacts(db: Db, storeId: number) {
  return db
    .selectFrom('store_facts')
    .select(['key', 'label', 'source_url', 'path', 'observed_at'])
    .where('store_id', '=', storeId)
    .execute()
}

async function readSignals(db: Db, storeId: number) {
  return db
    .selectFrom('store_signals')
    .select(['kind', 'at', 'role', 'label', 'source_url', 'path', 'observed_at'])
    .where('store_id', '=', storeId)
    .orderBy('at')
    .orderBy('kind')
    .execute()
}
