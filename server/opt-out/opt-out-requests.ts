import { DAY_MS } from '#contracts/dates.ts'
import type {
  OptedOut,
  OptOutConfirmation,
  OptOutMailSent,
  OptOutRequest,
  OptOutTask,
} from '#contracts/opt-out.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { eraseDomain } from './erase-domain.ts'
import { PLATFORM_SUFFIX, parseDomain, findOptedOutKeys } from './opt-out-list.ts'
import { findPublishedAddress, optOutMail } from './opt-out-mail.ts'
import {
  createToken,
  dnsRecordName,
  dnsRecordValue,
  extractTokens,
  hashMailToken,
  hashToken,
  metaTag,
  type ReadProofs,
} from './proofs.ts'

const TOKEN_LIFETIME_MS = 7 * DAY_MS

/**
 * Any visitor may start; only an owner who can publish under the domain can finish. The answer does not reveal whether we know the domain.
 */
export async function requestOptOut(ctx: RequestContext, input: OptOutRequest): Promise<OptOutTask> {
  const domain = parseDomain(input.domain)
  const token = createToken()
  const expiresAt = new Date(ctx.now().getTime() + TOKEN_LIFETIME_MS)
  await ctx.db.deleteFrom('opt_out_requests').where('expires_at', '<=', ctx.now()).execute()
  await ctx.db
    .insertInto('opt_out_requests')
    .values({ domain, token_hash: hashToken(token), expires_at: expiresAt })
    .execute()
  return {
    domain,
    token,
    dnsRecord: { name: dnsRecordName(domain), type: 'TXT', value: dnsRecordValue(token) },
    metaTag: metaTag(token),
    methods: domain.endsWith(PLATFORM_SUFFIX) ? ['meta', 'mail'] : ['dns', 'meta', 'mail'],
    expiresAt: expiresAt.toISOString(),
  }
}

/**
 * Reading a mail sent to the store's published address proves ownership. The answer does not reveal whether we know the store or the
 * address.
 */
export async function sendOptOutMail(ctx: RequestContext, input: OptOutRequest): Promise<OptOutMailSent> {
  const domain = parseDomain(input.domain)
  const recipient = await findPublishedAddress(ctx.db, domain)
  if (recipient !== null && (await ctx.limits.consume('opt-out-mail', domain)))
    await inTransaction(ctx, (ctx) =>
      queueMail(ctx, optOutMail, {
        recipient,
        userId: null,
        language: ctx.language,
        params: { domain },
      }),
    )
  return { domain, message: ctx.say('done_opt_out_mail') }
}

type ConfirmContext = RequestContext & { readProofs: ReadProofs }

/**
 * @throws AppError `not_found` without an open request for the domain, `proof_missing` when the published proof is absent (or not visible
 * yet), `proof_unreachable` when the name server or the home page does not answer, `opt_out_link_invalid` when the mail's link is no longer
 * valid
 */
export async function confirmOptOut(ctx: ConfirmContext, input: OptOutConfirmation): Promise<OptedOut> {
  const domain = parseDomain(input.domain)
  await ctx.limits.count('opt-out-domain', domain)
  // A repeated call: the domain stays opted out, and its host is not requested again.
  if ((await findOptedOutKeys(ctx.db, [`host:${domain}`])).size > 0)
    return { domain, optedOut: true, storesErased: null }
  if (input.method === 'mail') await checkMailToken(ctx, domain, input.token ?? '')
  else await checkPublishedToken(ctx, domain, input.method)
  const storesErased = await eraseDomain(ctx, domain, (inside) =>
    recordAuditEvent(inside, {
      kind: 'opt_out.confirmed',
      userId: null,
      network: ctx.network,
      detail: { domain, method: input.method },
    }),
  )
  return { domain, optedOut: true, storesErased }
}

async function readOpenTokenHashes({ db, now }: ConfirmContext, domain: string): Promise<string[]> {
  const rows = await db
    .selectFrom('opt_out_requests')
    .select('token_hash')
    .where('domain', '=', domain)
    .where('expires_at', '>', now())
    .execute()
  return rows.map(({ token_hash }) => token_hash)
}

async function checkMailToken(ctx: ConfirmContext, domain: string, token: string): Promise<void> {
  const openHashes = await readOpenTokenHashes(ctx, domain)
  if (!openHashes.includes(hashMailToken(token))) throw new AppError('opt_out_link_invalid')
}

async function checkPublishedToken(
  ctx: ConfirmContext,
  domain: string,
  method: 'dns' | 'meta',
): Promise<void> {
  const openHashes = await readOpenTokenHashes(ctx, domain)
  if (openHashes.length === 0) throw notFound()
  const proofs = await ctx.readProofs(domain, method)
  if (proofs.kind === 'unreachable') throw new AppError('proof_unreachable')
  const published = new Set(extractTokens(proofs.texts).map(hashToken))
  if (!openHashes.some((hash) => published.has(hash))) throw new AppError('proof_missing')
}
