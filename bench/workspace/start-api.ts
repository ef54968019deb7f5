import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { engineFlagsOf } from '#testing/engine-flags.ts'
import { stopChild } from '../stop-child.ts'
import type { FromApi, Readings, Statement, ToApi } from './api-messages.ts'

export type Api = AsyncDisposable & {
  origin: string
  tokens: string[]
  pid: number
  /** The SQL that ran during `work`. */
  statementsOf: (work: () => Promise<unknown>) => Promise<Statement[]>
  readings: () => Promise<Readings>
}

const OWN_SOURCES = join(import.meta.dirname, '../..')

/** `profileTo`: folder for a CPU profile of the whole run. `sources`: the folder of a commit. */
export async function startApi(
  settings: Record<string, string>,
  profileTo?: string,
  sources = OWN_SOURCES,
): Promise<Api> {
  const child = fork(join(sources, 'bench/workspace/api-process.ts'), [], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ROLES: 'api',
      PORT: '0',
      LOG_LEVEL: 'error',
      // All requests come from one network.
      ANONYMOUS_PER_MINUTE: '0',
      ...settings,
    },
    execArgv: [
      ...engineFlagsOf('live'),
      ...(profileTo ? ['--cpu-prof', `--cpu-prof-dir=${profileTo}`] : []),
    ],
    stdio: 'inherit',
  })
  const { address, tokens } = await messageOf(child, 'ready')
  const ask = (message: ToApi) => child.send(message)
  return {
    origin: address,
    tokens,
    pid: child.pid ?? 0,
    async statementsOf(work) {
      ask({ ask: 'note' })
      await work()
      const answer = messageOf(child, 'statements')
      ask({ ask: 'statements' })
      return (await answer).statements
    },
    async readings() {
      const answer = messageOf(child, 'readings')
      ask({ ask: 'readings' })
      return (await answer).readings
    },
    [Symbol.asyncDispose]: () => stopChild(child),
  }
}

function messageOf<Kind extends FromApi['kind']>(
  child: ChildProcess,
  kind: Kind,
): Promise<Extract<FromApi, { kind: Kind }>> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`the API ended with ${code}`))
    child.once('exit', fail)
    const listen = (message: FromApi) => {
      if (message.kind !== kind) return
      child.off('message', listen)
      child.off('exit', fail)
      // Safe: its kind was checked.
      resolve(message as Extract<FromApi, { kind: Kind }>)
    }
    child.on('message', listen)
  })
}
