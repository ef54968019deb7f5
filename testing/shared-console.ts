import { openConsole } from '#testing/operator-calls.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

/** The server and an operator whose console is open, shared by the tests of a file. */
export function useConsole(...parts: Parameters<typeof useTestApp>) {
  const app = useTestApp(...parts)
  const operator = sharedByTests(() => openConsole(app))
  return {
    app,
    operator,
    ask: (method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
      operator.send({ method, url: `/api/operator/${path}`, ...(payload && { payload }) }),
    get: async (path: string) => (await operator.send(`/api/operator/${path}`)).json(),
    async actionsOn(target: string): Promise<Record<string, unknown>[]> {
      const rows = await app.ctx.db
        .selectFrom('audit_events')
        .select(['user_id', 'detail'])
        .where('kind', '=', 'operator.action')
        .orderBy('at')
        .orderBy('id')
        .execute()
      return rows.flatMap(({ user_id, detail }) => {
        const { target: changed, ...rest } = Object(detail)
        return changed === target ? [{ by: user_id, ...rest }] : []
      })
    },
  }
}
