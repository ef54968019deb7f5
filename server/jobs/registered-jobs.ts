import { registerJob, type RegisteredJob } from '#server/jobs/jobs.ts'
import { purgeOldRows } from '#server/jobs/purge-old-rows.ts'
import { purgeSessions } from '#server/jobs/purge-sessions.ts'

/** Jobs that belong to no feature. A job that is missing in the registry has no queue and cannot be enqueued. */
export const registeredJobs: RegisteredJob[] = [registerJob(purgeSessions), registerJob(purgeOldRows)]
