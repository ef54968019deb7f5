import { Resolver } from 'node:dns/promises'
import { Parser } from 'htmlparser2'
import { checkUrl } from '#discovery/fetch/check-url.ts'
import type { Fetch } from '#discovery/fetch/fetch-outcome.ts'
import { createGuardedFetch } from '#discovery/fetch/guarded-fetch.ts'
import { createBudget } from '#discovery/probe/budget.ts'
import type { Budget } from '#discovery/probe/budget.ts'
import type { AppContext } from '#server/context.ts'
import { isOptedOutUrl } from '#server/features/opt-out/opt-out-list.ts'
import { META_NAME, recordName } from '#server/features/opt-out/opt-out-token.ts'
import type { ReadProofs } from '#server/features/opt-out/read-proofs.ts'
import { readOutward } from '#server/pipeline/guarded-fetchers.ts'

const DNS_TIMEOUT_MS = 3_000
const DNS_TRIES = 2
const MAX_PAGE_BYTES = 2 * 1024 * 1024
const MAX_REDIRECTS = 5
const MAX_TEXTS = 100
/** Few ask to be left out; whoever has us look at hosts is not to reach far with it. */
const REQUESTS_PER_SECOND = 1

type Proofs = Awaited<ReturnType<ReadProofs>>
const UNREACHABLE: Proofs = { kind: 'unreachable' }
/** The name exists without such a record, or not at all: that is an answer. */
const NO_RECORD = new Set(['ENODATA', 'ENOTFOUND'])

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)

/** Where an owner's proof may stand: a TXT record, asked of our name servers, or a tag of the home page, fetched with the crawler's guard. */
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
      method === 'dns' ? readRecords(resolver, domain) : readHomePage({ fetch, budget }, domain),
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

/** robots.txt is not asked: the owner is, at the owner's wish. Redirects are followed one by one, never to a host that opted out. */
async function readHomePage(
  { fetch, budget }: { fetch: Fetch; budget: Budget },
  domain: string,
): Promise<Proofs> {
  let check = checkUrl(`https://${domain}/`)
  for (let hop = 0; hop <= MAX_REDIRECTS && check.kind === 'ok'; hop += 1) {
    const { url } = check
    const request = { url: url.href, maxRedirects: 0, maxBytes: MAX_PAGE_BYTES }
    const turn = await budget.run(url.hostname, () => fetch(request))
    if (turn.kind !== 'done' || turn.value.kind !== 'response') return UNREACHABLE
    const { status, headers, body } = turn.value
    if (status < 300 || headers['location'] === undefined)
      return status >= 500 || status === 429 ? UNREACHABLE : { kind: 'read', texts: metaContents(body) }
    check = checkUrl(headers['location'], url)
  }
  return UNREACHABLE
}

function metaContents(body: Uint8Array): string[] {
  const texts: string[] = []
  const parser = new Parser({
    onopentag(name, { name: of = '', content = '' }) {
      if (name === 'meta' && of.toLowerCase() === META_NAME && texts.length < MAX_TEXTS) texts.push(content)
    },
  })
  parser.end(new TextDecoder().decode(body))
  return texts
}
