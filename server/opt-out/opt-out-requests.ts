import { DAY_MS } from '#contracts/dates.ts'
import type {
  OptedOut,
  OptOutConfirmation,
  OptOutMailSent,
  OptOutRequest,
  OptOutTask,
} from '#contracts/opt-out/opt-out.ts'
import { limits } from '#server/opt-out/limits.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { queueMail, defineMail } from '#server/platform/mail/mail.ts'
import { eraseDomain } from './erase-domain.ts'
import { PLATFORM_SUFFIX, parseDomain, findOptedOutKeys } from './opt-out-list.ts'
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
import { sql } from 'kysely'
import * as z from 'zod'
import { isEmail } from '#contracts/accounts/credentials.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { pageLink } from '#server/platform/links.ts'
import { writeMail } from '#server/platform/mail/write-mail.ts'

const PROOF_LIFETIME_MS = 7 * DAY_MS

/**
 * Any visitor may start; only an owner who can publish under the domain can finish. The answer does
 * not reveal whether we know the domain.
 */
export async function requestOptOut(
  ctx: RequestContext,
  input: OptOutRequest,
): Promise<OptOutTask> {
  const domain = parseDomain(input.domain)
  const token = createToken()
  const expiresAt = new Date(ctx.now().getTime() + PROOF_LIFETIME_MS)
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
 * Reading a mail sent to the store's published address proves ownership. The answer does not reveal
 * whether we know the store or the address.
 */
export async function sendOptOutMail(
  ctx: RequestContext,
  input: OptOutRequest,
): Promise<OptOutMailSent> {
  const domain = parseDomain(input.domain)
  const recipient = await findPublishedAddress(ctx.db, domain)
  if (recipient !== null && (await ctx.limits.tryConsume(limits.mail, domain)))
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
 * @throws AppError `not_found` without an open request, `proof_missing` when the proof is absent
 * (or not visible yet), `proof_unreachable` when name server or home page do not answer,
 * `opt_out_link_invalid` for an old link
 */
export async function confirmOptOut(
  ctx: ConfirmContext,
  input: OptOutConfirmation,
): Promise<OptedOut> {
  const domain = parseDomain(input.domain)
  await ctx.limits.consume(limits.domain, domain)
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

const MAIL_LINK_LIFETIME_MS = DAY_MS

/**
 * Its link is created at sending time, unless the store is gone or publishes another address by
 * then.
 */
export const optOutMail = defineMail({
  kind: 'opt_out',
  params: z.object({ domain: z.string() }),
  // Several stores may share one mailbox.
  allowsDuplicates: true,
  async compose(ctx, { recipient, language, params: { domain } }) {
    if ((await findPublishedAddress(ctx.db, domain)) !== recipient) return null
    const token = createToken()
    await ctx.db
      .insertInto('opt_out_requests')
      .values({
        domain,
        token_hash: hashMailToken(token),
        expires_at: new Date(ctx.now().getTime() + MAIL_LINK_LIFETIME_MS),
      })
      .execute()
    const link = pageLink(ctx.config, '/opt-out', language, { domain, token })
    return writeMail(ctx.config, language, 'optOut', { name: '', link, fill: { domain } })
  },
})

/**
 * Of the store that answers at exactly this domain (or has it as its platform address): a mailbox
 * is proof only for its own store, not for one below the domain or behind a redirect.
 */
async function findPublishedAddress(db: Db, domain: string): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select email from stores
    where id in (
        select id from stores where domain in (${domain}, ${`www.${domain}`})
        union select store_id from store_keys where key = ${`shop:${domain}`})
      and (domain in (${domain}, ${`www.${domain}`}) or lower(shop) = ${domain})
      and email is not null and email_state is distinct from 'no_mx'
    order by visible_at desc, id desc limit 1`.execute(db)
  const email = rows[0]?.email ?? ''
  return isEmail(email) ? email : null
}
