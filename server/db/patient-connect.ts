import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** PostgreSQL restarts within a few seconds; callers that only need a connection can wait for that. */
const RECONNECT_WITHIN_MS = 8_000
const LOOK_EVERY_MS = 100
/** For this long after its return the server still serves the callers that waited. */
const CATCH_UP_MS = 10_000

export type PatientConnect = {
  /** Waits out a restart. */
  connect: () => Promise<pg.PoolClient>
  /** PostgreSQL refuses connections, or has accepted them again for only a few seconds. */
  isAway: () => boolean
}

export type ClientSource = Pick<pg.Pool, 'connect'>

/** Retries only getting a connection. One caller polls for PostgreSQL's return, so that the others do not hold it up. */
export function createPatientConnect(pool: ClientSource): PatientConnect {
  let returning: Promise<void> | undefined
  let refusedAtMs = Number.NEGATIVE_INFINITY

  const untilItAnswers = async () => {
    while (true) {
      await sleep(LOOK_EVERY_MS)
      try {
        return (await pool.connect()).release()
      } catch (error) {
        // On any other error, each waiting caller sees the error from its attempt.
        if (!isConnectionLoss(error)) return
        refusedAtMs = performance.now()
      }
    }
  }
  const waitForReturn = (patienceMs: number) => {
    returning ??= untilItAnswers().finally(() => (returning = undefined))
    return Promise.race([returning, sleep(patienceMs)])
  }

  return {
    async connect() {
      const deadlineMs = performance.now() + RECONNECT_WITHIN_MS
      if (returning) await waitForReturn(RECONNECT_WITHIN_MS)
      while (true) {
        try {
          return await pool.connect()
        } catch (error) {
          const leftMs = deadlineMs - performance.now()
          if (!isConnectionLoss(error) || leftMs <= 0) throw error
          refusedAtMs = performance.now()
          await waitForReturn(leftMs)
        }
      }
    },
    isAway: () => performance.now() - refusedAtMs < CATCH_UP_MS,
  }
}

// PostgreSQL: stopped by an administrator, stopped because another process crashed, starting up.
const LOSS_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03'])
/** The driver's own errors carry no code. */
const LOSS_MESSAGES = /^Connection terminated unexpectedly$|is not queryable$/

export function isConnectionLoss(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  return LOSS_CODES.has(code ?? '') || LOSS_MESSAGES.test(message)
}
