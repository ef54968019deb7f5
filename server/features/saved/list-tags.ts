import type { ResponseOf } from '#contracts/endpoint.ts'
import type { listSavedTags as endpoint } from '#contracts/saved.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { readTags } from './read-tags.ts'

export async function listTags(ctx: RequestContext): Promise<ResponseOf<typeof endpoint>> {
  const { userId } = requirePaid(ctx)
  const tags = await readTags(ctx.db, userId)
  return { tags: tags.map(({ name, stores, products }) => ({ name, stores, products })) }
}
