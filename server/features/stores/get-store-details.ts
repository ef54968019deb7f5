import { DAY_MS } from '#contracts/dates.ts'
import { FACTS_KEPT_DAYS } from '#contracts/facts.ts'
import type { StoreDetails } from '#contracts/stores.ts'
import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { prepared } from '#server/db/prepared.ts'
import { notFound } from '#server/errors.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { findSavedStores } from '#server/features/saved/find-saved.ts'
import { screenshotUrlOf } from '#server/features/pictures/screenshots.ts'
import type { DetailsLimits } from './details-limits.ts'
import { presentDetails } from './present-details.ts'
import { mailDomainsOf } from './present-facts.ts'

/** Digits are an id, any other text is a slug. @throws AppError `not_found`, `rate_limited` */
export async function getStoreDetails(
  ctx: RequestContext & { detailsLimits: DetailsLimits },
  idOrSlug: string,
): Promise<StoreDetails> {
  const { userId } = requirePaid(ctx)
  await ctx.detailsLimits.countLook(ctx, userId)
  const store = await findStore(ctx.db, idOrSlug)
  if (!store) throw notFound()
  const since = new Date(ctx.now().getTime() - FACTS_KEPT_DAYS * DAY_MS)
  const [facts, signals, saved] = await Promise.all([
    readFacts(ctx.db, store.id, since),
    readSignals(ctx.db, store.id),
    findSavedStores(ctx.sharedDb, userId, [store.id]),
  ])
  const mailDomains = mailDomainsOf(facts)
  const mailHosts = mailDomains.length === 0 ? [] : await readMailHosts(ctx.db, mailDomains)
  const { pictureAddresses: addresses } = ctx
  const logoUrl = addresses.of(store.logo_url, 'card')
  const screenshotUrl = addresses.of(screenshotUrlOf(store), 'full')
  const [domain = null] = mailDomains
  const contact = { id: store.id, email: store.email ?? domain, phone: store.phone }
  const isLimited = (await ctx.contactQuota.claim(ctx, [contact])).has(store.id)
  const isSaved = saved.has(store.id)
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

const readFacts = prepared('facts_of_store', (db, storeId: number, since: Date) =>
  db
    .selectFrom('store_facts')
    .select(['key', 'value', 'label', 'source_url', 'path', 'observed_at', 'items', 'gone_at'])
    .where('store_id', '=', storeId)
    .where('observed_at', '>=', since),
)

const readMailHosts = prepared('mail_hosts', (db, domains: string[]) =>
  db
    .selectFrom('mail_hosts')
    .select(['domain', 'state', 'checked_at'])
    .where(sql<boolean>`domain = any(${domains}::text[])`),
)

const readSignals = prepared('signals_of_store', (db, storeId: number) =>
  db
    .selectFrom('store_signals')
    .select(['kind', 'at', 'role', 'label', 'source_url', 'path', 'observed_at'])
    .where('store_id', '=', storeId)
    .orderBy('at')
    .orderBy('kind', (order) => order.collate('C')),
)
