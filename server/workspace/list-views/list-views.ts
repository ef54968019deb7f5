import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { UserId } from '#contracts/ids.ts'
import * as api from '#contracts/workspace/list-views.ts'
import type { CatalogRequest } from '#server/catalog/api.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'

type Views = ResponseOf<typeof api.getListView>

export const getListView = (ctx: CatalogRequest): Promise<Views> =>
  readViews(ctx.db, requirePaid(ctx).userId)

export async function putListView(
  ctx: CatalogRequest,
  { view, display }: BodyOf<typeof api.putListView>,
): Promise<Views> {
  const { userId } = requirePaid(ctx)
  if (display === null) {
    await ctx.db
      .deleteFrom('list_views')
      .where('user_id', '=', userId)
      .where('view', '=', view)
      .execute()
  } else {
    const values = { display: JSON.stringify(display), updated_at: ctx.now() }
    await ctx.db
      .insertInto('list_views')
      .values({ user_id: userId, view, ...values })
      .onConflict((conflict) => conflict.columns(['user_id', 'view']).doUpdateSet(values))
      .execute()
  }
  return readViews(ctx.db, userId)
}

async function readViews(db: Db, userId: UserId): Promise<Views> {
  const rows = await db
    .selectFrom('list_views')
    .select(['view', 'display'])
    .where('user_id', '=', userId)
    .execute()
  const views: Views = { stores: null, leads: null, prelaunch: null }
  for (const { view, display } of rows) {
    const known = api.DisplayedView.safeParse(view).data
    if (known) views[known] = readDisplay(display)
  }
  return views
}

/** Null for none, and for one of another release that this one cannot read. */
export const readDisplay = (stored: unknown): api.ListDisplay | null =>
  api.SentDisplay.safeParse(stored).data ?? null
