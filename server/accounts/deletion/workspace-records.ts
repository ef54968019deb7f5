import { sql } from 'kysely'
import { type AccountRecord, deleteByUser } from '#server/platform/account-record.ts'
import { deleteDeliveries } from '#server/platform/locks.ts'

const savedStores: AccountRecord = {
  name: 'savedStores',
  table: 'saved_stores',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('saved_stores as saved')
      .innerJoin('stores', 'stores.id', 'saved.store_id')
      .select(['stores.name', 'stores.domain', 'saved.notes', 'saved.tags'])
      .select(['saved.is_favorite as isFavorite', 'saved.created_at as createdAt'])
      .select('saved.updated_at as updatedAt')
      .where('user_id', '=', userId)
      .orderBy('saved.id')
      .execute(),
  erase: ({ db }, { userId }) => deleteByUser(db, 'saved_stores', userId),
}

const savedProducts: AccountRecord = {
  name: 'savedProducts',
  table: 'saved_products',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('saved_products as saved')
      .innerJoin('products', (join) =>
        join
          .onRef('products.store_id', '=', 'saved.store_id')
          .onRef('products.product_id', '=', 'saved.product_id'),
      )
      .innerJoin('stores', 'stores.id', 'saved.store_id')
      .select(['products.title', 'stores.domain', 'saved.notes', 'saved.tags'])
      .select(['saved.is_favorite as isFavorite', 'saved.created_at as createdAt'])
      .select('saved.updated_at as updatedAt')
      .where('user_id', '=', userId)
      .orderBy('saved.id')
      .execute(),
  erase: ({ db }, { userId }) => deleteByUser(db, 'saved_products', userId),
}

const savedSearches: AccountRecord = {
  name: 'savedSearches',
  table: 'saved_searches',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('saved_searches')
      .select(['name', 'view', 'query', 'mails', 'instant', 'webhooks'])
      .select(['mailed_at as mailedAt', 'seen_at as seenAt'])
      .select(['created_at as createdAt', 'updated_at as updatedAt'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  // The searches first: a run in progress locks its search and would leave its hits behind.
  async erase({ db }, { userId }) {
    const searches = await db
      .deleteFrom('saved_searches')
      .where('user_id', '=', userId)
      .returning('id')
      .execute()
    const ids = searches.map(({ id }) => id)
    if (ids.length > 0)
      await db.deleteFrom('saved_search_hits').where('search_id', 'in', ids).execute()
  },
}

/** Never the sealed secret: it is useless to its owner. */
const webhooks: AccountRecord = {
  name: 'webhooks',
  table: 'webhooks',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('webhooks')
      .select([
        'url',
        'created_at as createdAt',
        'failing_since as failingSince',
        'paused_at as pausedAt',
      ])
      .select(['last_attempt_at as lastAttemptAt', 'last_status as lastStatus'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
  // After the searches: a run in progress locks its search and would leave deliveries behind.
  async erase({ db }, { userId }) {
    const erased = await db
      .deleteFrom('webhooks')
      .where('user_id', '=', userId)
      .returning('id')
      .execute()
    await deleteDeliveries(
      db,
      'webhook_id',
      erased.map(({ id }) => id),
    )
  },
}

/** Never the digest of an address: it is useless to its owner. */
const feeds: AccountRecord = {
  name: 'feeds',
  table: 'feeds',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('feeds')
      .leftJoin('saved_searches', 'saved_searches.id', 'feeds.search_id')
      .select([
        'saved_searches.name as savedSearch',
        'feeds.created_at as createdAt',
        'feeds.read_at as readAt',
      ])
      .where('feeds.user_id', '=', userId)
      .orderBy('feeds.created_at')
      .execute(),
  erase: ({ db }, { userId }) => deleteByUser(db, 'feeds', userId),
}

const digests: AccountRecord = {
  name: 'digests',
  table: 'digests',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('digests')
      .select(['week', 'at'])
      .where('user_id', '=', userId)
      .orderBy('week')
      .execute(),
  erase: ({ db }, { userId }) => deleteByUser(db, 'digests', userId),
}

/** Never the hash of a ticket: it is useless to its owner. */
const exportTickets: AccountRecord = {
  name: 'exports',
  table: 'export_tickets',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('export_tickets')
      .select(sql<unknown>`request -> 'request'`.as('request'))
      .select(['created_at as createdAt', 'expires_at as expiresAt', 'used_at as usedAt'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
  erase: ({ db }, { userId }) => deleteByUser(db, 'export_tickets', userId),
}

const exportUsage: AccountRecord = {
  name: 'exportedRows',
  table: 'export_usage',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('export_usage')
      .select(['day', 'rows'])
      .where('user_id', '=', userId)
      .orderBy('day')
      .execute(),
  erase: ({ db }, { userId }) => deleteByUser(db, 'export_usage', userId),
}

const contactUsage: AccountRecord = {
  name: 'contactsShown',
  table: 'contact_usage',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('contact_usage')
      .select(['day', 'stores'])
      .where('user_id', '=', userId)
      .orderBy('day')
      .execute(),
  erase: ({ db }, { userId }) => deleteByUser(db, 'contact_usage', userId),
}

const shownContacts: AccountRecord = {
  name: 'storesWithContactsShown',
  table: 'shown_contacts',
  read: ({ db }, { userId }) =>
    db
      .selectFrom('shown_contacts')
      .select(['day', 'store_id as storeId'])
      .where('user_id', '=', userId)
      .orderBy('day')
      .orderBy('store_id')
      .execute(),
  erase: ({ db }, { userId }) => deleteByUser(db, 'shown_contacts', userId),
}

/** What an account saved, searched and exported, in the order of erasure. */
export const workspaceRecords: readonly AccountRecord[] = [
  savedStores,
  savedProducts,
  feeds,
  savedSearches,
  webhooks,
  digests,
  exportTickets,
  exportUsage,
  contactUsage,
  shownContacts,
]
