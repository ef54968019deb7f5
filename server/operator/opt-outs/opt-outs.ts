import { sql } from 'kysely'
import type * as api from '#contracts/operator/opt-outs.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import { recordOperatorAction } from '#server/operator/operator-action.ts'
import { readPage } from '#server/operator/read-page.ts'
import {
  countStoresOf,
  eraseDomain,
  findOptedOutKeys,
  optOutKeysOf,
  parseDomain,
} from '#server/opt-out/api.ts'
import { containsPattern } from '#server/platform/db/sql-text.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'

export async function listOptOuts(
  { db, now }: RequestContext,
  { q = '', ...asked }: QueryOf<typeof api.listOptOuts>,
): Promise<ResponseOf<typeof api.listOptOuts>> {
  let matching = db.selectFrom('opt_outs')
  if (q !== '') matching = matching.where(sql<boolean>`key like ${containsPattern(q)}`)
  const rows = matching
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy(sql`key collate "C"`)
  const [page, { openRequests }] = await Promise.all([
    readPage(db, rows, asked, ({ key, at }) => ({ key, at: at.toISOString() })),
    db
      .selectFrom('opt_out_requests')
      .select((select) => select.fn.countAll<number>().as('openRequests'))
      .where('expires_at', '>', now())
      .executeTakeFirstOrThrow(),
  ])
  return { ...page, openRequests }
}

export async function previewOptOut(
  { db }: RequestContext,
  input: QueryOf<typeof api.previewOptOut>,
): Promise<ResponseOf<typeof api.previewOptOut>> {
  const domain = parseDomain(input.domain)
  const [optedOut, stores] = await Promise.all([
    findOptedOutKeys(db, optOutKeysOf(domain)),
    countStoresOf(db, domain),
  ])
  return { domain, isOptedOut: optedOut.size > 0, stores }
}

/** For an owner who asks by letter or mail, and whose claim the operator has checked. */
export async function optOutDomain(
  ctx: RequestContext,
  input: BodyOf<typeof api.optOutDomain>,
): Promise<ResponseOf<typeof api.optOutDomain>> {
  const domain = parseDomain(input.domain)
  const stores = await eraseDomain(ctx, domain, ({ db }, stores) =>
    recordOperatorAction(
      { ...ctx, db },
      { action: 'domain.opted_out', target: domain, after: { stores } },
    ),
  )
  return { domain, stores }
}
