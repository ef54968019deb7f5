import { MINUTE_MS } from '#contracts/dates.ts'
import type { LogEntry } from '#discovery/ct/ct-log.ts'
import type { DedupWindow } from '#discovery/ct/dedup-window.ts'
import { candidateHosts } from '#discovery/ct/host-names.ts'
import type { ResolveHost } from '#discovery/dns/resolver.ts'

/**
 * A certificate is logged as pre-certificate and as certificate, in several logs, over some
 * minutes. A later entry belongs to another one: its owner changed something, perhaps the host's
 * target.
 */
const SAME_CERTIFICATE_MS = 10 * MINUTE_MS
/** Twice what any public authority puts into one certificate; a longer list is an experiment. */
const MAX_NAMES_PER_CERTIFICATE = 500

type HostsByTime = Map<string, Date>

/** Each host with the time of the earliest entry that names it. */
type ScreenedNames = {
  pointing: HostsByTime
  /** DNS does not know them (yet), or cannot be asked about them. */
  unknown: HostsByTime
  /** Their name servers did not answer in time. */
  unanswered: HostsByTime
  checked: number
}

export type ScreenDeps = {
  resolveHost: ResolveHost
  window: DedupWindow
  platformHosts: DedupWindow
}

/**
 * Names → hosts not checked since their certificate was issued → DNS. Hosts known to point at the
 * platform pass again without a query: an earlier entry can still correct a found day.
 * @throws when the signal fires: the batch is screened again later
 */
export async function screenNames(
  deps: ScreenDeps,
  entries: LogEntry[],
  signal: AbortSignal,
): Promise<ScreenedNames> {
  const result: ScreenedNames = {
    pointing: new Map(),
    unknown: new Map(),
    unanswered: new Map(),
    checked: 0,
  }
  const screens = [...namedHosts(entries)].map(([host, named]) =>
    screenHost({ ...deps, signal }, result, host, named),
  )
  await Promise.all(screens)
  signal.throwIfAborted()
  return result
}

/** Only after the batch is committed: a host lost in a crash is simply checked again. */
export function rememberScreened(
  deps: ScreenDeps,
  entries: LogEntry[],
  screened: ScreenedNames,
): void {
  for (const [host, { withWww }] of namedHosts(entries)) {
    deps.window.add(host)
    if (withWww) deps.window.add(wwwOf(host))
  }
  for (const host of screened.pointing.keys()) deps.platformHosts.add(host)
}

const wwwOf = (host: string): string => `www.${host}`

/**
 * A bare domain cannot be an alias, so many merchants point only `www.` at the platform: it is
 * resolved when the bare domain leads elsewhere.
 */
async function screenHost(
  deps: ScreenDeps & { signal: AbortSignal },
  result: ScreenedNames,
  host: string,
  { revealedAt, issuedAt, withWww }: Named,
): Promise<void> {
  for (const name of withWww ? [host, wwwOf(host)] : [host]) {
    if (deps.platformHosts.has(name)) return void result.pointing.set(name, revealedAt)
    if (wasChecked(deps.window, name, issuedAt)) continue
    if (deps.signal.aborted) return
    const answer = await deps.resolveHost(name)
    result.checked += 1
    if (answer.kind === 'platform') return void result.pointing.set(name, revealedAt)
    if (answer.kind === 'retry')
      result[answer.cause === 'timeout' ? 'unanswered' : 'unknown'].set(name, revealedAt)
  }
}

function wasChecked(window: DedupWindow, name: string, issuedAt: Date): boolean {
  const seenAtMs = window.seenAtMs(name)
  return seenAtMs !== null && issuedAt.getTime() <= seenAtMs + SAME_CERTIFICATE_MS
}

type Named = {
  revealedAt: Date
  /** Of the latest such entry. */
  issuedAt: Date
  withWww: boolean
}

function namedHosts(entries: LogEntry[]): Map<string, Named> {
  const hosts = new Map<string, Named>()
  for (const entry of entries) {
    const at = new Date(entry.timestampMs)
    for (const host of candidateHosts(firstNames(entry))) {
      const known = hosts.get(host)
      hosts.set(host, {
        revealedAt: known && known.revealedAt < at ? known.revealedAt : at,
        issuedAt: known && known.issuedAt > at ? known.issuedAt : at,
        withWww: known?.withWww === true || namesWww(entry, host),
      })
    }
  }
  return hosts
}

const firstNames = ({ names }: LogEntry): string[] =>
  names.length > MAX_NAMES_PER_CERTIFICATE ? names.slice(0, MAX_NAMES_PER_CERTIFICATE) : names

const namesWww = (entry: LogEntry, host: string): boolean =>
  firstNames(entry).some(
    (name) => name.length === host.length + 4 && name.toLowerCase() === wwwOf(host),
  )
