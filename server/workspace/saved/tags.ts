import { sql } from 'kysely'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { UserId } from '#contracts/ids.ts'
import { type listSavedTags as endpoint, foldTag } from '#contracts/workspace/saved.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'

export async function listTags(ctx: RequestContext): Promise<ResponseOf<typeof endpoint>> {
  const { userId } = requirePaid(ctx)
  const tags = await readTags(ctx.db, userId)
  return { tags: tags.map(({ name, stores, products }) => ({ name, stores, products })) }
}

type UsedTag = { name: string; spellings: string[]; stores: number; products: number }

/**
 * The tags of an account, the most used first; spellings that differ only in case count as one,
 * under the most used name.
 */
export async function readTags(db: Db, userId: UserId): Promise<UsedTag[]> {
  const { rows } = await sql<{ name: string; stores: number; products: number }>`
    select name, count(*) filter (where kind = 's')::int as stores, count(*) filter (where kind = 'p')::int as products
    from (
      select 's' as kind, unnest(tags) collate "C" as name from saved_stores where user_id = ${userId}
      union all
      select 'p', unnest(tags) collate "C" from saved_products where user_id = ${userId}) as used
    group by name order by count(*) desc, name collate "C"`.execute(db)
  const byFold = new Map<string, UsedTag>()
  for (const { name, stores, products } of rows) {
    const known = byFold.get(foldTag(name))
    if (known) {
      known.spellings.push(name)
      known.stores += stores
      known.products += products
    } else byFold.set(foldTag(name), { name, spellings: [name], stores, products })
  }
  return [...byFold.values()].toSorted((a, b) => countUses(b) - countUses(a))
}

const countUses = ({ stores, products }: UsedTag) => stores + products

/** The account's spellings of the tag; null when the query has no tag. */
export async function findTagSpellings(
  db: Db,
  userId: UserId,
  tag: string | undefined,
): Promise<string[] | null> {
  if (!tag) return null
  const tags = await readTags(db, userId)
  return tags.find(({ name }) => foldTag(name) === foldTag(tag))?.spellings ?? []
}
