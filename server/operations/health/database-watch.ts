import { sql } from 'kysely'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { getHealth as endpoint } from '#contracts/health.ts'
import type { Db } from '#server/platform/db/schema.ts'

const ASK_EVERY_MS = 1_000
/** A process waits for its first answer, but never long. */
const FIRST_ANSWER_WITHIN_MS = 800
/** A query may wait for a busy disk or processor this long before it counts as a sign of trouble. */
const HUNG_AFTER_MS = 4_000
/** A query on a dead connection may never be answered; after this time a new one is sent. */
const GIVE_UP_AFTER_MS = 15_000

type Options = {
  askEveryMs?: number
  firstAnswerWithinMs?: number
  hungAfterMs?: number
  giveUpAfterMs?: number
}

export type DatabaseWatch = { isAnswering: () => Promise<boolean>; stop: () => void }

/**
 * Queries the database again and again, so that a health check never waits for it: the check reads only the result of the last query and
 * the age of the current one.
 */
export function watchDatabase(db: Db, options: Options = {}): DatabaseWatch {
  const { askEveryMs = ASK_EVERY_MS, firstAnswerWithinMs = FIRST_ANSWER_WITHIN_MS } = options
  const { hungAfterMs = HUNG_AFTER_MS, giveUpAfterMs = GIVE_UP_AFTER_MS } = options
  let last: 'none' | 'answered' | 'failed' = 'none'
  let openSince: number | null = null
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function ask(): Promise<void> {
    openSince = performance.now()
    const isAnswer = await Promise.race([answers(db), never(giveUpAfterMs)])
    last = isAnswer ? 'answered' : 'failed'
    openSince = null
    if (!isStopped) timer = setTimeout(ask, askEveryMs).unref()
  }

  const firstQuestion = ask()
  const isHung = () => openSince !== null && performance.now() - openSince > hungAfterMs
  return {
    async isAnswering() {
      if (last === 'none') await Promise.race([firstQuestion, never(firstAnswerWithinMs)])
      return last === 'answered' && !isHung()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

const answers = (db: Db): Promise<boolean> =>
  sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )

const never = (ms: number): Promise<false> => new Promise((resolve) => setTimeout(resolve, ms, false).unref())

export async function getHealth(
  watch: DatabaseWatch,
  parkedLogs: { count: () => number },
  isDiskFull: () => boolean,
): Promise<ResponseOf<typeof endpoint>> {
  const isAnswering = await watch.isAnswering()
  return {
    status: isAnswering && !isDiskFull() ? 'ok' : 'unavailable',
    uptimeSeconds: Math.floor(process.uptime()),
    parkedLogs: parkedLogs.count(),
  }
}
