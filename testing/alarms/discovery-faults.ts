import { HOUR_MS } from '#contracts/dates.ts'
import { createCounters } from '#server/discovery/counters.ts'
import type { RetryCause } from '#discovery/probe/probe-result.ts'
import { insertStore } from '#testing/factories.ts'
import { storeVisit } from '#testing/snapshots.ts'
import type { AlarmWorld, Fault } from './alarm-world.ts'

const BURN_STEP_SECONDS = 240

const lateStores: Fault = {
  work: (world) => showStores(world, 20),
  make: async () => undefined,
  keep: (world) => showStores(world, 100),
}

export const discoveryFaults: Record<string, Fault> = {
  FreshBudgetBurnsFast: lateStores,
  FreshBudgetBurns: { ...lateStores, stepSeconds: BURN_STEP_SECONDS },
  FreshBudgetRunsOut: { ...lateStores, stepSeconds: BURN_STEP_SECONDS },
  StoresLate: lateStores,
  LogQuarantined: { work: readEntries, make: quarantine, keep: readEntries },
  LogSilent: { work: readEntries, make: async () => undefined },
  LogBehind: { work: readEntries, make: outrun, keep: readEntries },
  NothingRead: { work: readEntries, make: async () => undefined },
  FirstVisitsWait: { work: readEntries, make: (world) => addCandidate(world, 'visit', 0) },
  QueueOld: { work: readEntries, make: (world) => addCandidate(world, 'resolve', 7 * HOUR_MS) },
  VisitsFail: visitFault('network'),
  VisitsRefusedByBudget: visitFault('budget'),
  ShopsThrottle: {
    work: (world) => countAnswers(world, 200),
    make: async () => undefined,
    keep: (world) => countAnswers(world, 429),
  },
  AccuracyLow: {
    work: (world) => finishRun(world, 99),
    make: async () => undefined,
    keep: (world) => finishRun(world, 80),
  },
}

/** Stores become visible, this many seconds after their log entries. */
async function showStores({ ctx }: AlarmWorld, lagSeconds: number): Promise<void> {
  const at = ctx.now()
  const foundAt = new Date(at.getTime() - lagSeconds * 1_000)
  for (let count = 0; count < 3; count++) {
    const storeId = await insertStore(ctx.db, { found_at: foundAt, visible_at: at })
    const lag = {
      store_id: storeId,
      log_id: 'a',
      read_at: at,
      pointed_at: at,
      asked_at: at,
      live: true,
    }
    await ctx.db.insertInto('store_lags').values(lag).execute()
  }
}

const LOG = {
  log_id: 'a',
  description: 'Quick 2026h1',
  operator: 'Ant',
  url: 'https://log.example/',
  state: 'active' as const,
  next_index: 0,
  tree_size: 0,
  entries_read: 0,
}
const ENTRIES = 500

async function readEntries({ ctx }: AlarmWorld): Promise<void> {
  const at = { updated_at: ctx.now(), checked_at: ctx.now() }
  await ctx.db
    .insertInto('ct_logs')
    .values({ ...LOG, ...at })
    .onConflict((conflict) =>
      conflict.column('log_id').doUpdateSet((eb) => ({
        ...at,
        next_index: eb('ct_logs.next_index', '+', ENTRIES),
        tree_size: eb('ct_logs.tree_size', '+', ENTRIES),
        entries_read: eb('ct_logs.entries_read', '+', ENTRIES),
      })),
    )
    .execute()
}

function quarantine({ ctx }: AlarmWorld) {
  return ctx.db
    .updateTable('ct_logs')
    .set({ state: 'parked', problem: 'forked', parked_at: ctx.now() })
    .execute()
}

function outrun({ ctx }: AlarmWorld) {
  return ctx.db
    .updateTable('ct_logs')
    .set((eb) => ({ tree_size: eb('tree_size', '+', 1_000_000) }))
    .execute()
}

async function addCandidate(
  { ctx }: AlarmWorld,
  stage: 'visit' | 'resolve',
  overdueMs: number,
): Promise<void> {
  const at = new Date(ctx.now().getTime() - overdueMs)
  await ctx.db
    .insertInto('candidates')
    .values({ host: 'a.example', stage, revealed_at: at, log_id: 'a', due_at: at })
    .execute()
}

const VISITS = 12

function visitFault(cause: RetryCause): Fault {
  const visit = (result: Parameters<ReturnType<typeof createCounters>['countVisit']>[0]) => {
    return async ({ ctx }: AlarmWorld) => {
      const counters = createCounters(ctx)
      for (let count = 0; count < VISITS; count++) counters.countVisit(result)
      await counters.step()
    }
  }
  const store = storeVisit({ shopId: '70000000001', host: 'lamp.example' })
  return {
    work: visit(store),
    make: async () => undefined,
    keep: visit({ kind: 'retry', afterMs: 0, cause }),
  }
}

async function countAnswers({ ctx }: AlarmWorld, status: number): Promise<void> {
  const counters = createCounters(ctx)
  const url = 'https://lamp.example/'
  for (let count = 0; count < 40; count++)
    counters.countAnswer({
      kind: 'response',
      url,
      status,
      headers: {},
      body: new Uint8Array(),
      redirectedFrom: [],
    })
  await counters.step()
}

const COMPARED = 100

async function finishRun({ ctx }: AlarmWorld, correct: number): Promise<void> {
  const at = ctx.now()
  const figures = {
    stores: 10,
    unreachable: 0,
    compared: COMPARED,
    correct,
    changed: 0,
    missing: 0,
  }
  await ctx.db
    .insertInto('accuracy_runs')
    .values({
      key: `manual:${at.toISOString()}:${correct}`,
      started_at: at,
      finished_at: at,
      wrong: COMPARED - correct,
      ...figures,
    })
    .execute()
}
