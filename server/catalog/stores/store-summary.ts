import { type Selectable, type SelectExpression, sql } from 'kysely'
import { Category, EmailKind } from '#contracts/catalog/facts.ts'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import type { NewestStore } from '#contracts/catalog/today.ts'
import type { StoreId } from '#contracts/ids.ts'
import { priceText } from '#contracts/money.ts'
import { mailStateOf, ownVerdict, type Verdict } from '#server/catalog/bounces/mail-state.ts'
import type { CatalogRequest } from '#server/catalog/context.ts'
import type { PictureAddresses } from '#server/catalog/pictures/picture-addresses.ts'
import type { StoreMatch } from '#server/catalog/search/search.ts'
import type { Database } from '#server/platform/db/schema.ts'
import { requireViewer } from '#server/platform/session/viewer.ts'

export const dateColumns = [
  'found_day',
  'found_at',
  'visible_at',
  'opened_at',
  'launch_status',
  'launch_day',
  'launch_confidence',
  'moved_here',
] as const satisfies SelectExpression<Database, 'stores'>[]

export const summaryStoreColumns = [
  'id',
  'slug',
  'name',
  'domain',
  'status',
  'country',
  'region',
  'city',
  'currency',
  'language',
  'theme_name',
  'product_count',
  'logo_url',
  ...dateColumns,
  'category',
  'price_min_minor',
  'price_median_minor',
  'price_max_minor',
  'discount_share',
  'apps',
  'pixels',
  'socials',
  'last_trending_day',
  'email',
  'email_kind',
  'email_state',
  'email_bounced',
  'phone',
  'has_contact_form',
] as const satisfies SelectExpression<Database, 'stores'>[]

/** The address of the contact form is known only as a fact. */
export const summaryColumns = [
  ...summaryStoreColumns,
  sql<
    string | null
  >`(select value #>> '{}' from store_facts where store_id = stores.id and key = 'contactForm' and gone_at is null)`.as(
    'contact_form_url',
  ),
] as const

type StoreRow = Pick<Selectable<Database['stores']>, (typeof summaryStoreColumns)[number]>
export type SummaryRow = StoreRow & { contact_form_url: string | null }

type SummaryOptions = {
  pictures: PictureAddresses
  isSaved: boolean
  tags?: readonly string[]
  /** What the account said of its address. */
  verdict?: Verdict | null
  /** The plan's daily contacts are used up. */
  isLimited: boolean
}

export const presentSummary = (
  row: SummaryRow,
  { pictures, isSaved, tags = [], verdict = null, isLimited }: SummaryOptions,
): StoreSummary => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  domain: row.domain,
  ...presentDates(row),
  status: row.status,
  country: row.country,
  region: row.region,
  city: row.city,
  currency: row.currency,
  language: row.language,
  category: row.category === null ? null : (Category.safeParse(row.category).data ?? null),
  themeName: row.theme_name,
  productCount: row.product_count,
  price: presentPrices(row),
  discountShare: row.discount_share,
  apps: row.apps.map(({ handle, name }) => ({ handle, name })),
  pixels: [...new Set(row.pixels.map(({ vendor }) => vendor))],
  socials: row.socials,
  hasTrending: row.last_trending_day !== null,
  ...(isLimited ? limitContact(presentContact(row, verdict)) : presentContact(row, verdict)),
  logoUrl: pictures.of(row.logo_url, 'thumb'),
  hiddenBy: null,
  isSaved,
  tags: [...tags],
})

export const presentDates = (row: Pick<StoreRow, (typeof dateColumns)[number]>) => ({
  foundDay: row.found_day,
  foundAt: row.found_at.toISOString(),
  visibleAt: row.visible_at.toISOString(),
  openedAt: row.opened_at?.toISOString() ?? null,
  launchStatus: row.launch_status,
  launchDate: row.launch_day,
  launchConfidence: row.launch_confidence,
  movedHere: row.moved_here,
})

const presentContact = (row: SummaryRow, own: Verdict | null) => ({
  hasEmail: row.email !== null,
  hasPhone: row.phone !== null,
  email: row.email,
  emailKind: row.email_kind === null ? null : (EmailKind.safeParse(row.email_kind).data ?? null),
  emailState:
    row.email === null ? null : mailStateOf(row.email_state, { isBounced: row.email_bounced, own }),
  phone: row.phone,
  hasContactForm: row.has_contact_form,
  contactFormUrl: row.contact_form_url,
  contactsLimited: false,
})

export const limitContact = <
  Contact extends Pick<StoreSummary, 'email' | 'phone' | 'contactsLimited'>,
>(
  summary: Contact,
): Contact => ({ ...summary, email: null, phone: null, contactsLimited: true })

function presentPrices(row: SummaryRow): StoreSummary['price'] {
  const min = priceText(row.price_min_minor, row.currency)
  const median = priceText(row.price_median_minor, row.currency)
  const max = priceText(row.price_max_minor, row.currency)
  return row.currency === null || min === null || median === null || max === null
    ? null
    : { min, median, max }
}

/** Stores erased meanwhile are left out. */
export async function readSummaries(
  ctx: CatalogRequest,
  ids: readonly StoreId[],
): Promise<StoreSummary[]> {
  if (ids.length === 0) return []
  const { userId } = requireViewer(ctx)
  const rows = await ctx.db
    .selectFrom('stores')
    .select(summaryColumns)
    .select(ownVerdict(userId))
    .select((on) =>
      on
        .selectFrom('saved_stores')
        .select('tags')
        .whereRef('saved_stores.store_id', '=', 'stores.id')
        .where('saved_stores.user_id', '=', userId)
        .as('own_tags'),
    )
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const inOrder = ids.flatMap((id) => byId.get(id) ?? [])
  const limited = await ctx.contactQuota.claim(ctx, inOrder)
  return inOrder.map((row) =>
    presentSummary(row, {
      pictures: ctx.pictureAddresses,
      isSaved: row.own_tags !== null,
      tags: row.own_tags ?? [],
      verdict: row.own_verdict,
      isLimited: limited.has(row.id),
    }),
  )
}

/** The latest found first. */
export const NEWEST_FIRST = { sortBy: 'foundAt', direction: 'desc' } as const

/** Without their contacts, which would count as seen. */
export async function readNewest(
  { db, pictureAddresses: pictures }: Pick<CatalogRequest, 'db' | 'pictureAddresses'>,
  match: StoreMatch,
  size: number,
): Promise<NewestStore[]> {
  const { stores } = await match.page(NEWEST_FIRST, { offset: 0, size })
  const ids = stores.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await db.selectFrom('stores').select(summaryColumns).where('id', 'in', ids).execute()
  return ids.flatMap((id) => {
    const row = rows.find((each) => each.id === id)
    return row ? presentSummary(row, { pictures, isSaved: false, isLimited: true }) : []
  })
}
