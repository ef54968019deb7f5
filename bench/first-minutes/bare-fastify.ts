import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import * as z from 'zod'
import type { ToRaw } from '../request-cost/raw-server.ts'
import { createGet } from '../workspace/http-client.ts'
import type { Reference } from './call-list.ts'

const Started = z.object({ origin: z.url() })
const PATH = '/list'

/** A Fastify server that does nothing but answer with these bytes, in its own process. */
export async function startBareFastify(body: string): Promise<Reference & AsyncDisposable> {
  const child = fork(join(import.meta.dirname, '../request-cost/raw-server.ts'), [], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'inherit',
  })
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  child.send({ answers: [{ path: PATH, headers, body }] } satisfies ToRaw)
  const [message] = await once(child, 'message')
  const { origin } = Started.parse(message)
  return {
    name: 'bare Fastify',
    /** A caller keeps one connection. */
    async openCaller() {
      const get = createGet(origin, { connections: 1 })
      return {
        async ask() {
          const askedAtMs = performance.now()
          await get(PATH)
          return performance.now() - askedAtMs
        },
        end: () => Promise.resolve(),
      }
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
