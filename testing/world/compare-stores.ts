import { DAY_MS, type Day, dayOf, dayStart } from '#contracts/dates.ts'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import type { ShopTruth } from '#testing/demo-client.ts'

export type Comparison = {
  /** New shops that every visitor can reach, and old shops. */
  fresh: ShopTruth[]
  old: ShopTruth[]
  found: ShopTruth[]
  missing: ShopTruth[]
  /** Old shops that are listed as new. */
  wrong: ShopTruth[]
  /** Stores listed on the day of their log entry. */
  rightDay: ShopTruth[]
  /** Stores whose launch day is within one day of the real one. */
  rightLaunch: ShopTruth[]
  /** Domains, platform names and ids that several listed stores share. */
  twice: string[]
  /** Listed stores that do not exist in the world. */
  unknown: string[]
}

export function compareStores(
  shops: ShopTruth[],
  everyShop: ShopTruth[],
  listed: StoreSummary[],
): Comparison {
  const byHost = new Map(listed.map((store) => [bareHost(store.domain), store]))
  const known = new Set(everyShop.map((shop) => bareHost(shop.host)))
  const isListed = (shop: ShopTruth) => byHost.has(bareHost(shop.host))
  const fresh = shops.filter((shop) => shop.isLaunched)
  const old = shops.filter((shop) => !shop.isNew)
  const found = fresh.filter(isListed)
  return {
    fresh,
    old,
    found,
    missing: fresh.filter((shop) => !isListed(shop)),
    wrong: old.filter(isListed),
    rightDay: found.filter(
      (shop) => byHost.get(bareHost(shop.host))?.foundDay === shop.loggedAt.slice(0, 10),
    ),
    rightLaunch: found.filter((shop) => {
      const launchDate = byHost.get(bareHost(shop.host))?.launchDate ?? null
      return launchDate !== null && daysApart(launchDate, shop.launchedAt) <= 1
    }),
    twice: [
      ...repeated(listed.map((store) => bareHost(store.domain))),
      ...repeated(listed.map((store) => store.slug)),
    ],
    unknown: [...byHost.keys()].filter((host) => !known.has(host)),
  }
}

export const bareHost = (host: string): string => host.replace(/^www\./, '')

const daysApart = (day: Day, moment: string): number =>
  Math.abs(dayStart(day).getTime() - dayStart(dayOf(new Date(moment))).getTime()) / DAY_MS

const repeated = (values: string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index)

export const describeShare = (part: number, whole: number): string =>
  `${((part / Math.max(1, whole)) * 100).toFixed(2)} %  (${part} of ${whole})`
