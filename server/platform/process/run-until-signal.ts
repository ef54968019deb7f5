import { DatabaseUnusableError, LocalPostgresError } from '#server/platform/db/errors.ts'
import { ConfigError } from '#server/platform/config.ts'

export type Stoppable = { stop: () => Promise<void> }

/** Requests get 20 s to finish (their server's part of `stop`), everything together 25 s. */
const EXIT_WITHIN_MS = 24_000
/** After a fatal error the process must end within 5 s, whatever its state. */
const FATAL_EXIT_WITHIN_MS = 3_000
const SIGNAL_EXIT_CODE = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * Starts, waits for SIGTERM or Ctrl-C, stops. A second signal ends it at once, an uncaught error
 * with exit code 1. A supervised process ignores Ctrl-C, which reaches the whole group, and stops
 * when its supervisor orders it or has ended. The only place that handles signals.
 */
export async function runUntilSignal(
  start: () => Promise<Stoppable>,
  { isSupervised = false }: { isSupervised?: boolean } = {},
): Promise<void> {
  let started: Stoppable | undefined
  let isStopping = false

  const end = async (exitCode: number, withinMs: number) => {
    isStopping = true
    setTimeout(() => process.exit(exitCode || 1), withinMs).unref()
    const hasStopped = await tryStop(started)
    process.exit(hasStopped ? exitCode : exitCode || 1)
  }
  const onSignal = (signal: keyof typeof SIGNAL_EXIT_CODE) => {
    if (isStopping && isSupervised) return
    if (isStopping) process.exit(SIGNAL_EXIT_CODE[signal])
    // Before the start is complete there is nothing to drain.
    void end(started ? 0 : SIGNAL_EXIT_CODE[signal], EXIT_WITHIN_MS)
  }
  const onFatal = (error: unknown) => {
    printError(`fatal: ${describe(error)}`)
    if (isStopping) process.exit(1)
    void end(1, FATAL_EXIT_WITHIN_MS)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', isSupervised ? () => undefined : onSignal)
  if (isSupervised) process.on('disconnect', () => onSignal('SIGTERM'))
  process.on('uncaughtException', onFatal)
  process.on('unhandledRejection', onFatal)

  try {
    started = await start()
  } catch (error) {
    printError(describeStartFailure(error))
    process.exit(1)
  }
}

async function tryStop(started: Stoppable | undefined): Promise<boolean> {
  try {
    await started?.stop()
    return true
  } catch (error) {
    printError(`could not stop cleanly: ${describe(error)}`)
    return false
  }
}

const printError = (text: string) => process.stderr.write(`${text}\n`)

const describe = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

/** A process of the product could not start; it has already printed the reason. */
export class ProcessNotStartedError extends Error {}

const SHOWN_WITHOUT_STACK = [
  ConfigError,
  LocalPostgresError,
  DatabaseUnusableError,
  ProcessNotStartedError,
]

/** Operators fix these themselves; every other error is printed in full. */
export function describeStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (SHOWN_WITHOUT_STACK.some((kind) => error instanceof kind)) return error.message
  if (!('code' in error)) return describe(error)
  const port = 'port' in error ? error.port : ''
  if (error.code === 'EADDRINUSE')
    return `port ${port} is in use. Choose another: PORT=3001 npm start`
  if (error.code === 'EACCES' && port !== '')
    return `port ${port} is closed to the user that the product runs as. Choose one from 1024 on, such as PORT=3000, and put a proxy before it.`
  return describe(error)
}
