import { setTimeout as sleep } from 'node:timers/promises'
import type { CtLog, LogEntry } from '#discovery/ct/ct-log.ts'
import { createLogReader, type LogReader } from '#discovery/ct/read-log.ts'
import { createGuardedFetch } from '#discovery/fetch/guarded-fetch.ts'
import { parseConfig } from '#server/platform/config.ts'
import { readOutgoingSettings } from '#server/platform/outgoing-http.ts'
import type { WorldAddress } from '#sim/world.ts'
import type { Head } from './certspotter.ts'

const READ_WITHIN_MS = 5 * 60_000
const MOST_WAIT_MS = 1_000

/** The entries below each head, by id of the log, as the product reads them. */
export async function readLogs(
  heads: readonly Head[],
  { dns, connectTo, caFile }: WorldAddress,
): Promise<Map<string, LogEntry[]>> {
  const config = parseConfig({ DNS_SERVERS: dns, CONNECT_TO: connectTo, EXTRA_CA_FILE: caFile })
  await using fetch = createGuardedFetch(readOutgoingSettings(config).guarded)
  const readerOf = (log: CtLog) =>
    createLogReader({ fetch, now: () => new Date(), log, partialAfterMs: 0, checkpointEveryMs: 0 })
  const read = heads.map(async ({ log, size }) => {
    const entries = await readEntries(readerOf(log), size)
    return [log.logId, entries] as const
  })
  return new Map(await Promise.all(read))
}

async function readEntries(reader: LogReader, size: number): Promise<LogEntry[]> {
  const entries: LogEntry[] = []
  const signal = AbortSignal.timeout(READ_WITHIN_MS)
  while (entries.length < size) {
    const step = await reader.step(entries.length, signal)
    if (signal.aborted) throw new Error(`our reader read ${entries.length} of ${size} entries`)
    if (step.kind === 'broken') throw new Error(`our reader calls the log broken: ${step.detail}`)
    if (step.kind === 'entries') entries.push(...step.entries)
    else await sleep(Math.min(step.afterMs, MOST_WAIT_MS))
  }
  return entries
}
