import { DAY_MS } from '#contracts/dates.ts'
import type { OptOutRequest, OptOutTask } from '#contracts/opt-out.ts'
import type { RequestContext } from '#server/route.ts'
import { readDomain } from './opt-out-domain.ts'
import { PLATFORM_SUFFIX } from './opt-out-keys.ts'
import type { OptOutLimits } from './opt-out-limits.ts'
import { createToken, digestToken, metaTag, recordName, recordValue } from './opt-out-token.ts'

const VALID_MS = 7 * DAY_MS

type Context = RequestContext & { optOutLimits: OptOutLimits }

/**
 * Any visitor may start; only an owner who can publish under the domain can finish. The answer does not reveal whether we know the domain.
 */
export async function requestOptOut(ctx: Context, input: OptOutRequest): Promise<OptOutTask> {
  const domain = readDomain(input.domain)
  await ctx.optOutLimits.countRequest(ctx.network)
  const token = createToken()
  const expiresAt = new Date(ctx.now().getTime() + VALID_MS)
  await ctx.db.deleteFrom('opt_out_requests').where('expires_at', '<=', ctx.now()).execute()
  await ctx.db
    .insertInto('opt_out_requests')
    .values({ domain, token_hash: digestToken(token), expires_at: expiresAt })
    .execute()
  return {
    domain,
    token,
    dnsRecord: { name: recordName(domain), type: 'TXT', value: recordValue(token) },
    metaTag: metaTag(token),
    methods: domain.endsWith(PLATFORM_SUFFIX) ? ['meta', 'mail'] : ['dns', 'meta', 'mail'],
    expiresAt: expiresAt.toISOString(),
  }
}
