import { sql } from 'kysely'
import { type Day, DAY_MS } from '#contracts/dates.ts'
import type { StoreId, UserId } from '#contracts/ids.ts'
import type { Board, Lead } from '#contracts/workspace/leads.ts'
import { type insertStore, insertStores } from './factories.ts'
import type { Send } from './saved-calls.ts'
import { post, type TestApp } from './test-app.ts'

export const putLead = (send: Send, storeId: StoreId, payload: object) =>
  send({ method: 'PUT', url: `/api/leads/${storeId}`, payload })
export const moveStores = (send: Send, storeIds: StoreId[], stage: string | null) =>
  post(send, '/api/stores/bulk', { target: { storeIds }, action: { kind: 'stage', stage } })
export const undoBulk = (send: Send, id: string) => post(send, `/api/stores/bulk/${id}/undo`)
export const mergeLead = (send: Send, storeId: StoreId, into: StoreId) =>
  post(send, `/api/leads/${storeId}/merge`, { into })
export const readLead = async (send: Send, storeId: StoreId) =>
  (await send(`/api/leads/${storeId}`)).json()
export const readBoard = async (send: Send, query = ''): Promise<Board> =>
  (await send(`/api/stages${query}`)).json()
export const countsOf = async (send: Send, query = '') =>
  Object.fromEntries((await readBoard(send, query)).stages.map(({ key, leads }) => [key, leads]))
export const namesOf = async (send: Send, query = '') => {
  const { content } = (await send(`/api/leads${query}`)).json()
  return content.map(({ store }: Lead) => store.name).join(' ')
}

type Values = NonNullable<Parameters<typeof insertStore>[1]>

export const createLeadTools = (app: () => TestApp) => ({
  newStores: <const Rows extends readonly Values[]>(rows: Rows) => insertStores(app().ctx.db, rows),
  later: (ms = 1_000) => app().ctx.clock.advance(ms),
  /** From now. */
  days: (count: number): Day =>
    new Date(app().ctx.now().getTime() + count * DAY_MS).toISOString().slice(0, 10),
  /** All that an account has of its leads, to the microsecond. */
  async rowsOf(userId: UserId): Promise<unknown[]> {
    const { rows } = await sql`
      select to_jsonb(saved_stores) as row from saved_stores where user_id = ${userId}
      union all select to_jsonb(stage_moves) - 'id' from stage_moves where user_id = ${userId}
      order by 1`.execute(app().ctx.db)
    return rows
  },
})
