import type { CtLog, LogEntry } from '#discovery/ct/ct-log.ts'
import { TILE_WIDTH } from '#discovery/ct/tiles.ts'
import { startTestWorld, type TestWorld } from '#sim/world-for-tests.ts'
import type { Judge, Reason } from './judge.ts'
import { chooseLogs, describe, differenceOf, WORLD } from './logs.ts'
import { readTile } from './logs/names-prism.ts'
import { readLogs } from './logs/our-reader.ts'
import { run } from './tools.ts'

const NOT_READ = 'not read: '
const COMMON_NAME = 'only a common name: '
const REASONS: readonly Reason[] = [
  {
    finding: new RegExp(`^${NOT_READ}.*asn1: syntax error`),
    reason:
      'the world logs a few entries that are no certificates: Sunlight stops at such a tile, our reader goes on',
  },
  {
    finding: new RegExp(`^${COMMON_NAME}`),
    reason: 'a certificate without alternative names is for no host',
  },
]

/**
 * Sunlight's own reader of data tiles, and its names beside those of our reader. It verifies no
 * heads: Debian has no client that does so for static logs.
 */
export const staticLogs: Judge = {
  name: 'static-logs',
  tool: 'names-prism',
  async version() {
    const { code, stdout } = await run('dpkg-query', [
      '--show',
      '--showformat=${Version}',
      'sunlight',
    ])
    return code === 0 ? stdout : undefined
  },
  skip: 'names-prism comes with Debian from 14 on, and runs on 12: apt-get install -y sunlight',
  async judge() {
    await using outside = await startTestWorld(WORLD)
    const heads = await Promise.all(
      (await chooseLogs(outside, 'static')).logs.map(async (log) => ({
        log,
        size: await readSize(outside, log),
      })),
    )
    const ours = await readLogs(heads, outside.world.address)
    const found: string[] = []
    for (const { log, size } of heads)
      found.push(...(await compareLog(outside, { log, size }, ours.get(log.logId) ?? [])))
    const entries = heads.reduce((sum, { size }) => sum + size, 0)
    return {
      checked: `${entries} entries of ${heads.length} logs`,
      findings: found,
      reasons: REASONS,
    }
  },
}

/** The second line of a checkpoint. */
const readSize = async ({ get }: TestWorld, { url }: CtLog): Promise<number> =>
  Number((await get(`${url}checkpoint`)).text.split('\n')[1])

async function compareLog(
  outside: TestWorld,
  { log, size }: { log: CtLog; size: number },
  ours: readonly LogEntry[],
): Promise<string[]> {
  const findings: string[] = []
  for (let first = 0; first < size; first += TILE_WIDTH) {
    const tile = await readTile(outside, log, { first, width: Math.min(TILE_WIDTH, size - first) })
    if (tile.kind === 'refused') findings.push(`${NOT_READ}${log.url} from ${first}: ${tile.why}`)
    else
      for (const [offset, theirs] of tile.entries.entries()) {
        const entry = ours[first + offset]
        findings.push(
          ...(entry ? compareEntry(log, entry, theirs) : [`${log.url}: entries are missing`]),
        )
      }
  }
  return findings
}

/** Both keep the spelling of the certificate. */
const asWritten = (name: string): string => name

type TheirEntry = { commonName: string | undefined; dnsNames: string[] | undefined }

function compareEntry(log: CtLog, entry: LogEntry, { commonName, dnsNames }: TheirEntry): string[] {
  const isNameless = dnsNames === undefined
  const names = dnsNames ?? (commonName === undefined ? [] : [commonName])
  const difference = differenceOf(entry, { names }, asWritten)
  if (difference === null) return []
  const kind = isNameless && difference.ours.length === 0 ? COMMON_NAME : ''
  return [`${kind}${log.url} ${entry.index}: ${describe('Sunlight', difference)}`]
}
