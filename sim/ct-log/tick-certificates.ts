import { momentIn } from '../journal/certificate-moment.ts'
import type { Tick } from '../journal/tick.ts'
import { fraction, hash, weighted } from '../random.ts'
import { addedCertificateNames, shopCertificateNames } from '../shop-platform/certificate-names.ts'
import { conditionOf } from '../shop-platform/shop-condition.ts'
import { strayTarget } from '../shop-platform/stray-host.ts'
import { ordinals, type WorldState } from '../world-state.ts'
import type { CertificatePlan } from './certificate.ts'
import { noiseNames, type CertificateNames } from './noise-names.ts'

/** A certificate and the logs that received it, as bits: 1 = first log, 2 = second, 4 = third. */
export type LoggedCertificate = CertificatePlan & { preLogs: number; finalLogs: number }

type Source = 'new' | 'old' | 'stray' | 'noise'

/**
 * The certificates of a tick in the order of logging. The same tick always gives the same
 * certificates.
 */
export function certificatesOf(
  state: WorldState,
  tick: Omit<Tick, 'entries'>,
): LoggedCertificate[] {
  const certificates: LoggedCertificate[] = []
  const add = (
    source: Source,
    ordinal: number,
    names: CertificateNames & { isJunk?: boolean },
  ): void => {
    certificates.push({
      ...names,
      // A store launched through the control server appears in every log.
      ...(source === 'new' && tick.chosen?.[ordinal] !== undefined
        ? { preLogs: ALL_LOGS, finalLogs: 0 }
        : logsOf(state.seed, source, ordinal)),
      salt: hash(state.seed, source, ordinal),
      loggedMs: momentIn(state.seed, tick, source, ordinal),
    })
  }
  for (const side of ['new', 'old'] as const)
    for (const ordinal of ordinals(tick[side]))
      add(side, ordinal, shopNames(state, side, ordinal, tick))
  for (const ordinal of ordinals(tick.stray)) {
    const names = strayNames(state, tick, ordinal)
    if (names) add('stray', ordinal, names)
  }
  for (const ordinal of ordinals(tick.noise))
    add('noise', ordinal, noiseOrJunk(state.seed, ordinal))
  return certificates.sort((a, b) => a.loggedMs - b.loggedMs || a.salt - b.salt)
}

/** Every name in any logged certificate. */
export function loggedNames(state: WorldState): Set<string> {
  const names = new Set<string>()
  for (const tick of state.ticks)
    for (const { commonName, dnsNames } of certificatesOf(state, tick))
      for (const name of [commonName, ...dnsNames]) if (name !== null) names.add(name)
  return names
}

function shopNames(
  state: WorldState,
  side: 'new' | 'old',
  ordinal: number,
  tick: Omit<Tick, 'entries'>,
): CertificateNames {
  const chosenName = side === 'new' ? tick.chosen?.[ordinal] : undefined
  const { domain } = state.brand({ side, ordinal }, chosenName)
  const key = hash(state.seed, 'shop', side, ordinal)
  const wanted = state.wanted({ side, ordinal })
  const { naming } = conditionOf(key, side, tick.atMs, chosenName !== undefined, wanted)
  // No other name of such a shop points at the platform.
  if (wanted?.availability === 'headless')
    return { commonName: `shop.${domain}`, dnsNames: [`shop.${domain}`] }
  // Only its `www.` name leads to such a shop, so the certificate contains that name.
  const isPlain = chosenName !== undefined || naming.kind === 'www_only'
  return shopCertificateNames(state.seed, key, domain, isPlain)
}

function strayNames(
  state: WorldState,
  tick: Omit<Tick, 'entries'>,
  ordinal: number,
): CertificateNames | null {
  const kind = state.strayKind(ordinal)
  if (kind !== 'reissue') {
    const { domain } = state.brand({ side: 'stray', ordinal })
    if (kind === 'takeover') return { commonName: `shop.${domain}`, dnsNames: [`shop.${domain}`] }
    return { commonName: domain, dnsNames: [domain, `www.${domain}`] }
  }
  const target = strayTarget(state.seed, ordinal, kind, tick.new[0], tick.old[0])
  return (
    target &&
    addedCertificateNames(hash(state.seed, 'reissue', ordinal), state.brand(target).domain)
  )
}

const JUNK_SHARE = 0.0005

const noiseOrJunk = (seed: number, ordinal: number): CertificateNames & { isJunk?: boolean } =>
  fraction(seed, 'junk', ordinal) < JUNK_SHARE
    ? { commonName: null, dnsNames: [], isJunk: true }
    : noiseNames(seed, ordinal)

// Browsers require at least two logs; the newer kind gets most entries. A reader of a single log
// misses more than a fifth. No certificate is only in the old kind of log: it is so slow to read
// that a few days take half an hour.
const PRECERTIFICATE_LOGS = [
  [3, 56],
  [5, 16],
  [6, 12],
  [7, 6],
  [1, 5],
  [2, 5],
] as const
const ALL_LOGS = 7
const FINAL_SHARE_PER_LOG = 0.05

function logsOf(
  seed: number,
  source: Source,
  ordinal: number,
): { preLogs: number; finalLogs: number } {
  const preLogs = weighted(PRECERTIFICATE_LOGS, fraction(seed, 'logs', source, ordinal))
  const finalLog = Math.floor(fraction(seed, 'final', source, ordinal) / FINAL_SHARE_PER_LOG)
  return { preLogs, finalLogs: finalLog < 3 ? 1 << finalLog : 0 }
}
