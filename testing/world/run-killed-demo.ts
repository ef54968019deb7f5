import { setTimeout as sleep } from 'node:timers/promises'
import { parseConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { createLog } from '#server/platform/log.ts'
import { readTruth, type ShopTruth, signIn, walkStores } from '#testing/demo-client.ts'
import { bareHost, type Comparison, compareStores } from './compare-stores.ts'
import { findRowProblems } from './find-row-problems.ts'
import { untilListed } from './until-listed.ts'
import { claimForDemo } from '#scripts/claim-for-demo.ts'
import { type Demo, runDemo } from '#testing/run-demo.ts'

export type Proof = { figures: Record<string, number>; violations: string[] }

/**
 * Starts the demo on the contents of the folder, lets it catch up with everything logged until
 * then, stops it, and compares lists and rows with the world. A shop that asked us to come back
 * later does not count as lost while its next visit is planned.
 */
export async function runKilledDemo(
  env: { DATA_DIR: string } & Record<string, string>,
): Promise<Proof> {
  const demo = await runDemo(env)
  const seen = await lookAt(demo).finally(() => demo.stop())
  return withDatabase(env.DATA_DIR, async (db) => {
    const rows = await findRowProblems(db)
    const shops = checkShops(seen, await readPlans(db))
    const doubled = checkProducts(seen.shops, await countProducts(db))
    return {
      figures: {
        ...shops.figures,
        ...(await countRows(db)),
        'rules about rows checked': rows.checked,
      },
      violations: [...shops.violations, ...doubled, ...rows.problems],
    }
  })
}

export type Seen = { shops: ShopTruth[]; compared: Comparison; listed: number }

/** Longer than the time until the last entries are read: a log's tile of 256 fills in 15 s. */
export const LOGS_READ_AFTER_MS = 25_000

async function lookAt(demo: Demo): Promise<Seen> {
  const shops = await readTruth(demo.control)
  const logsAreRead = sleep(LOGS_READ_AFTER_MS)
  const client = await signIn(demo.origin, 'pro@demo.storedawn.test')
  await untilListed(client, shops)
  // The list shows no progress of old shops, so there is nothing to wait for.
  await logsAreRead
  const listed = await walkStores(client, 'new')
  const compared = compareStores(shops, await readTruth(demo.control), listed)
  return { shops, compared, listed: listed.length }
}

async function withDatabase<Result>(
  dataDir: string,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(
    parseConfig({ DATA_DIR: dataDir }),
    createLog({ LOG_LEVEL: 'error' }),
    { admit: claimForDemo },
  )
  return work(database.db).finally(() => database.close())
}

type Plan = { isPlanned: boolean; outcome: string | null }

export async function readPlans(db: Db): Promise<Map<string, Plan>> {
  const rows = await db.selectFrom('candidates').select(['host', 'due_at', 'outcome']).execute()
  return new Map(
    rows.map(({ host, due_at, outcome }) => [host, { isPlanned: due_at !== null, outcome }]),
  )
}

export function checkShops({ shops, compared, listed }: Seen, plans: Map<string, Plan>): Proof {
  const { fresh, old, found, missing, wrong, rightDay, twice, unknown } = compared
  const planOf = ({ host }: ShopTruth) => {
    // If only `www.` points at the platform, discovery found that host.
    const bare = bareHost(host)
    return plans.get(bare) ?? plans.get(`www.${bare}`)
  }
  const met = shops.filter((shop) => !isElsewhere(shop))
  const overlooked = met.filter((shop) => !planOf(shop))
  const lost = missing.filter((shop) => !planOf(shop)?.isPlanned)
  const wrongDay = found.filter((shop) => !rightDay.includes(shop))
  const tell = (problem: string) => (shop: ShopTruth) =>
    `${problem}: ${shop.host} (${shop.kind}, ${shop.habit}, logged ${shop.loggedAt}; last visit: ${planOf(shop)?.outcome ?? 'none'})`
  return {
    figures: {
      'shops at the platform': met.length,
      'of these met in a log': met.length - overlooked.length,
      'new shops': fresh.length,
      'of these listed': found.length,
      'of these waiting for a planned visit': missing.length - lost.length,
      'of these lost': lost.length,
      'of these listed on the right day': rightDay.length,
      'old shops': old.length,
      'of these listed as new': wrong.length,
      'stores in the list': listed,
      'of these twice': twice.length,
    },
    violations: [
      ...overlooked.map(tell('overlooked')),
      ...lost.map(tell('lost')),
      ...wrong.map(tell('old but listed as new')),
      ...wrongDay.map(tell('listed on a wrong day')),
      ...twice.map((value) => `listed twice: ${value}`),
      ...unknown.map((host) => `listed but not in the world: ${host}`),
    ],
  }
}

/** Their name points to the merchant's own server or proxy, so no DNS answer reveals a shop. */
const isElsewhere = ({ kind, naming }: ShopTruth): boolean =>
  kind === 'headless' || naming === 'proxied'

/**
 * The product may have fewer products of a store than the world (stores keep adding some), never
 * more.
 */
function checkProducts(shops: ShopTruth[], stored: Map<string, number>): string[] {
  return shops.flatMap(({ host, productCount }) => {
    const count = stored.get(bareHost(host)) ?? 0
    return count > productCount ? [`${host} has ${productCount} products, ${count} are stored`] : []
  })
}

async function countProducts(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('stores')
    .innerJoin('products', 'products.store_id', 'stores.id')
    .select((on) => ['stores.domain', on.fn.countAll<number>().as('count')])
    .groupBy('stores.domain')
    .execute()
  return new Map(rows.map(({ domain, count }) => [bareHost(domain), count]))
}

async function countRows(db: Db): Promise<Record<string, number>> {
  const count = (table: 'stores' | 'products' | 'candidates') =>
    db
      .selectFrom(table)
      .select((on) => on.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  const [stores, products, candidates] = await Promise.all([
    count('stores'),
    count('products'),
    count('candidates'),
  ])
  return {
    'rows of stores': stores.count,
    'of products': products.count,
    'of candidates': candidates.count,
  }
}
