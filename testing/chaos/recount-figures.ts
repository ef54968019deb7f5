import { addDays, type Day, dayOf } from '#contracts/dates.ts'
import type { RiskKind } from '#contracts/stores/risks.ts'
import { SURVIVAL_DAYS } from '#contracts/stores/timeline.ts'
import type { RequestRecord } from '#sim/control/request-log.ts'
import type { Truth } from '#sim/control/truth.ts'
import type { Round } from './recount-timeline.ts'

/** A newly launched shop as the visits saw it. */
type Shop = { truth: Truth; open: Truth | null; isAlive: boolean; foundDay: Day }

/** Newly launched shops that a visit has seen. */
export const shopsOf = ({ readings, checkedAt }: Round): Shop[] =>
  [...readings].flatMap(([shop, { truth, open }]) =>
    truth.isNew && checkedAt.has(shop)
      ? [{ truth, open, isAlive: truth.kind !== 'closed', foundDay: dayOf(new Date(truth.loggedAt)) }]
      : [],
  )

export type PulseCount = { now: number; before: number; alive: number }

/** Stores found in a period and before it that have a value. */
export function countPulse(
  shops: readonly Shop[],
  { from, to }: { from: Day; to: Day },
  valuesOf: (shop: Truth) => readonly string[],
): Record<string, PulseCount> {
  const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  const [beforeFrom, beforeTo] = [addDays(from, -length), addDays(from, -1)]
  const counts: Record<string, PulseCount> = {}
  for (const { open, isAlive, foundDay } of shops) {
    for (const value of open ? new Set(valuesOf(open)) : []) {
      const count = (counts[value] ??= { now: 0, before: 0, alive: 0 })
      if (foundDay >= from && foundDay <= to) count.now += 1
      if (foundDay >= beforeFrom && foundDay <= beforeTo) count.before += 1
      if (foundDay >= from && foundDay <= to && isAlive) count.alive += 1
    }
  }
  return counts
}

export type CohortPoint = { day: number; survived: number; known: number }

export type Life = { country: string | null; launchDay: Day; aliveOn: Day; isAlive: boolean }

/** When each shop launched and was last found alive, from the requests that the world has answered. */
export const livesOf = (shops: readonly Shop[], requests: readonly RequestRecord[]): Life[] =>
  shops.flatMap(({ truth, open, isAlive }) => {
    const hosts = new Set([
      truth.host,
      truth.domain,
      truth.host.replace(/^shop-/, ''),
      truth.domain.replace(/^shop-/, ''),
    ])
    const visits = requests
      .filter(({ host, path }) => hosts.has(host) && path === '/')
      .map(({ atMs }) => atMs)
    const alive = visits.filter((atMs) => !isClosedAt(truth, atMs))
    const opened =
      truth.opensAt === null ? undefined : visits.find((atMs) => atMs >= Date.parse(truth.opensAt ?? ''))
    // A shop that was open from the start launched on the day of its certificate.
    const launchMs = opened ?? Date.parse(truth.loggedAt)
    const lastAlive = alive.at(-1)
    if (lastAlive === undefined) return []
    return [
      {
        country: open?.country ?? null,
        launchDay: dayOf(new Date(launchMs)),
        aliveOn: dayOf(new Date(lastAlive)),
        isAlive,
      },
    ]
  })

const isClosedAt = ({ changes }: Truth, atMs: number): boolean =>
  changes.findLast(({ kind, at }) => (kind === 'closed' || kind === 'reopened') && Date.parse(at) <= atMs)
    ?.kind === 'closed'

export const mondayOf = (day: Day): Day => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** `aliveOn` = the last day on which a visit found a shop alive. */
export const countSurvival = (
  shops: readonly { launchDay: Day; aliveOn: Day; isAlive: boolean }[],
  today: Day,
): CohortPoint[] =>
  SURVIVAL_DAYS.map((day) => {
    const survived = shops.filter(({ launchDay, aliveOn }) => aliveOn >= addDays(launchDay, day)).length
    const lost = shops.filter(({ launchDay, aliveOn, isAlive }) => {
      const due = addDays(launchDay, day)
      return !isAlive && aliveOn < due && due <= today
    }).length
    return { day, survived, known: survived + lost }
  })

const AD_NETWORKS = new Set(['meta', 'google', 'tiktok', 'pinterest', 'snapchat'])
const YOUNG_MS = 30 * 86_400_000

/** The signs that a shop's own traits are, and no others. */
export function risksOf({ truth, open }: Shop, shops: readonly Shop[]): RiskKind[] {
  const known = (domain: string | null) =>
    shops.find((shop) => shop.truth.domain === domain || domain === firstDomainOf(shop.truth))
  const sister = known(truth.sister)
  const ageMs = Date.parse(truth.loggedAt) - Date.parse(truth.registeredAt ?? '')
  const networks = (open ?? truth).pixels.filter((vendor) => AD_NETWORKS.has(vendor))
  const signs: [RiskKind, boolean | undefined][] = [
    ['no_policies', truth.kind === 'open' && truth.policies.length === 0],
    ['placeholder_text', open?.hasPlaceholders],
    ['copied_catalogue', open !== null && known(truth.copies)?.open !== undefined && truth.copies !== null],
    ['young_domain_advertising', open !== null && ageMs <= YOUNG_MS && networks.length >= 3],
    [
      'same_contact_closed',
      sister !== undefined && !sister.isAlive && open?.email === sister.open?.email && open?.email !== null,
    ],
  ]
  return signs.flatMap(([kind, has]) => (has ? [kind] : []))
}

/** Where a shop that has moved was before. */
const firstDomainOf = ({ domain }: Truth): string => domain.replace(/^shop-/, '')
