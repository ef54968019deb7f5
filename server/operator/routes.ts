import * as accountsApi from '#contracts/operator/accounts.ts'
import * as sessionApi from '#contracts/operator/session.ts'
import * as systemApi from '#contracts/operator/system.ts'
import { type App, route } from '#server/platform/http/route.ts'
import { endAccountSessions, endPlan, getAccount, grantPlan, listAccounts } from './accounts/accounts.ts'
import {
  closeOperatorSession,
  createCodeLimiter,
  getOperatorSession,
  openOperatorSession,
} from './operator-session.ts'
import { listAuditEvents } from './system/audit-log.ts'
import { deleteDeadJob, listDeadJobs, retryDeadJob } from './system/dead-jobs.ts'
import { getSystemState } from './system/system-state.ts'

export function operatorSessionRoutes(app: App): void {
  const codeLimiter = createCodeLimiter(app.ctx.db)
  route(app, sessionApi.getOperatorSession, ({ ctx }) => getOperatorSession(ctx))
  route(app, sessionApi.openOperatorSession, ({ ctx, body }) =>
    openOperatorSession({ ...ctx, codeLimiter }, body),
  )
  route(app, sessionApi.closeOperatorSession, ({ ctx }) => closeOperatorSession(ctx))
}

export function systemRoutes(app: App): void {
  route(app, systemApi.getSystemState, ({ ctx }) => getSystemState(ctx))
  route(app, systemApi.listDeadJobs, ({ ctx, query }) => listDeadJobs(ctx, query))
  route(app, systemApi.retryDeadJob, ({ ctx, params }) => retryDeadJob(ctx, params.id))
  route(app, systemApi.deleteDeadJob, ({ ctx, params }) => deleteDeadJob(ctx, params.id))
  route(app, systemApi.listAuditEvents, ({ ctx, query }) => listAuditEvents(ctx, query))
}

export function accountRoutes(app: App): void {
  route(app, accountsApi.listAccounts, ({ ctx, query }) => listAccounts(ctx, query))
  route(app, accountsApi.getAccount, ({ ctx, params }) => getAccount(ctx, params.id))
  route(app, accountsApi.grantPlan, ({ ctx, params, body }) => grantPlan(ctx, params.id, body))
  route(app, accountsApi.endPlan, ({ ctx, params }) => endPlan(ctx, params.id))
  route(app, accountsApi.endAccountSessions, ({ ctx, params }) => endAccountSessions(ctx, params.id))
}
