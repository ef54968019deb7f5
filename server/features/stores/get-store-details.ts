import { DAY_MS } from '#contracts/dates.ts'
import { FACTS_KEPT_DAYS } from '#contracts/facts.ts'
import type { StoreDetails } from '#contracts/stores.ts'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/errors.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { findSavedStores } from '#server/features/saved/find-saved.ts'
import { screenshotUrlOf } from '#server/features/pictures/screenshots.ts'
import type { DetailsLimits } from './details-limits.ts'
import { presentDetails } from './present-details.ts'
import { mailDomainsOf } from './present-facts.ts'

/** Digits are an id, anything else a slug. @throws AppError `not_found`, `rate_limited` */
export async function getStoreDetails(
  ctx: RequestContext & { detailsLimits: DetailsLimits },
  idOrSlug: string,
): Promise<StoreDetails> {
  const { userId } = requirePaid(ctx)
  await ctx.detailsLimits.countLook(ctx, userId)
  const store = await findStore(ctx.db, idOrSlug)
  if (!store) throw notFound()
  const [facts, signals] = await Promise.all([readFacts(ctx, store.id), readSignals(ctx.db, store.id)])
  const mailHosts = await readMailHosts(ctx.db, mailDomainsOf(facts))
  const { pictureAddresses: addresses } = ctx
  const logoUrl = addresses.of(store.logo_url, 'card')
  const screenshotUrl = addresses.of(screenshotUrlOf(store), 'full')
  const isSaved = (await findSavedStores(ctx.db, userId, [store.id])).has(store.id)
  const [domain = null] = mailDomainsOf(facts)
  const contact = { id: store.id, email: store.email ?? domain, phone: store.phone }
  const isLimited = (await ctx.contactQuota.claim(ctx, [contact])).has(store.id)
  return presentDetails({ store, facts, mailHosts, signals, logoUrl, screenshotUrl, isSaved, isLimited })
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

async function readFacts({ db, now }: Pick<RequestContext, 'db' | 'now'>, storeId: number) {
  return db
    .selectFrom('store_facts')
    .select(['key', 'value', 'label', 'source_url', 'path', 'observed_at', 'items', 'gone_at'])
    .where('store_id', '=', storeId)
    .where('observed_at', '>=', new Date(now().getTime() - FACTS_KEPT_DAYS * DAY_MS))
    .execute()
}

async function readMailHosts(db: Db, domains: string[]) {
  if (domains.length === 0) return []
  return db
    .selectFrom('mail_hosts')
    .select(['domain', 'state', 'checked_at'])
    .where('domain', 'in', domains)
    .execute()
}

async function readSignals(db: Db, storeId: number) {
  return db
    .selectFrom('store_signals')
    .select(['kind', 'at', 'role', 'label', 'source_url', 'path', 'observed_at'])
    .where('store_id', '=', storeId)
    .orderBy('at')
    .orderBy('kind', (order) => order.collate('C'))
    .execute()
}
