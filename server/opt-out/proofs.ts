import { createHash, randomBytes } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { Parser } from 'htmlparser2'
import { checkUrl } from '#discovery/fetch/address-guard.ts'
import type { Fetch } from '#discovery/fetch/fetch-outcome.ts'
import { createGuardedFetch } from '#discovery/fetch/guarded-fetch.ts'
import { type Budget, createBudget } from '#discovery/probe/budget.ts'
import type { AppContext } from '#server/platform/context.ts'
import { readOutgoingSettings } from '#server/platform/outgoing-http.ts'
import { isOptedOutUrl } from './opt-out-list.ts'

const DNS_TIMEOUT_MS = 3_000
const DNS_TRIES = 2
const MAX_TEXTS = 100
/** Opt-outs are rare; a caller who makes us visit hosts must not get far with it. */
const REQUESTS_PER_SECOND = 1

type Proofs = Awaited<ReturnType<ReadProofs>>
const UNREACHABLE: Proofs = { kind: 'unreachable' }
/** The name exists without such a record, or does not exist: that is an answer. */
const NO_RECORD_CODES = new Set(['ENODATA', 'ENOTFOUND'])

/**
 * Looks for an owner's proof in both places: a TXT record, through our name servers, or a tag of
 * the home page, fetched with the crawler's guard.
 */
export function createProofReader(
  ctx: Pick<AppContext, 'config' | 'db' | 'now'>,
): AsyncDisposable & { readProofs: ReadProofs } {
  const { config, now } = ctx
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
  if (config.DNS_SERVERS.length > 0) resolver.setServers(config.DNS_SERVERS)
  const isOptedOut = (url: URL) => isOptedOutUrl(ctx, url)
  const fetch = createGuardedFetch({ ...readOutgoingSettings(config).guarded, isOptedOut })
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
    const records = await resolver.resolveTxt(dnsRecordName(domain))
    return { kind: 'read', texts: records.slice(0, MAX_TEXTS).map((parts) => parts.join('')) }
  } catch (error) {
    return NO_RECORD_CODES.has(Object(error).code) ? { kind: 'read', texts: [] } : UNREACHABLE
  }
}

const MAX_PAGE_BYTES = 2 * 1024 * 1024
const MAX_REDIRECTS = 5

/**
 * Does not consult robots.txt: the owner requested this visit. It follows redirects one by one,
 * never to a host that opted out.
 */
export async function readProofPage(
  { fetch, budget }: { fetch: Fetch; budget: Budget },
  domain: string,
): Promise<Proofs> {
  let check = checkUrl(`https://${domain}/`)
  for (let hop = 0; hop <= MAX_REDIRECTS && check.kind === 'ok'; hop += 1) {
    const { url } = check
    const request = { url: url.href, maxRedirects: 0, maxBytes: MAX_PAGE_BYTES }
    const outcome = await budget.run(url.hostname, () => fetch(request))
    if (outcome.kind !== 'done' || outcome.value.kind !== 'response') return UNREACHABLE
    const { status, headers, body } = outcome.value
    if (status < 300 || headers['location'] === undefined)
      return status >= 500 || status === 429
        ? UNREACHABLE
        : { kind: 'read', texts: metaContents(body) }
    check = checkUrl(headers['location'], url)
  }
  return UNREACHABLE
}

/** Only in the head: the body may contain visitors' text. */
function metaContents(body: Uint8Array): string[] {
  const texts: string[] = []
  let isHead = true
  const parser = new Parser({
    onopentag(name, { name: metaName = '', content = '' }) {
      if (name === 'body') isHead = false
      const isProof = isHead && name === 'meta' && metaName.toLowerCase() === META_NAME
      if (isProof && texts.length < MAX_TEXTS) texts.push(content)
    },
    onclosetag(name) {
      if (name === 'head') isHead = false
    },
  })
  parser.end(new TextDecoder().decode(body))
  return texts
}

/** Reads the place where the owner of a domain published the proof. */
export type ReadProofs = (
  domain: string,
  method: 'dns' | 'meta',
) => Promise<{ kind: 'read'; texts: string[] } | { kind: 'unreachable' }>

/** For a server that must not contact any host. */
export const readNoProofs: ReadProofs = async () => ({ kind: 'unreachable' })

const TOKEN_BYTES = 32
const VALUE_PREFIX = 'storedawn-opt-out='
const META_NAME = 'storedawn-opt-out'

export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** The stored form: read access to the table is not enough to opt anyone out. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/** A separate digest: a token shown on the page does not prove that its holder read the mail. */
export const hashMailToken = (token: string): string => hashToken(`mail:${token}`)

export const dnsRecordName = (domain: string): string => `_storedawn.${domain}`
export const dnsRecordValue = (token: string): string => `${VALUE_PREFIX}${token}`
export const metaTag = (token: string): string => `<meta name="${META_NAME}" content="${token}">`

/** The tokens in published texts: a record may hold the whole value, a tag holds only the token. */
export const extractTokens = (texts: string[]): string[] =>
  texts.map((text) => text.trim().replace(VALUE_PREFIX, '').slice(0, 200))
