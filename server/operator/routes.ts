import * as accountsApi from '#contracts/operator/accounts.ts'
import { listContradictedBounces as bouncesEndpoint } from '#contracts/operator/bounces.ts'
import * as deliveriesApi from '#contracts/operator/deliveries.ts'
import * as featuresApi from '#contracts/operator/features.ts'
import { getLimits as limitsEndpoint } from '#contracts/operator/limits.ts'
import * as messagesApi from '#contracts/operator/messages.ts'
import * as optOutsApi from '#contracts/operator/opt-outs.ts'
import { traceShop as traceEndpoint } from '#contracts/operator/shops.ts'
import * as sessionApi from '#contracts/operator/session.ts'
import * as systemApi from '#contracts/operator/system.ts'
import type { BillingServices } from '#server/billing/api.ts'
import { type App, route } from '#server/platform/http/route.ts'
import {
  endAccountSessions,
  endPlan,
  getAccount,
  grantPlan,
  listAccounts,
  eraseAccountNow,
  lockAccount,
  unlockAccount,
} from './accounts/accounts.ts'
import { listContradictedBounces } from './bounces/contradicted.ts'
import {
  applyPaymentEvent,
  deleteWaitingMail,
  listWaitingEvents,
  listWaitingWebhooks,
  listWaitingMails,
  sendWaitingMail,
} from './deliveries/deliveries.ts'
import { listFeatures, switchFeature } from './features/features.ts'
import { listContactMessages, settleContactMessage } from './messages/messages.ts'
import { closeOperatorSession, getOperatorSession, openOperatorSession } from './operators.ts'
import { listOptOuts, optOutDomain, previewOptOut } from './opt-outs/opt-outs.ts'
import { listAuditEvents } from './system/audit-log.ts'
import { deleteDeadJob, listDeadJobs, retryDeadJob, retryDeadJobs } from './system/dead-jobs.ts'
import { getLimits } from './system/limits.ts'
import { getSystemState } from './system/system-state.ts'
import { traceShop } from './system/trace-shop.ts'

export function operatorSessionRoutes(app: App): void {
  route(app, sessionApi.getOperatorSession, ({ ctx }) => getOperatorSession(ctx))
  route(app, sessionApi.openOperatorSession, ({ ctx, body }) => openOperatorSession(ctx, body))
  route(app, sessionApi.closeOperatorSession, ({ ctx }) => closeOperatorSession(ctx))
}

export function systemRoutes(app: App): void {
  route(app, systemApi.getSystemState, ({ ctx }) => getSystemState(ctx))
  route(app, systemApi.listDeadJobs, ({ ctx, query }) => listDeadJobs(ctx, query))
  route(app, systemApi.retryDeadJob, ({ ctx, params }) => retryDeadJob(ctx, params.id))
  route(app, systemApi.retryDeadJobs, ({ ctx, body }) => retryDeadJobs(ctx, body))
  route(app, systemApi.deleteDeadJob, ({ ctx, params }) => deleteDeadJob(ctx, params.id))
  route(app, systemApi.listAuditEvents, ({ ctx, query }) => listAuditEvents(ctx, query))
  route(app, traceEndpoint, ({ ctx, query }) => traceShop(ctx, query))
  route(app, limitsEndpoint, async ({ ctx }) => getLimits(ctx))
}

export function accountRoutes(app: App<BillingServices>): void {
  route(app, accountsApi.listAccounts, ({ ctx, query }) => listAccounts(ctx, query))
  route(app, accountsApi.getAccount, ({ ctx, params }) => getAccount(ctx, params.id))
  route(app, accountsApi.grantPlan, ({ ctx, params, body }) => grantPlan(ctx, params.id, body))
  route(app, accountsApi.endPlan, ({ ctx, params }) => endPlan(ctx, params.id))
  route(app, accountsApi.endAccountSessions, ({ ctx, params }) =>
    endAccountSessions(ctx, params.id),
  )
  route(app, accountsApi.lockAccount, ({ ctx, params }) => lockAccount(ctx, params.id))
  route(app, accountsApi.unlockAccount, ({ ctx, params }) => unlockAccount(ctx, params.id))
  route(app, bouncesEndpoint, ({ ctx, query }) => listContradictedBounces(ctx, query))
  route(app, accountsApi.eraseAccountNow, ({ ctx, params }) => eraseAccountNow(ctx, params.id))
}

export function messageRoutes(app: App): void {
  route(app, messagesApi.listContactMessages, ({ ctx, query }) => listContactMessages(ctx, query))
  route(app, messagesApi.answerContactMessage, ({ ctx, params, body }) =>
    settleContactMessage(ctx, params.id, body.answer),
  )
  route(app, messagesApi.closeContactMessage, ({ ctx, params }) =>
    settleContactMessage(ctx, params.id, null),
  )
}

export function deliveryRoutes(app: App): void {
  route(app, deliveriesApi.listWaitingMails, ({ ctx, query }) => listWaitingMails(ctx, query))
  route(app, deliveriesApi.sendWaitingMail, ({ ctx, params }) => sendWaitingMail(ctx, params.id))
  route(app, deliveriesApi.deleteWaitingMail, ({ ctx, params }) =>
    deleteWaitingMail(ctx, params.id),
  )
  route(app, deliveriesApi.listWaitingWebhooks, ({ ctx, query }) => listWaitingWebhooks(ctx, query))
  route(app, deliveriesApi.listWaitingEvents, ({ ctx, query }) => listWaitingEvents(ctx, query))
  route(app, deliveriesApi.applyPaymentEvent, ({ ctx, body }) => applyPaymentEvent(ctx, body))
}

export function optOutRoutes(app: App): void {
  route(app, optOutsApi.listOptOuts, ({ ctx, query }) => listOptOuts(ctx, query))
  route(app, optOutsApi.previewOptOut, ({ ctx, query }) => previewOptOut(ctx, query))
  route(app, optOutsApi.optOutDomain, ({ ctx, body }) => optOutDomain(ctx, body))
}

export function featureRoutes(app: App): void {
  route(app, featuresApi.listFeatures, ({ ctx }) => listFeatures(ctx))
  route(app, featuresApi.switchFeature, ({ ctx, params, body }) =>
    switchFeature(ctx, { ...params, ...body }),
  )
}
