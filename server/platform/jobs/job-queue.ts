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
}
