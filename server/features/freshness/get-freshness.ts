import type { Freshness } from '#contracts/freshness.ts'
import type { AppContext } from '#server/context.ts'
import { countDeadJobs } from '#server/jobs/count-dead-jobs.ts'
import { readAccuracy } from './read-accuracy.ts'
import { readDays } from './read-days.ts'
import { readLogs } from './read-logs.ts'
import { readQueues } from './read-queues.ts'
import { readStages } from './read-stages.ts'

const METHOD: Freshness['method'] = {
  lag: 'log_entry_to_visible',
  live: 'after_first_catch_up',
  percentile: 'nearest_rank',
  coverage: 'read_since_followed',
  accuracy: 'sample_visited_again',
}

/** Reads everything from the tables that the lists use, without separate counters. */
export async function getFreshness(ctx: Pick<AppContext, 'db' | 'now'>): Promise<Freshness> {
  return {
    measuredAt: ctx.now().toISOString(),
    days: await readDays(ctx),
    stages: await readStages(ctx),
    logs: await readLogs(ctx),
    queues: await readQueues(ctx),
    deadJobs: await countDeadJobs(ctx.db),
    accuracy: await readAccuracy(ctx.db),
    method: METHOD,
  }
}
