import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { LogEntry, LogStep } from '#discovery/ct/ct-log.ts'
import type { LogReader } from '#discovery/ct/read-log.ts'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import { tailLogStep } from '#server/discovery/logs/tail-log.ts'
import { recordVisits } from '#server/discovery/visits/record-visits.ts'
import type { AppContext } from '#server/platform/context.ts'
import { exampleLog } from '#testing/example-log.ts'
import { createFaultyDatabase, type Fault, type FaultyDatabase } from '#testing/faulty-database.ts'
import { storeVisit } from '#testing/snapshots.ts'
import { REVEALED, useDiscovery, visitsIn } from '#testing/discovery/discovery-harness.ts'
import { emptyDiscovery } from '#testing/discovery/empty-discovery.ts'
import { createTailDeps } from '#testing/discovery/tail-deps.ts'

const NEVER = new AbortController().signal

let faulty: FaultyDatabase
/** The product's context, on the connection that breaks. */
let ctx: AppContext
const testContext = useDiscovery({ CT_BACKLOG_ENTRIES: 1_000 })
const { claim, reveal, stores } = visitsIn(testContext)
beforeAll(async () => {
  faulty = createFaultyDatabase(testContext.database)
  ctx = { ...testContext, db: faulty.db }
})

/**
 * Every row that a reader could see, with stores identified by domain: their ids, and those of
 * transactions, differ from run to run.
 */
async function readEverything(): Promise<Record<string, unknown[]>> {
  const store = (column: string) => `(select domain from stores s where s.id = ${column})`
  const queries: Record<string, string> = {
    logs: 'select log_id, next_index, tree_size, entries_read, state from ct_logs order by 1',
    candidates: `select host, stage, revealed_at, log_id, attempts, due_at, claimed_until, outcome, ${store('store_id')} as store from candidates order by 1`,
    stores:
      'select * from (select to_jsonb(s) - $$id$$ as store from stores s) t order by t.store->>$$domain$$',
    keys: `select key, ${store('store_id')} as store from store_keys order by 1`,
    facts: `select ${store('store_id')} as store, key, value from store_facts order by 1, 2`,
    signals: `select ${store('store_id')} as store, kind, at from store_signals order by 1, 2`,
    events: `select ${store('store_id')} as store, kind, at from store_events order by 1, 2`,
    products: `select ${store('store_id')} as store, product_id, title, price_min_minor, first_seen_at from products order by 1, 2`,
    days: 'select day from trend_days order by 1',
  }
  const everything: Record<string, unknown[]> = {}
  for (const [name, query] of Object.entries(queries))
    everything[name] = (await sql.raw(query).execute(testContext.db)).rows
  return everything
}

/**
 * Breaks the wire at query 1, 2, … to the last one, before and after that query runs; then repeats
 * the step, as the stage would. The final rows must equal those of an undisturbed step.
 */
async function breakEverywhere(prepare: () => Promise<() => Promise<void>>): Promise<number> {
  const undisturbed = await prepare()
  faulty.arm(null)
  await undisturbed()
  const queries = faulty.queryCount()
  const expected = await readEverything()
  for (const kind of ['lost', 'done'] as const) {
    for (let atQuery = 1; atQuery <= queries; atQuery++) {
      await emptyDiscovery(testContext.db)
      await takeTwice(await prepare(), { kind, atQuery })
      expect(await readEverything(), `${kind} at query ${atQuery}`).toEqual(expected)
    }
  }
  return queries
}

async function takeTwice(step: () => Promise<void>, fault: Fault): Promise<void> {
  faulty.arm(fault)
  await expect(step(), `${fault.kind} at query ${fault.atQuery}`).rejects.toThrow('terminated')
  faulty.arm(null)
  await step()
}

describe('the database connection breaks at any query and the step is repeated', () => {
  test(
    'recording visits leaves each shop once, with all its rows',
    { tags: ['check-73'] },
    async () => {
      const shop = (shopId: string, host: string) =>
        storeVisit({ shopId, host, productTitles: ['One', 'Two'], email: `info@${host}` })
      const results: Record<string, ProbeResult> = {
        'lamp.example': shop('70000000001', 'lamp.example'),
        'vase.example': shop('70000000002', 'vase.example'),
        'busy.example': { kind: 'retry', afterMs: 60_000, cause: 'throttled' },
        'blog.example': { kind: 'not_a_store', reason: 'other_platform' },
      }
      const prepare = async () => {
        await reveal(Object.keys(results))
        const claimed = await claim(4)
        const visits = claimed.flatMap((candidate) => {
          const result = results[candidate.host]
          return result ? [{ candidate, result }] : []
        })
        expect(visits).toHaveLength(4)
        return () => recordVisits(ctx, visits)
      }
      expect(await breakEverywhere(prepare)).toBeGreaterThan(8)
      expect(await stores()).toHaveLength(2)
    },
  )

  test(
    'reading a log keeps position and candidates consistent',
    { tags: ['check-73'] },
    async () => {
      const prepare = async () => {
        const deps = tailDeps()
        const reader = readerOf(BATCHES)
        // To the end of the log: a repetition skips entries it has already committed and reads lost
        // ones again.
        return async () => {
          while ((await tailLogStep(deps, exampleLog, reader, NEVER)) === 0);
        }
      }
      expect(await breakEverywhere(prepare)).toBeGreaterThan(8)
      expect((await readEverything())['logs']).toMatchObject([{ next_index: 4, entries_read: 4 }])
    },
  )
})

const entry = (index: number, ...names: string[]): LogEntry => ({
  index,
  timestampMs: REVEALED.getTime() + index,
  names,
})
const BATCHES = [
  [entry(0, 'lamp.example', 'www.lamp.example'), entry(1, 'later.example')],
  [entry(2, 'vase.example'), entry(3, 'lamp.example')],
]

function readerOf(batches: LogEntry[][]): LogReader {
  const head = { size: batches.flat().length, rootHash: 'root', timestampMs: REVEALED.getTime() }
  return {
    readHead: async () => head,
    step: async (from): Promise<LogStep> => {
      const entries = batches.find(([first]) => first?.index === from)
      if (!entries) return { kind: 'wait', afterMs: 1_000, head }
      return { kind: 'entries', entries, nextIndex: from + entries.length, head }
    },
  }
}

const tailDeps = () =>
  createTailDeps(ctx, async (host) =>
    host.startsWith('later')
      ? { kind: 'retry', cause: 'nxdomain' }
      : { kind: 'platform', via: 'a' },
  )
