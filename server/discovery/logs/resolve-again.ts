import { type Candidate, claimCandidates, resolveAgainAt } from '#server/discovery/candidates.ts'
import type { ExternalClients } from '#server/discovery/external-clients.ts'
import type { AppContext } from '#server/platform/context.ts'

const BATCH = 200
const LEASE_MS = 120_000
const IDLE_MS = 15_000

/** Asks DNS again for names that it did not know when their certificate appeared. */
export async function resolveAgainStep(
  ctx: AppContext,
  clients: Pick<ExternalClients, 'resolveHost'>,
  onCandidates: () => void,
): Promise<number> {
  const due = await claimCandidates(ctx.db, {
    stage: 'resolve',
    limit: BATCH,
    now: ctx.now(),
    leaseMs: LEASE_MS,
  })
  const found = await Promise.all(due.map((candidate) => resolveOne(ctx, clients, candidate)))
  if (found.includes(true)) onCandidates()
  return due.length === BATCH ? 0 : IDLE_MS
}

async function resolveOne(
  ctx: AppContext,
  clients: Pick<ExternalClients, 'resolveHost'>,
  candidate: Candidate,
): Promise<boolean> {
  const answer = await clients.resolveHost(candidate.host)
  // A log may have brought the same host meanwhile, with another answer: that answer counts.
  const row = ctx.db
    .updateTable('candidates')
    .where('host', '=', candidate.host)
    .where('stage', '=', 'resolve')
  const forget = () =>
    ctx.db
      .deleteFrom('candidates')
      .where('host', '=', candidate.host)
      .where('stage', '=', 'resolve')
      .execute()
  const common = { claimed_until: null, outcome_at: ctx.now() }
  switch (answer.kind) {
    case 'platform':
      await row
        .set({
          ...common,
          stage: 'visit',
          attempts: 0,
          due_at: ctx.now(),
          pointed_at: ctx.now(),
          outcome: null,
        })
        .execute()
      return true
    case 'elsewhere':
      await forget()
      return false
    case 'retry': {
      const attempts = candidate.attempts + 1
      const dueAt = resolveAgainAt(attempts, ctx.now())
      if (dueAt)
        await row.set({ ...common, attempts, due_at: dueAt, outcome: answer.cause }).execute()
      else await forget()
      return false
    }
    default:
      return answer satisfies never
  }
}
