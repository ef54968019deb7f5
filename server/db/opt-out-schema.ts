import type { ColumnType } from 'kysely'

/** Read as Date; written as Date or ISO text. */
type Time = ColumnType<Date, Date | string, Date | string>

/** `host:<name>` (with all names below it), `shop:<handle>` or `shop_id:<n>` of a merchant who asked to be left out. */
export type OptOuts = { key: string; at: Time }

export type OptOutRequests = { domain: string; token_hash: string; expires_at: Time }
