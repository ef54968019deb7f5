import { sql } from 'kysely'
import type { listAuditEvents as endpoint } from '#contracts/operator/system.ts'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import { readPage } from '#server/operator/read-page.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'

export function listAuditEvents(
  { db }: RequestContext,
  { kind, userId, ...asked }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  let matching = db.selectFrom('audit_events')
  if (kind !== undefined)
    matching = matching.where('kind', 'like', `${kind.replaceAll('_', String.raw`\_`)}%`)
  if (userId !== undefined)
    matching = matching.where(({ eb, selectFrom }) =>
      eb(
        'id',
        'in',
        selectFrom('audit_events')
          .select('id')
          .where('user_id', '=', userId)
          // What operators did to the account is theirs, and names it.
          .union(
            selectFrom('audit_events')
              .select('id')
              .where('kind', '=', 'operator.action')
              .where(sql<boolean>`detail ->> 'target' = ${userId}`),
          ),
      ),
    )
  const rows = matching
    .select(['id', 'at', 'kind', 'user_id', 'network', 'times', 'detail'])
    .orderBy('at', 'desc')
    .orderBy('id')
  return readPage(db, rows, asked, (row) => ({
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    userId: row.user_id,
    network: row.network,
    times: row.times,
    detail: JSON.stringify(row.detail),
  }))
}
