import type { Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import type { Viewer } from '#server/platform/session/viewer.ts'

/**
 * The context of one request; verbs take it first. A domain adds its services to it:
 * `CatalogRequest`, `BillingRequest` …
 */
export type RequestContext = AppContext & {
  /** For shared queries: one caller who leaves must not cancel the others' answer. */
  sharedDb: Db
  /** Null only on public calls, which ignore the bearer token. */
  viewer: Viewer | null
  requestId: string
  /** Of `performance.now()`. */
  arrivedAtMs: number
  language: Language
  /** The caller's address as limits count it: IPv4 /32, IPv6 /64. */
  network: string
  userAgent: string | null
  sessions: Sessions
  /** In the caller's language. */
  say: (key: string) => string
}
