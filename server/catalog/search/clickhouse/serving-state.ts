import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { HOUR_MS } from '#contracts/dates.ts'
import { readFeedState } from '#server/catalog/search/change-feed.ts'
import { coalesce } from '#server/platform/async-cache.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { searchUnavailable } from '#server/platform/errors.ts'
import { FOLLOWER } from './generations.ts'

/** What ClickHouse includes at the moment of a question. */
export type Serving = {
  generation: number
  /** Differs after any change. */
  token: string
  /** Null when everything committed before the question is included. */
  asOf: Date | null
  position: number
}

export type ServingState = {
  /**
   * Waits until everything committed before the call is included, for two seconds at most. @throws
   * AppError `search_unavailable` while loading
   */
  current: () => Promise<Serving>
}

const WAIT_MS = 2_000
const POLL_MS = 20

export function createServingState({ db }: { db: Db }): ServingState {
  const readHead = coalesce(async () => (await readFeedState(db)).head)
  let polling: Promise<Follower> | undefined
  const pollAgain = () =>
    (polling ??= sleep(POLL_MS)
      .then(() => readFollower(db))
      .finally(() => (polling = undefined)))
  const readNow = coalesce(() => readFollower(db))
  return {
    async current() {
      const head = await readHead()
      const until = performance.now() + WAIT_MS
      let follower = await readNow()
      while (follower.position < head && performance.now() < until) follower = await pollAgain()
      const { generation, position } = follower
      const asOf = position < head ? await firstMissing(db, position) : null
      return { generation, token: `${generation}-${position}`, asOf, position }
    },
  }
}

type Follower = { position: number; generation: number }

async function readFollower(db: Db): Promise<Follower> {
  const follower = await db
    .selectFrom('change_followers')
    .select(['position', 'generation'])
    .where('name', '=', FOLLOWER)
    .executeTakeFirst()
  if (!follower) throw searchUnavailable(new Error('ClickHouse does not have the stores yet'))
  return follower
}

/** When the first change that is not included was numbered. */
async function firstMissing(db: Db, position: number): Promise<Date | null> {
  const row = await db
    .selectFrom('change_feed')
    .select('numbered_at')
    .where('seq', '>', position)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return row?.numbered_at ?? null
}

const MAX_MATCHES = 200
/** The marks that a match names in ClickHouse stay longer. */
const MATCH_FOR_MS = HOUR_MS

/**
 * The list, its counts and its next page ask for the same within seconds, and the counters all the
 * time.
 */
export function createMatchCache<Query, First, Match>(
  state: ServingState,
  open: (query: Query, serving: Serving, first?: First) => Promise<Match>,
) {
  const matches = new LRUCache<string, Promise<Match>>({ max: MAX_MATCHES, ttl: MATCH_FOR_MS })
  return async (query: Query, first?: First): Promise<Match> => {
    const serving = await state.current()
    const key = `${serving.token} ${serving.asOf?.getTime()} ${JSON.stringify(query)}`
    const match = matches.get(key) ?? open(query, serving, first)
    matches.set(key, match, { noUpdateTTL: true })
    match.catch(() => matches.delete(key))
    return match
  }
}
