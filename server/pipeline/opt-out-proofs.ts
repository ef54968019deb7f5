import { Resolver } from 'node:dns/promises'
import { createGuardedFetch } from '#discovery/fetch/guarded-fetch.ts'
import { createBudget } from '#discovery/probe/budget.ts'
import type { AppContext } from '#server/context.ts'
import { isOptedOutUrl } from '#server/features/opt-out/opt-out-list.ts'
import { recordName } from '#server/features/opt-out/opt-out-token.ts'
import type { ReadProofs } from '#server/features/opt-out/read-proofs.ts'
import { readOutward } from '#server/pipeline/guarded-fetchers.ts'
import { readProofPage } from '#server/pipeline/read-proof-page.ts'

const DNS_TIMEOUT_MS = 3_000
const DNS_TRIES = 2
const MAX_TEXTS = 100
/** Opt-outs are rare; a caller who makes us visit hosts must not get far with it. */
const REQUESTS_PER_SECOND = 1

type Proofs = Awaited<ReturnType<ReadProofs>>
const UNREACHABLE: Proofs = { kind: 'unreachable' }
/** The name exists without such a record, or does not exist: that is an answer. */
const NO_RECORD = new Set(['ENODATA', 'ENOTFOUND'])

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)

/**
 * Looks for an owner's proof in both places: a TXT record, through our name servers, or a tag of the home page, fetched with the crawler's
 * guard.
 */
export function createProofReader(
  ctx: Pick<AppContext, 'config' | 'db' | 'now'>,
): AsyncDisposable & { readProofs: ReadProofs } {
  const { config, now } = ctx
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
  if (config.DNS_SERVERS.length > 0) resolver.setServers(config.DNS_SERVERS)
  const isLeftOut = (url: URL) => isOptedOutUrl(ctx, url)
  const fetch = createGuardedFetch({ ...readOutward(config).guarded, isOptedOut: isLeftOut })
  const budget = createBudget({
    requestsPerSecond: REQUESTS_PER_SECOND,
    perHostGapMs: config.PROBE_HOST_GAP_MS,
    now,
  })
  return {
    readProofs: (domain, method) =>
      method === 'dns' ? readRecords(resolver, domain) : readProofPage({ fetch, budget }, domain),
    [Symbol.asyncDispose]: () => fetch[Symbol.asyncDispose](),
  }
}

async function readRecords(resolver: Resolver, domain: string): Promise<Proofs> {
  try {
    const records = await resolver.resolveTxt(recordName(domain))
    return { kind: 'read', texts: records.slice(0, MAX_TEXTS).map((parts) => parts.join('')) }
  } catch (error) {
    return NO_RECORD.has(String(codeOf(error))) ? { kind: 'read', texts: [] } : UNREACHABLE
  }
}
