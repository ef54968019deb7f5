import { HOUR_MS } from '#contracts/dates.ts'
import type { CtLog, LogEntry } from '#discovery/ct/ct-log.ts'
import { parseLogList, selectLogs } from '#discovery/ct/log-list.ts'
import { startTestWorld, type TestWorld } from '#sim/world-for-tests.ts'
import type { Judge, Reason, Verdict } from './judge.ts'
import { readCertificate } from './logs/certificate.ts'
import { type Followed, followLogs, type Seen } from './logs/certspotter.ts'
import { readLogs } from './logs/our-reader.ts'
import { versionOf, withFolder } from './tools.ts'

/** Several thousand entries for each log, and none more while they are read. */
export const WORLD = { seed: 7, stores: 600, days: 30, logMishapShare: 0, tickEveryMs: HOUR_MS }

const NO_NAME = 'no name: '
const COMMON_NAME = 'only a common name: '
const REASONS: readonly Reason[] = [
  {
    finding: new RegExp(`^${COMMON_NAME}`),
    reason:
      'a common name that is no alternative name is for no host: browsers have ignored it since 2017',
  },
  {
    finding: new RegExp(`^${NO_NAME}`),
    reason:
      'a name with a slash or a NUL is none, nor is what stands before it; certspotter warns of both',
  },
]

/** A monitor of other hands on the logs of the world, and its names beside those of our reader. */
export const logs: Judge = {
  name: 'logs',
  tool: 'certspotter',
  version: () => versionOf('certspotter', ['-version']),
  skip: 'certspotter comes with Debian: apt-get install -y certspotter',
  judge: judgeLogs,
}

/** Those that the product would read now. */
export async function chooseLogs(
  outside: TestWorld,
  kind: CtLog['kind'],
): Promise<{ list: unknown; logs: CtLog[] }> {
  const list: unknown = JSON.parse((await outside.get(outside.world.address.logListUrl)).text)
  const logs = selectLogs(parseLogList(list), new Date()).filter((log) => log.kind === kind)
  return { list, logs }
}

async function judgeLogs(): Promise<Verdict> {
  await using outside = await startTestWorld(WORLD)
  const chosen = await chooseLogs(outside, 'rfc6962')
  const followed = await withFolder((folder) =>
    followLogs({ folder, ...chosen, connectTo: outside.world.address.connectTo }),
  )
  const ours = await readLogs(followed.heads, outside.world.address)
  const found = await Promise.all(
    followed.heads.map(({ log, size }) =>
      compareLog(outside, { log, size, seen: followed.seen }, ours.get(log.logId) ?? []),
    ),
  )
  const entries = followed.heads.reduce((sum, { size }) => sum + size, 0)
  return {
    checked: `${entries} entries up to the heads of ${followed.heads.length} logs`,
    findings: [...followed.errors, ...found.flat()],
    reasons: REASONS,
  }
}

type Compared = { log: CtLog; size: number; seen: Followed['seen'] }

async function compareLog(
  outside: TestWorld,
  { log, size, seen }: Compared,
  ours: readonly LogEntry[],
): Promise<string[]> {
  if (ours.length < size) return [`${log.url}: our reader has ${ours.length} of ${size} entries`]
  const findings: string[] = []
  for (const entry of ours.slice(0, size)) {
    const difference = differenceOf(entry, seen.get(`${log.url}${entry.index}`))
    if (difference === null) continue
    const kind = isOfNoName(entry, difference)
      ? NO_NAME
      : (await isOnlyCommonName(outside, { log, index: entry.index }, difference))
        ? COMMON_NAME
        : ''
    findings.push(`${kind}${log.url} ${entry.index}: ${describe('certspotter', difference)}`)
  }
  return findings
}

/** Names that one of two readers alone has found, and why the other one could not read. */
export type Difference = { theirs: string[]; ours: string[]; error?: string | undefined }

export function differenceOf(
  { names }: LogEntry,
  { names: others, error }: Seen = { names: [] },
  spell: (name: string) => string = canonical,
): Difference | null {
  const own = names.map(spell)
  const theirs = others.filter((name) => !own.includes(name))
  const ours = own.filter((name) => !others.includes(name))
  return theirs.length + ours.length === 0 ? null : { theirs, ours, error }
}

export function describe(other: string, { theirs, ours, error }: Difference): string {
  const why = error === undefined ? '' : `; ${other}: ${error}`
  return `${other} alone reads ${JSON.stringify(theirs)}, our reader alone ${JSON.stringify(ours)}${why}`
}

/** Whether the readers differ by nothing but names with a slash or a NUL. */
export function isOfNoName({ names }: LogEntry, { theirs, ours }: Difference): boolean {
  const odd = names.filter((name) => /[\0/]/.test(name)).map(canonical)
  const warned = odd.flatMap((name) => [name.split(/[\0/]/)[0], withoutControl(name)])
  return theirs.every((name) => warned.includes(name)) && ours.every((name) => odd.includes(name))
}

/** As certspotter writes an unprintable label. */
const withoutControl = (name: string): string =>
  name
    .split('.')
    .map((label) => (/[^\t -~]/.test(label) ? '<unparsable>' : label))
    .join('.')

/** OpenSSL is asked, so that a name that our reader overlooks is never taken for one. */
async function isOnlyCommonName(
  outside: TestWorld,
  { log, index }: { log: CtLog; index: number },
  { theirs, ours }: Difference,
): Promise<boolean> {
  if (theirs.length !== 1 || ours.length > 0 || log.kind !== 'rfc6962') return false
  const certificate = await readCertificate(outside, log, index)
  if (certificate === null || canonical(certificate.commonName) !== theirs[0]) return false
  return !certificate.dnsNames.some((name) => canonical(name) === theirs[0])
}

/** As certspotter prints names. */
const canonical = (name: string): string => name.trim().replace(/\.+$/, '').toLowerCase()
