/**
 * Owners who want their domain left out: requests, proofs of ownership, the list, erasure; and
 * outgoing requests that respect the list.
 */
import * as api from '#contracts/opt-out/opt-out.ts'
import type { TableName } from '#server/platform/db/schema.ts'
import { type App, route } from '#server/platform/http/route.ts'
import { olderThan, type Retention } from '#server/platform/jobs/purge-old-rows.ts'
import { registerMail } from '#server/platform/mail/mail.ts'
import { limits } from './limits.ts'
import { confirmOptOut, optOutMail, requestOptOut, sendOptOutMail } from './opt-out-requests.ts'
import type { ReadProofs } from './proofs.ts'

export { countStoresOf, eraseDomain, lockErasureShared } from './erase-domain.ts'
export {
  createPictureFetch,
  isOptedOut,
  isOptedOutUrl,
  optOutKeysOf,
  shopKeys,
  findOptedOutKeys,
  parseDomain,
} from './opt-out-list.ts'
export { createProofReader, readNoProofs, type ReadProofs } from './proofs.ts'
export { limits } from './limits.ts'

export const routes = [optOutRoutes]
export const mails = [registerMail(optOutMail)]

export const tables = ['opt_out_requests', 'opt_outs'] as const satisfies TableName[]

export const retention: Retention<(typeof tables)[number]> = {
  opt_out_requests: { old: olderThan('expires_at', 0) },
  opt_outs: { keep: 'an opt-out has no end' },
}

export type OptOutServices = { readProofs: ReadProofs }

function optOutRoutes(app: App<OptOutServices>): void {
  route(app, api.requestOptOut, ({ ctx, body }) => requestOptOut(ctx, body), {
    limits: [limits.request],
  })
  route(app, api.sendOptOutMail, ({ ctx, body }) => sendOptOutMail(ctx, body), {
    limits: [limits.request],
  })
  route(app, api.confirmOptOut, ({ ctx, body }) => confirmOptOut(ctx, body), {
    limits: [limits.confirm],
  })
}
