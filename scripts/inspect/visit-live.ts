import { readFileSync } from 'node:fs'
import { createResolver } from '#discovery/dns/resolver.ts'
import { extractVisit, type ExtractedVisit } from '#discovery/extract/extract-visit.ts'
import { notAStore } from '#discovery/extract/store-snapshot.ts'
import { parseConnectTo, type ConnectRule } from '#discovery/fetch/connect-to.ts'
import { createGuardedFetch } from '#discovery/fetch/guarded-fetch.ts'
import { createBudget, STRICT_BUDGET } from '#discovery/probe/budget.ts'
import { createProbe } from '#discovery/probe/probe-host.ts'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import { InputError } from '#scripts/inspect/input-error.ts'

const DNS_TIMEOUT_MS = 2_500
const DNS_TRIES = 2
const DEFAULT_CONTACT = 'https://storedawn.test/bot'

function readRules(): ConnectRule[] {
  try {
    return parseConnectTo(process.env['CONNECT_TO'] ?? '')
  } catch (error) {
    throw new InputError(error instanceof Error ? error.message : String(error))
  }
}

function readExtraCa(): string | null {
  const file = process.env['EXTRA_CA_FILE']
  if (!file) return null
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new InputError(`EXTRA_CA_FILE ${file} cannot be read`)
  }
}

function reasonOf(result: Exclude<ProbeResult, { kind: 'store' }>): string {
  switch (result.kind) {
    case 'not_a_store':
      return result.reason
    case 'unchanged':
      return result.kind
    case 'retry':
    case 'never':
      return `${result.kind}: ${result.cause}`
    default:
      return result satisfies never
  }
}

/**
 * One polite visit with the strict budget, behind the same guard as the pipeline's visits. Reads
 * DNS_SERVERS, CONNECT_TO, EXTRA_CA_FILE and PROBE_CONTACT from the environment.
 */
export async function visitLive(url: URL): Promise<ExtractedVisit> {
  const contact = process.env['PROBE_CONTACT'] ?? DEFAULT_CONTACT
  const servers = (process.env['DNS_SERVERS'] ?? '').split(',').map((server) => server.trim())
  const { lookup } = createResolver({
    servers: servers.filter((server) => server !== ''),
    timeoutMs: DNS_TIMEOUT_MS,
    tries: DNS_TRIES,
  })
  const userAgent = `StoredawnBot/1.0 (${contact.startsWith('https:') ? '+' : ''}${contact})`
  await using fetch = createGuardedFetch({
    lookup,
    connectTo: readRules(),
    userAgent,
    extraCa: readExtraCa(),
  })
  const now = () => new Date()
  const probe = createProbe({
    fetch,
    now,
    budget: createBudget({ ...STRICT_BUDGET, now }),
    extract: async (pages, host) => extractVisit(pages, host),
    isOptedOut: () => false,
  })
  const result = await probe(url.host)
  if (result.kind === 'store') return { snapshot: result.snapshot, products: result.products }
  return { snapshot: notAStore(reasonOf(result)), products: [] }
}
