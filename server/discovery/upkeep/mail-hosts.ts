import { Resolver } from 'node:dns/promises'
import { sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '#contracts/dates.ts'
import type { MailHostState } from '#contracts/catalog/facts.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'

const RECHECK_AFTER_MS: Record<MailHostState, number> = {
  has_mx: 30 * DAY_MS,
  no_mx: 7 * DAY_MS, // a young domain may get its mailboxes later
  unknown: 6 * HOUR_MS,
}
/** Queried in parallel; many more would fill the receive buffer of a small resolver. */
const BATCH = 40
const IDLE_MS = 10_000
const TIMEOUT_MS = 4_000
const TRIES = 2

/** Asks DNS whether a domain accepts mail; never rejects. */
export type LookUpMailHost = (domain: string) => Promise<MailHostState>

// Error names of c-ares that are definite answers. Any other error may be gone in an hour.
const NO_MX_CODES = new Set(['ENODATA', 'ENOTFOUND', 'EBADNAME'])

/**
 * `servers` as in `dns.setServers`; none = the system's. It never contacts a mail server itself.
 */
export function createMailHostLookup(servers: readonly string[]): LookUpMailHost {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (servers.length > 0) resolver.setServers(servers)
  return async (domain) => {
    try {
      const records = await resolver.resolveMx(domain)
      // A single "." means that the domain accepts no mail (RFC 7505).
      return records.some(({ exchange }) => exchange !== '' && exchange !== '.')
        ? 'has_mx'
        : 'no_mx'
    } catch (error) {
      return NO_MX_CODES.has(Object(error).code) ? 'no_mx' : 'unknown'
    }
  }
}

/**
 * Queries the mail domains that are due, outside of any transaction, and writes the answers to them
 * and to their stores, in the order of `lockStores`. Two processes that query the same domain write
 * the same.
 */
export async function checkMailHostsStep(ctx: AppContext, lookUp: LookUpMailHost): Promise<number> {
  const due = await ctx.db
    .selectFrom('mail_hosts')
    .select('domain')
    .where('due_at', '<=', ctx.now())
    .orderBy('due_at')
    .limit(BATCH)
    .execute()
  const answers = await Promise.all(
    due.map(async ({ domain }) => ({ domain, state: await lookUp(domain) })),
  )
  if (answers.length > 0) await saveAnswers(ctx, answers)
  await updatePublishedStores(ctx.db)
  return due.length === BATCH ? 0 : IDLE_MS
}

/** A failed query keeps the last answer, with its time. */
async function saveAnswers(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  answers: { domain: string; state: MailHostState }[],
): Promise<void> {
  const rows = answers
    .toSorted((a, b) => (a.domain < b.domain ? -1 : 1))
    .map(({ domain, state }) => ({
      domain,
      state,
      checkedAt: state === 'unknown' ? null : now(),
      dueAt: new Date(now().getTime() + RECHECK_AFTER_MS[state]),
    }))
  // Two statements: recording a visit locks stores before mail hosts, and one statement would lock
  // them in the opposite order.
  const { rows: answered } = await sql<{ domain: string; state: MailHostState }>`
    update mail_hosts set due_at = t."dueAt", checked_at = coalesce(t."checkedAt", mail_hosts.checked_at),
      state = case when t.state = 'unknown' then mail_hosts.state else t.state end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (domain text, state text, "checkedAt" timestamptz, "dueAt" timestamptz)
    where mail_hosts.domain = t.domain returning mail_hosts.domain, mail_hosts.state`.execute(db)
  await sql`
    with answered as (select * from jsonb_to_recordset(${JSON.stringify(answered)}::jsonb) as t (domain text, state text)),
    concerned as materialized (
      select stores.id, answered.state from answered join stores on stores.email_domain = answered.domain
      where stores.email_state is distinct from answered.state order by stores.id for no key update of stores)
    update stores set email_state = concerned.state from concerned where stores.id = concerned.id`.execute(
    db,
  )
}

/**
 * Stores that were published while their domain was being queried. A store that is being written is
 * updated in the next step.
 */
async function updatePublishedStores(db: Db): Promise<void> {
  await sql`
    with concerned as materialized (
      select stores.id, mail_hosts.state from stores join mail_hosts on mail_hosts.domain = stores.email_domain
      where stores.email_state = 'unknown' and mail_hosts.state <> 'unknown' for no key update of stores skip locked)
    update stores set email_state = concerned.state from concerned where stores.id = concerned.id`.execute(
    db,
  )
}
