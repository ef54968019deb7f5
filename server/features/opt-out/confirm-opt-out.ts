import type { OptedOut, OptOutConfirmation } from '#contracts/opt-out.ts'
import { AppError, notFound } from '#server/errors.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import type { RequestContext } from '#server/route.ts'
import { eraseDomain } from './erase-domain.ts'
import { readDomain } from './opt-out-domain.ts'
import type { OptOutLimits } from './opt-out-limits.ts'
import { readOptedOut } from './opt-out-list.ts'
import { digestMailToken, digestToken, tokensIn } from './opt-out-token.ts'
import type { ReadProofs } from './read-proofs.ts'

type Context = RequestContext & { optOutLimits: OptOutLimits; readProofs: ReadProofs }

/**
 * @throws AppError `not_found` without an open request for the domain, `proof_missing` when the published proof is absent (or not visible
 * yet), `proof_unreachable` when the name server or the home page does not answer, `opt_out_link_invalid` when the mail's link is no longer
 * valid
 */
export async function confirmOptOut(ctx: Context, input: OptOutConfirmation): Promise<OptedOut> {
  const domain = readDomain(input.domain)
  await ctx.optOutLimits.countConfirmation(ctx.network, domain)
  // A repeated call: the domain stays opted out, and its host is not asked for a proof again.
  if ((await readOptedOut(ctx.db, [`host:${domain}`])).size > 0)
    return { domain, optedOut: true, storesErased: null }
  if (input.method === 'mail') await checkMailToken(ctx, domain, input.token ?? '')
  else await findProof(ctx, domain, input.method)
  const storesErased = await eraseDomain(ctx, domain)
  await recordAuditEvent(ctx, {
    kind: 'opt_out.confirmed',
    userId: null,
    network: ctx.network,
    detail: { domain, method: input.method },
  })
  return { domain, optedOut: true, storesErased }
}

async function readOpenTokens({ db, now }: Context, domain: string): Promise<string[]> {
  const rows = await db
    .selectFrom('opt_out_requests')
    .select('token_hash')
    .where('domain', '=', domain)
    .where('expires_at', '>', now())
    .execute()
  return rows.map(({ token_hash }) => token_hash)
}

async function checkMailToken(ctx: Context, domain: string, token: string): Promise<void> {
  const open = await readOpenTokens(ctx, domain)
  if (!open.includes(digestMailToken(token))) throw new AppError('opt_out_link_invalid')
}

async function findProof(ctx: Context, domain: string, method: 'dns' | 'meta'): Promise<void> {
  const open = await readOpenTokens(ctx, domain)
  if (open.length === 0) throw notFound()
  const proofs = await ctx.readProofs(domain, method)
  if (proofs.kind === 'unreachable') throw new AppError('proof_unreachable')
  const published = new Set(tokensIn(proofs.texts).map(digestToken))
  if (!open.some((hash) => published.has(hash))) throw new AppError('proof_missing')
}
