import type * as z from 'zod'
import type { Db } from '#server/platform/db/schema.ts'

/** What is needed to enqueue a job; its handler may be defined elsewhere (`defineJob`). */
export type JobQueue<Payload> = {
  name: string
  payload: z.ZodType<Payload>
  /** Jobs with the same key collapse into one while the first is waiting. */
  key?: (payload: Payload) => string
}

export type Jobs = {
  /**
   * Inside a transaction pass its `db`: the job exists only if the transaction commits.
   * @returns false when a job with its key is waiting already
   */
  enqueue: <Payload>(
    db: Db,
    job: JobQueue<Payload>,
    payload: Payload,
    options?: { startAfter?: Date },
  ) => Promise<boolean>
  /**
   * Puts dead jobs back into their queues, up to a thousand, the oldest first: one by its id, or
   * those of a name. A job whose key waits there already stays behind as failed.
   * @returns how many went back
   */
  redrive: (db: Db, which: { id: string } | { job: string }) => Promise<number>
}
