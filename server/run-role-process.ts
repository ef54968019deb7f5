/** One process of the product, under `supervisor.ts`. */
import { enableCompileCache, flushCompileCache } from 'node:module'
import * as z from 'zod'
import type { Config } from '#server/platform/config.ts'
import type { RunAs } from '#server/platform/db/local-postgres/run-as.ts'
import { giveUpRoot } from '#server/platform/process/give-up-root.ts'
import { enterProductionMode } from '#server/platform/process/production-mode.ts'
import { runUntilSignal } from '#server/platform/process/run-until-signal.ts'
import type { RunningServer, ServerOptions } from '#server/run-server.ts'

/** The supervisor's messages. It has already parsed the configuration. */
export type ProcessOrder =
  | { kind: 'start'; config: Config; isOnlyWorker: boolean; runAs: RunAs }
  | { kind: 'show-progress'; withoutTerminal: 'text' | 'log' }

export const ProcessReport = z.object({ kind: z.literal('ready'), address: z.string().nullable() })

/** `beforeRoles` is called in the API process only. */
type Options = Pick<ServerOptions, 'overrides' | 'beforeRoles' | 'sendsPages'>

/** Loads the product at once, and starts the roles that the supervisor orders. */
export async function runRoleProcess({
  overrides = {},
  beforeRoles,
  sendsPages = true,
}: Options = {}): Promise<void> {
  const [compileCache, name] = process.argv.slice(2)
  enableCompileCache(compileCache)
  const orders = receiveOrders()
  await runUntilSignal(
    async () => {
      enterProductionMode()
      const { preloadPages, runRoles } = await import('#server/run-server.ts')
      // A failure is reported when the pages are needed.
      if (name === 'api' && sendsPages) void preloadPages().catch(() => undefined)
      const { config, isOnlyWorker, runAs } = await orders.start
      flushCompileCache() // a process that is killed would not, and another user may not
      giveUpRoot(runAs)
      const isApi = config.ROLES.includes('api')
      const server = await runRoles({
        config,
        isOnlyWorker,
        overrides,
        sendsPages,
        ...(isApi && beforeRoles && { beforeRoles }),
      })
      process.send?.({ kind: 'ready', address: server.address } satisfies z.infer<
        typeof ProcessReport
      >)
      const progress = new AbortController()
      if (config.ROLES.includes('worker'))
        void showProgressWhenAsked(server.ctx, orders.progress, progress.signal)
      return {
        stop: async () => {
          progress.abort()
          await server.stop()
        },
      }
    },
    { isSupervised: true },
  )
}

type StartOrder = Extract<ProcessOrder, { kind: 'start' }>
type ProgressOrder = Extract<ProcessOrder, { kind: 'show-progress' }>

function receiveOrders(): { start: Promise<StartOrder>; progress: Promise<ProgressOrder> } {
  const start = Promise.withResolvers<StartOrder>()
  const progress = Promise.withResolvers<ProgressOrder>()
  process.on('message', (order: ProcessOrder) => {
    if (order.kind === 'start') start.resolve(order)
    else progress.resolve(order)
  })
  return { start: start.promise, progress: progress.promise }
}

async function showProgressWhenAsked(
  ctx: RunningServer['ctx'],
  order: Promise<ProgressOrder>,
  signal: AbortSignal,
): Promise<void> {
  const { withoutTerminal } = await order
  const { showProgress } = await import('#server/operations/show-progress.ts')
  await showProgress(ctx, signal, { withoutTerminal })
}
