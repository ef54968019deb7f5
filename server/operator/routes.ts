import * as sessionApi from '#contracts/operator/session.ts'
import { type App, route } from '#server/platform/http/route.ts'
import {
  closeOperatorSession,
  createCodeLimiter,
  getOperatorSession,
  openOperatorSession,
} from './operator-session.ts'

export function operatorSessionRoutes(app: App): void {
  const codeLimiter = createCodeLimiter(app.ctx.db)
  route(app, sessionApi.getOperatorSession, ({ ctx }) => getOperatorSession(ctx))
  route(app, sessionApi.openOperatorSession, ({ ctx, body }) =>
    openOperatorSession({ ...ctx, codeLimiter }, body),
  )
  route(app, sessionApi.closeOperatorSession, ({ ctx }) => closeOperatorSession(ctx))
}
