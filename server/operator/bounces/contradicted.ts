import { sql } from 'kysely'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type {
  ContradictedAccount,
  listContradictedBounces as endpoint,
} from '#contracts/operator/bounces.ts'
import { numberedPage } from '#contracts/paging.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'

type Row = Omit<ContradictedAccount, 'lastMarkedAt'> & { lastMarkedAt: Date; total: number }

/** Also marks that a visit has lifted: they tell how reliable an account is. */
export async function listContradictedBounces(
  { db }: RequestContext,
  { page, size }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const { rows } = await sql<Row>`
    select own.*, email, locked_at is not null as "isLocked", (count(*) over ())::integer as total
    from (
      select mine.user_id as id, count(distinct (mine.store_id, mine.address))::integer as marks,
        count(distinct (mine.store_id, mine.address)) filter (where theirs.user_id is not null)::integer as contradicted,
        count(distinct theirs.user_id)::integer as others, max(mine.marked_at) as "lastMarkedAt"
      from contact_bounces as mine left join contact_bounces as theirs
        on theirs.store_id = mine.store_id and theirs.address = mine.address
        and theirs.user_id <> mine.user_id and theirs.verdict <> mine.verdict
      group by mine.user_id) as own
    join users on users.id = own.id where contradicted > 0
    order by contradicted desc, others desc, own.id limit ${size} offset ${page * size}`.execute(db)
  const content = rows.map(({ total: _total, lastMarkedAt, ...row }) => ({
    ...row,
    lastMarkedAt: lastMarkedAt.toISOString(),
  }))
  const total = rows[0]?.total ?? (page > 0 ? page * size : 0)
  return numberedPage(content, { page, size, total })
}
