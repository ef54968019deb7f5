import { sql } from 'kysely'
import type { ShopTrace, ShopVerdict } from '#contracts/operator/shops.ts'
import { NO_STORE_OUTCOMES } from '#server/discovery/api.ts'
import { findOptedOutKeys, optOutKeysOf, parseDomain } from '#server/opt-out/api.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'

type Ctx = Pick<AppContext, 'db'>

/** Follows a shop from the first certificate to the list: says where its way ended, and when. */
export async function traceShop({ db }: Ctx, { shop }: { shop: string }): Promise<ShopTrace> {
  const number = /^\d{1,20}$/.test(shop) ? shop : null
  const name = number ?? parseDomain(shop)
  const hosts = number ? [] : [name, `www.${name}`]
  const optOutKeys = number ? [`shop_id:${number}`] : optOutKeysOf(name)
  const keys = number ? optOutKeys : [...hosts.map((host) => `host:${host}`), `shop:${name}`]
  const [optedOut, candidate, found] = await Promise.all([
    findOptedOutKeys(db, optOutKeys),
    findCandidate(db, hosts),
    findStore(db, keys, hosts),
  ])
  if (optedOut.size > 0) return { ...UNKNOWN, name, verdict: 'opted_out', store: null }
  return {
    name,
    verdict: verdictOf(candidate, found),
    ...(candidate ? presentCandidate(candidate) : UNKNOWN),
    store: found?.store ?? null,
  }
}

const UNKNOWN = {
  revealedAt: null,
  log: null,
  pointedAt: null,
  visitedAt: null,
  outcome: null,
  nextAt: null,
}

type Candidate = Awaited<ReturnType<typeof findCandidate>>
/** `isMoved`: it was looked up under a name at which it no longer answers. */
type Found = { isMoved: boolean; store: NonNullable<ShopTrace['store']> }

/** Of the host and its `www.`, the one that went further. */
const findCandidate = (db: Db, hosts: string[]) =>
  db
    .selectFrom('candidates')
    .leftJoin('ct_logs', 'ct_logs.log_id', 'candidates.log_id')
    .select(['revealed_at', 'pointed_at', 'asked_at', 'outcome', 'outcome_at', 'due_at', 'stage'])
    .select('ct_logs.description as log')
    .where(sql<boolean>`host = any(${hosts}::text[])`)
    .orderBy(sql`store_id is not null`, 'desc')
    .orderBy(sql`stage = 'visit'`, 'desc')
    .orderBy('outcome_at', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst()

async function findStore(db: Db, keys: string[], hosts: string[]): Promise<Found | null> {
  const row = await db
    .selectFrom('stores')
    .innerJoin('store_keys', 'store_keys.store_id', 'stores.id')
    .select(['id', 'name', 'domain', 'shop', 'status', 'found_day', 'visible_at'])
    .select(['launch_status', 'launch_confidence', 'launch_reason'])
    .where('key', 'in', keys)
    .orderBy(sql`domain = any(${hosts}::text[])`, 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { id, name, domain, status } = row
  return {
    isMoved: hosts.length > 0 && ![domain, row.shop].some((each) => each && hosts.includes(each)),
    store: {
      id,
      name,
      domain,
      status,
      launchStatus: row.launch_status,
      launchConfidence: row.launch_confidence,
      launchReason: row.launch_reason,
      foundDay: row.found_day,
      visibleAt: row.visible_at.toISOString(),
    },
  }
}

const presentCandidate = (
  row: NonNullable<Candidate>,
): Omit<ShopTrace, 'name' | 'verdict' | 'store'> => ({
  revealedAt: row.revealed_at.toISOString(),
  log: row.log,
  pointedAt: row.pointed_at?.toISOString() ?? null,
  visitedAt: (row.outcome_at ?? row.asked_at)?.toISOString() ?? null,
  outcome: row.outcome,
  nextAt: row.due_at?.toISOString() ?? null,
})

/** Outcomes of hosts that answered, but not with a shop. */
const NO_SHOP = new Set<string>(NO_STORE_OUTCOMES)

function verdictOf(candidate: Candidate, found: Found | null): ShopVerdict {
  if (found) return verdictOfStore(found)
  if (!candidate) return 'unseen'
  if (candidate.stage === 'resolve') return 'unresolved'
  if (candidate.outcome === null) return 'waiting'
  return NO_SHOP.has(candidate.outcome) ? 'no_shop' : 'no_answer'
}

function verdictOfStore({ isMoved, store }: Found): ShopVerdict {
  if (isMoved) return 'moved'
  if (store.status === 'CLOSED') return 'closed'
  return store.launchStatus === 'new' ? 'listed' : 'established'
}
