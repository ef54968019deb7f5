import { registerJob, type RegisteredJob } from '#server/jobs/jobs.ts'
import { purgeOldRows } from '#server/jobs/purge-old-rows.ts'
import { purgeSessions } from '#server/jobs/purge-sessions.ts'

/** Every job that belongs to no feature; one that is missing in the registry has no queue and cannot be enqueued. */
export const registeredJobs: RegisteredJob[] = [registerJob(purgeSessions), registerJob(purgeOldRows)]
