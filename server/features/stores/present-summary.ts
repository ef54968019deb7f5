import { type SelectExpression, type Selectable, sql } from 'kysely'
import type { StoreSummary } from '#contracts/stores.ts'
import type { PictureAddresses } from '#server/features/pictures/picture-addresses.ts'
import type { Database } from '#server/db/schema.ts'

/** Contact values themselves stay out: a list tells only whether there are any. */
export const summaryColumns = [
  'id',
  'slug',
  'name',
  'domain',
  'status',
  'country',
  'currency',
  'language',
  'theme_name',
  'product_count',
  'logo_url',
  'launch_status',
  'launch_day',
  'launch_confidence',
  'moved_here',
  'found_day',
  'found_at',
  'visible_at',
  sql<boolean>`email is not null`.as('has_email'),
  sql<boolean>`phone is not null`.as('has_phone'),
] as const satisfies SelectExpression<Database, 'stores'>[]

type StoreRow = Selectable<Database['stores']>
export type SummaryRow = Pick<StoreRow, Extract<(typeof summaryColumns)[number], keyof StoreRow>> & {
  has_email: boolean
  has_phone: boolean
}

export const presentSummary = (row: SummaryRow, pictures: PictureAddresses): StoreSummary => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  domain: row.domain,
  foundDay: row.found_day,
  foundAt: row.found_at.toISOString(),
  visibleAt: row.visible_at.toISOString(),
  launchStatus: row.launch_status,
  launchDate: row.launch_day,
  launchConfidence: row.launch_confidence,
  movedHere: row.moved_here,
  status: row.status,
  country: row.country,
  currency: row.currency,
  language: row.language,
  themeName: row.theme_name,
  productCount: row.product_count,
  hasEmail: row.has_email,
  hasPhone: row.has_phone,
  logoUrl: pictures.of(row.logo_url, 'thumb'),
})
