import { isIP, type Socket } from 'node:net'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { callbackify } from 'node:util'
import { buildConnector } from 'undici'
import { isPublicAddress, unbracket } from './address-guard.ts'
import { type ConnectRule, findConnectTarget } from './connect-to.ts'
import { ConnectError, connectProblemOf } from './fetch-outcome.ts'

/**
 * The addresses of a host, as the guarded fetcher needs them. `none` = the name does not exist or
 * has no address; `retry` = no answer for now. IP literals are not looked up.
 */
export type HostLookup =
  | { kind: 'addresses'; addresses: string[] }
  | { kind: 'retry'; cause: 'servfail' | 'timeout' }
  | { kind: 'none' }

export type LookupHost = (host: string) => Promise<HostLookup>

type Connector = buildConnector.connector
type ConnectOptions = buildConnector.Options

type ConnectorDeps = {
  lookup: LookupHost
  connectTo: readonly ConnectRule[]
  connectTimeoutMs: number
  /** PEM, trusted in addition to the usual roots. */
  extraCa?: string | null | undefined
  /** Opens one socket to a checked address; only tests pass it. */
  dial?: Connector
}

/** If the first address is unreachable, one more is tried, e.g. IPv4 on a machine without IPv6. */
const MAX_ADDRESSES_TRIED = 2

/**
 * Resolves the host itself, refuses it if any address is not public, connects to exactly the
 * checked address and verifies the peer's. `connectTo` changes where the connection goes, never
 * whether the host passes. Fails only with `ConnectError`.
 */
export function createGuardedConnector(deps: ConnectorDeps): Connector {
  const secureContext = trustedRoots(deps.extraCa)
  const dial =
    deps.dial ?? buildConnector({ allowH2: false, timeout: deps.connectTimeoutMs, secureContext })

  const connect = async (options: ConnectOptions): Promise<Socket> => {
    const host = unbracket(options.hostname)
    const isTls = options.protocol === 'https:'
    const port = Number(options.port) || (isTls ? 443 : 80)
    const addresses = await publicAddresses(deps.lookup, host)
    const pinned: ConnectOptions = { ...options, port: String(port) }
    if (isTls && !isIP(host)) pinned.servername = host
    const target = findConnectTarget(deps.connectTo, host, port)
    if (!target) return connectDirectly(dial, pinned, addresses)
    return openSocket(dial, { ...pinned, hostname: target.host, port: String(target.port) })
  }

  const connectOrExplain = (options: ConnectOptions): Promise<Socket> =>
    connect(options).catch((error: unknown) => {
      if (error instanceof ConnectError) throw error
      throw new ConnectError(connectProblemOf(error), { cause: error })
    })
  const withCallback = callbackify(connectOrExplain)
  return (options, callback) =>
    withCallback(options, (error, socket) =>
      error ? callback(error, null) : callback(null, socket),
    )
}

// Built once: with `ca` in the options of each connection, Node would parse all roots for every
// handshake (several ms).
function trustedRoots(extraCa: string | null | undefined): SecureContext {
  return createSecureContext(extraCa ? { ca: [...getCACertificates('default'), extraCa] } : {})
}

function openSocket(dial: Connector, options: ConnectOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    dial(options, (error, socket) => {
      if (socket) resolve(socket)
      else reject(error ?? new Error('no socket'))
    })
  })
}

async function publicAddresses(lookup: LookupHost, host: string): Promise<string[]> {
  const found = isIP(host) ? { kind: 'addresses' as const, addresses: [host] } : await lookup(host)
  if (found.kind !== 'addresses') {
    const detail = found.kind === 'none' ? 'no address' : found.cause
    throw new ConnectError({ kind: 'failed', cause: 'dns', detail })
  }
  // One private address among public ones is enough to refuse: such a name is either broken or
  // hostile.
  if (!found.addresses.every(isPublicAddress))
    throw new ConnectError({ kind: 'refused', reason: 'private_address' })
  return found.addresses.slice(0, MAX_ADDRESSES_TRIED)
}

async function connectDirectly(
  dial: Connector,
  options: ConnectOptions,
  addresses: string[],
): Promise<Socket> {
  let problem: unknown = new ConnectError({ kind: 'failed', cause: 'dns', detail: 'no address' })
  for (const address of addresses) {
    try {
      const socket = await openSocket(dial, { ...options, hostname: address })
      if (socket.remoteAddress && isPublicAddress(socket.remoteAddress)) return socket
      socket.destroy()
      throw new ConnectError({ kind: 'refused', reason: 'private_address' })
    } catch (error) {
      if (error instanceof ConnectError) throw error
      problem = error
    }
  }
  throw problem
}
