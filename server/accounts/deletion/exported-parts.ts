import { type RawBuilder, sql } from 'kysely'
import type { exportAccount as endpoint } from '#contracts/accounts/users.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { AccountRequest } from '#server/accounts/context.ts'
import { readPhotoFile } from '#server/accounts/profile/photo-files.ts'
import { describeDevice } from '#server/accounts/sessions/open-session.ts'
import { requireFresh } from '#server/accounts/sessions/reauthentication.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Database, TableName } from '#server/platform/db/schema.ts'
import { type AccountKeys, isCounterOf, isMailOf } from '#server/platform/erasure.ts'
import { sessionExpired } from '#server/platform/errors.ts'
import { requireViewer } from '#server/platform/session/viewer.ts'

export async function exportAccount(ctx: AccountRequest): Promise<ResponseOf<typeof endpoint>> {
  const { userId, emailKey } = requireViewer(ctx)
  await requireFresh(ctx, { acceptsSignIn: true })
  await recordAuditEvent(ctx, { kind: 'account.exported', userId, network: ctx.network })
  const [own] = await account.read(ctx, { userId, emailKey })
  if (!own) throw sessionExpired()
  const records: Record<string, Record<string, unknown>[]> = {}
  for (const [name, { read }] of Object.entries(exportedParts))
    records[name] = await read(ctx, { userId, emailKey })
  return { exportedAt: ctx.now().toISOString(), account: own, records }
}

type Row = Record<string, unknown>
type Ctx = Pick<AppContext, 'db' | 'files'>

type ExportedPart = {
  table: TableName
  /** Columns that are useless to the person, or of use to a stranger who finds the file. */
  hidden: readonly string[]
  read: (ctx: Ctx, keys: AccountKeys) => Promise<Row[]>
}

type More = {
  /** Further values, e.g. names where an id says nothing. They replace a column of their name. */
  also?: RawBuilder<unknown>
  isTheirs?: (keys: AccountKeys) => RawBuilder<unknown>
  add?: (ctx: Ctx, row: Row) => Promise<Row> | Row
}

const ofUser = ({ userId }: AccountKeys) => sql`user_id = ${userId}`
const ofAddress = ({ emailKey }: AccountKeys) => sql`email_key = ${emailKey}`

const camelCase = (name: string) =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The rows of a table about a person, in the order of a column. */
function part<Table extends TableName>(
  table: Table,
  order: keyof Database[Table] & string,
  hide: (keyof Database[Table] & string)[] = [],
  { also, isTheirs = ofUser, add = (_, row) => row }: More = {},
): ExportedPart {
  const hidden: readonly string[] = ['user_id', 'email_key', ...hide]
  return {
    table,
    hidden,
    async read(ctx, keys) {
      const { rows } = await sql<Row>`select own.*${also ? sql`, ${also}` : sql``}
        from ${sql.table(table)} as own where ${isTheirs(keys)} order by own.${sql.ref(order)}`.execute(
        ctx.db,
      )
      return Promise.all(
        rows.map(async (row) => {
          const shown = Object.entries(await add(ctx, row)).filter(
            ([name]) => !hidden.includes(name),
          )
          return Object.fromEntries(shown.map(([name, value]) => [camelCase(name), value]))
        }),
      )
    },
  }
}

const store = sql`(select name from stores where id = store_id), (select domain from stores where id = store_id)`

export const account = part('users', 'id', ['password_hash'], {
  also: sql`password_hash is not null as has_password`,
  isTheirs: ({ userId }) => sql`id = ${userId}`,
})

