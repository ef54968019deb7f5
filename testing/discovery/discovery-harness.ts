import { beforeEach } from 'vitest'
import type { StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import { addCandidates, type Candidate, claimCandidates } from '#server/discovery/candidates.ts'
import { publishStores } from '#server/discovery/visits/publish-stores.ts'
import { createVisitRecorder } from '#server/discovery/visits/visit-stage.ts'
import type { ServerContext } from '#server/create-context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { emptyDiscovery } from '#testing/discovery/empty-discovery.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { type ShopSeed, storeVisit } from '#testing/snapshots.ts'
import {
  createTestContext,
  type TestContext,
  type TestContextOverrides,
} from '#testing/test-context.ts'

export const REVEALED = new Date('2026-03-10T09:00:00Z')

/** A context whose discovery is empty before each test. */
export function useDiscovery(config?: TestContextOverrides['config']): TestContext {
  const ctx = sharedByTests(() => createTestContext(config && { config }))
  beforeEach(() => emptyDiscovery(ctx.db))
  return ctx
}

/** Stores what a visit read, which is the home page of an open shop unless told otherwise. */
export const publishShop = (
  ctx: ServerContext,
  facts: Partial<StoreSnapshot> = {},
  { isPartial = false, ...seed }: ShopSeed & { isPartial?: boolean } = {},
) =>
  inTransaction(ctx, async (ctx) => {
    const { finalHost, snapshot } = storeVisit(seed)
    const [store] = await publishStores(ctx, [
      {
        visitedHost: finalHost,
        finalHost,
        revealedAt: REVEALED,
        logId: 'log',
        snapshot: { ...snapshot, pagesRead: [`https://${finalHost}/`], ...facts },
        products: [],
        isPartial,
      },
    ])
    if (!store) throw new Error('no store was published')
    return store.storeId
  })

/** Visits of hosts that a log revealed, and what they leave behind. */
export function visitsIn(ctx: ServerContext) {
  const record = (candidate: Candidate, result: ProbeResult) =>
    createVisitRecorder(ctx).record({ candidate, result })
  const reveal = (hosts: string | readonly string[], revealedAt = REVEALED, logId = 'log') => {
    const about = { answer: 'pointing', logId, now: ctx.now() } as const
    return addCandidates(ctx.db, new Map([hosts].flat().map((host) => [host, revealedAt])), about)
  }
  async function candidateOf(host: string, revealedAt?: Date): Promise<Candidate> {
    await reveal(host, revealedAt)
    return ctx.db
      .selectFrom('candidates')
      .select(['host', 'stage', 'revealed_at', 'log_id', 'attempts'])
      .where('host', '=', host)
      .executeTakeFirstOrThrow()
  }
  return {
    record,
    reveal,
    candidateOf,
    visit: async (host: string, result: ProbeResult, revealedAt?: Date) =>
      record(await candidateOf(host, revealedAt), result),
    /** Hosts that are due. */
    claim: (limit = 10, leaseMs = 60_000) =>
      claimCandidates(ctx.db, { stage: 'visit', limit, now: ctx.now(), leaseMs }),
    candidateRow: (host: string) =>
      ctx.db
        .selectFrom('candidates')
        .selectAll()
        .where('host', '=', host)
        .executeTakeFirstOrThrow(),
    /** The first one. */
    store: () => ctx.db.selectFrom('stores').selectAll().orderBy('id').executeTakeFirstOrThrow(),
    stores: () => ctx.db.selectFrom('stores').selectAll().orderBy('id').execute(),
    eventKinds: async () =>
      (await ctx.db.selectFrom('store_events').select('kind').orderBy('id').execute()).map(
        ({ kind }) => kind,
      ),
  }
}
