import type { LogEntry } from '#discovery/ct/ct-log.ts'
import { candidateHosts } from '#discovery/ct/host-names.ts'
import type { SeenWindow } from '#discovery/ct/window.ts'
import type { ResolveHost } from '#discovery/dns/dns-answer.ts'

/** What a batch of log entries comes down to. */
export type ScreenedNames = {
  /** Hosts that point at the platform, with the time of the earliest entry that names them. */
  pointing: Map<string, Date>
  /** Hosts that DNS does not know (yet) or could not be asked for. */
  unresolved: Map<string, Date>
  checked: number
}

export type ScreenDeps = { resolveHost: ResolveHost; window: SeenWindow; platformHosts: SeenWindow }

/**
 * Names → hosts not checked this week → DNS. Hosts that are known to point at the platform pass again (without another DNS
 * query), so that an entry with an earlier date can still correct the day on which a store was found.
 */
export async function screenNames(deps: ScreenDeps, entries: LogEntry[]): Promise<ScreenedNames> {
  const earliest = earliestByHost(entries)
  const result: ScreenedNames = { pointing: new Map(), unresolved: new Map(), checked: 0 }
  await Promise.all(
    [...earliest].map(async ([host, revealedAt]) => {
      if (deps.platformHosts.has(host)) return void result.pointing.set(host, revealedAt)
      if (deps.window.has(host)) return
      const answer = await deps.resolveHost(host)
      result.checked += 1
      if (answer.kind === 'platform') result.pointing.set(host, revealedAt)
      if (answer.kind === 'retry') result.unresolved.set(host, revealedAt)
    }),
  )
  return result
}

/** Only after the batch is committed: a host that was forgotten by a crash is simply looked at again. */
export function rememberScreened(deps: ScreenDeps, entries: LogEntry[], screened: ScreenedNames): void {
  for (const host of earliestByHost(entries).keys()) deps.window.add(host)
  for (const host of screened.pointing.keys()) deps.platformHosts.add(host)
}

function earliestByHost(entries: LogEntry[]): Map<string, Date> {
  const earliest = new Map<string, Date>()
  for (const entry of entries) {
    for (const host of candidateHosts(entry.names)) {
      const known = earliest.get(host)
      if (!known || entry.timestampMs < known.getTime()) earliest.set(host, new Date(entry.timestampMs))
    }
  }
  return earliest
}