export const exportedParts: Readonly<Record<string, ExportedPart>> = {
  sessions: part('sessions', 'created_at', ['operator_until'], {
    add: (_, row) => ({ ...row, ...describeDevice(String(row['user_agent'] ?? '')) }),
  }),
  apiKeys: part('api_keys', 'created_at', ['id', 'token_hash']),
  operatorConsole: part('operators', 'created_at', ['totp_secret', 'totp_step']),
  secondFactor: part('second_factors', 'created_at', [
    'totp_secret',
    'totp_step',
    'recovery_hashes',
  ]),
  identities: part('identities', 'created_at'),
  photos: part('user_photos', 'created_at', [], {
    add: async (ctx, row) => {
      const photo = await readPhotoFile(ctx, String(row['name']))
      return { ...row, base64: photo?.toString('base64') ?? null }
    },
  }),
  mailLinks: part('account_tokens', 'created_at', ['token_hash', 'credentials']),
  auditEvents: part('audit_events', 'at', ['id', 'shared_key']),
  waitingMails: part('outgoing_mails', 'created_at', ['id', 'params', 'origin'], {
    isTheirs: isMailOf,
  }),
  deliveries: part('delivery_log', 'at', ['id']),
  attemptCounters: part('request_limits', 'key', ['key', 'expire'], {
    also: sql`split_part(key, ':', 1) as counter`,
    isTheirs: isCounterOf,
  }),
  contactMessages: part('contact_messages', 'created_at', ['id', 'content_hash', 'day'], {
    isTheirs: ofAddress,
  }),
  newsletter: part('newsletter_subscriptions', 'requested_at', ['id'], { isTheirs: ofAddress }),
  savedStores: part('saved_stores', 'id', ['id', 'store_id', 'merged_into', 'version'], {
    also: store,
  }),
  stages: part('stages', 'position'),
  stageMoves: part('stage_moves', 'id', ['id', 'store_id'], { also: store }),
  erasedLeads: part('erased_leads', 'stage'),
  templates: part('templates', 'position', ['id']),
  savedProducts: part('saved_products', 'id', ['id', 'store_id', 'product_id'], {
    also: sql`${store}, (select title from products as product
      where product.store_id = own.store_id and product.product_id = own.product_id)`,
  }),
  listViews: part('list_views', 'view'),
  notTheseUploads: part('exclusion_uploads', 'created_at', ['id']),
  notThese: part('exclusions', 'key', ['upload_id'], {
    also: sql`(select name from exclusion_uploads where id = upload_id) as file`,
  }),
  hiddenStores: part('hidden_stores', 'key', ['store_id'], { also: store }),
  savedSearches: part('saved_searches', 'created_at', ['id']),
  follows: part('follows', 'created_at', ['id', 'store_id', 'cluster'], {
    also: sql`${store}, (select title from products where products.cluster = own.cluster
      order by first_seen_at, store_id, product_id limit 1) as product`,
  }),
  bouncedContacts: part('contact_bounces', 'marked_at', ['store_id'], { also: store }),
  lists: part('lists', 'created_at', ['id']),
  listedStores: part('list_stores', 'added_at', ['list_id', 'store_id'], {
    also: sql`${store}, (select name from lists where id = list_id) as list`,
  }),
  exportedStores: part('exported_stores', 'day', ['store_id'], { also: store }),
  markRevisions: part('mark_revisions', 'kind', ['revision']),
  undoableActions: part('bulk_undos', 'changed_at', ['id', 'list']),
  webhooks: part('webhooks', 'created_at', ['id', 'secret']),
  feeds: part('feeds', 'created_at', ['id', 'search_id', 'token_hash'], {
    also: sql`(select name from saved_searches where id = search_id) as saved_search`,
  }),
  briefFeeds: part('brief_feeds', 'created_at', ['id', 'token_hash']),
  briefSettings: part('brief_settings', 'updated_at'),
  briefs: part('briefs', 'until', ['id']),
  briefItems: part('brief_items', 'key', ['brief_id', 'store_id', 'place', 'is_once'], {
    also: store,
  }),
  digests: part('digests', 'week'),
  exports: part('export_tickets', 'created_at', ['token_hash'], {
    also: sql`request -> 'request' as request`,
  }),
  exportedRows: part('export_usage', 'day'),
  contactsShown: part('contact_usage', 'day'),
  storesWithContactsShown: part('shown_contacts', 'day', ['store_id'], { also: store }),
  billingCustomers: part('billing_customers', 'created_at', ['reads', 'applied_read']),
  subscriptions: part('billing_subscriptions', 'started_at', ['checkout_id', 'is_refused']),
  // The invoices themselves stay with the provider, as the law requires.
  invoices: part('billing_invoices', 'issued_at'),
  checkouts: part('billing_agreements', 'created_at', ['provider_checkout_id', 'url']),
}
