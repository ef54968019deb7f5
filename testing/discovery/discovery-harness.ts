import { beforeEach } from 'vitest'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import { addCandidates, type Candidate } from '#server/discovery/candidates.ts'
import { createVisitRecorder } from '#server/discovery/visits/visit-stage.ts'
import type { ServerContext } from '#server/create-context.ts'
import { emptyDiscovery } from '#testing/discovery/empty-discovery.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { createTestContext, type TestContext } from '#testing/test-context.ts'

export const REVEALED = new Date('2026-03-10T09:00:00Z')

/** A context whose discovery is empty before each test. */
export function useDiscovery(open: () => Promise<TestContext> = createTestContext): TestContext {
  const ctx = sharedByTests(open)
  beforeEach(() => emptyDiscovery(ctx.db))
  return ctx
}

/** Visits of hosts that a log revealed, and what they leave behind. */
export function visitsIn(ctx: ServerContext) {
  const record = (candidate: Candidate, result: ProbeResult) =>
    createVisitRecorder(ctx).record({ candidate, result })
  const reveal = (host: string, revealedAt = REVEALED) => {
    const about = { answer: 'pointing', logId: 'log', now: ctx.now() } as const
    return addCandidates(ctx.db, new Map([[host, revealedAt]]), about)
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
    stores: () => ctx.db.selectFrom('stores').selectAll().orderBy('id').execute(),
    eventKinds: async () =>
      (await ctx.db.selectFrom('store_events').select('kind').orderBy('id').execute()).map(
        ({ kind }) => kind,
      ),
  }
}
