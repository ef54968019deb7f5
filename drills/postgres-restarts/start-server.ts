import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'

export type StartedServer = {
  child: ChildProcess
  origin: string
  /** Reasons for refused calls in the server's log, with their counts. */
  reasons: Map<string, number>
}

const MAIN = path.join(import.meta.dirname, '../../server/main.ts')
const LogLine = z.object({
  event: z.string(),
  address: z.string().nullish(),
  reason: z.string().nullish(),
})

/** The product itself, with its stages and jobs; the addresses for logs and names never answer. */
export async function startServer(settings: Record<string, string>): Promise<StartedServer> {
  const nobody = { CT_LOG_LIST_URL: 'http://127.0.0.1:9/', DNS_SERVERS: '127.0.0.1:9' }
  const env = {
    ...settings,
    ...nobody,
    PATH: process.env['PATH'],
    ROLES: 'api,worker',
    PORT: '0',
    HOST: '127.0.0.1',
  }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  child.once('close', () => reject(new Error('the server ended')))
  const reasons = new Map<string, number>()
  lines.on('line', (text) => {
    const line = LogLine.safeParse(JSON.parse(text)).data
    if (line?.event === 'server.started' && line.address) resolve(line.address)
    if (line?.event === 'request.refused' && line.reason)
      reasons.set(line.reason, (reasons.get(line.reason) ?? 0) + 1)
    if (line?.event === 'request.failed') process.stdout.write(`${text}\n`)
  })
  return { child, origin: await promise, reasons }
}
