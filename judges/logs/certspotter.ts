import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import type { CtLog } from '#discovery/ct/ct-log.ts'
import { parseConnectTo } from '#discovery/fetch/connect-to.ts'
import { linesOf } from '#judges/tools.ts'
import { findFreePort } from '#server/platform/process/ports.ts'

/** What it says of an entry. */
export type Seen = { names: string[]; error?: string }

export type Head = { log: CtLog; size: number }
export type Followed = {
  /** Of each log the newest head whose signature and root it has verified. */
  heads: Head[]
  /** By address of the log and number of the entry; entries without a name are missing. */
  seen: Map<string, Seen>
  errors: string[]
}

type Following = { folder: string; list: unknown; logs: readonly CtLog[]; connectTo: string }

const VERIFIED_WITHIN_MS = 5 * 60_000
const LOOK_EVERY_MS = 500

/** Runs certspotter until it has verified a head of each log, with all entries below it. */
export async function followLogs({ folder, list, logs, connectTo }: Following): Promise<Followed> {
  await using proxy = await startConnectProxy(connectTo)
  const files = { list: path.join(folder, 'logs.json'), watched: path.join(folder, 'watched') }
  await writeFile(files.list, JSON.stringify(onlyLogs(list, logs)))
  await writeFile(files.watched, '.\n') // all names
  const state = path.join(folder, 'state')
  const child = spawn(
    'certspotter',
    ['-logs', files.list, '-watchlist', files.watched, '-state_dir', state, '-no_save', '-stdout'],
    {
      env: { ...process.env, HOME: folder, HTTPS_PROXY: proxy.url },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const told = { stdout: '', stderr: '' }
  child.stdout.on('data', (text) => (told.stdout += text))
  child.stderr.on('data', (text) => (told.stderr += text))
  const ended = once(child, 'close')
  // After an error it would wait for minutes before it tries again.
  const isOver = () => child.exitCode !== null || told.stderr !== ''
  const heads = await untilVerified(state, logs, isOver).finally(() => child.kill('SIGTERM'))
  await ended // all that it printed has arrived
  return { heads, seen: readSeen(told.stdout), errors: linesOf(told.stderr) }
}

const Listed = z.array(z.looseObject({ log_id: z.string() }))
const LogList = z.looseObject({
  operators: z.array(z.looseObject({ logs: Listed, tiled_logs: Listed })),
})

/** It would follow all that a list names: retired ones, which do not answer, too. */
function onlyLogs(list: unknown, logs: readonly CtLog[]): unknown {
  const ids = new Set(logs.map(({ logId }) => logId))
  const chosen = (listed: z.infer<typeof Listed>) => listed.filter((log) => ids.has(log.log_id))
  const { operators, ...rest } = LogList.parse(list)
  return {
    ...rest,
    operators: operators.map((operator) => ({
      ...operator,
      logs: chosen(operator.logs),
      tiled_logs: chosen(operator.tiled_logs),
    })),
  }
}

const State = z.object({ verified_sth: z.nullish(z.object({ tree_size: z.int() })) })

async function untilVerified(
  state: string,
  logs: readonly CtLog[],
  isOver: () => boolean,
): Promise<Head[]> {
  for (
    const from = Date.now();
    Date.now() - from < VERIFIED_WITHIN_MS;
    await sleep(LOOK_EVERY_MS)
  ) {
    const sizes = await readSizes(state)
    const heads = logs.flatMap((log) => {
      const size = sizes.get(log.logId)
      return size === undefined ? [] : [{ log, size }]
    })
    if (heads.length === logs.length || isOver()) return heads
  }
  throw new Error('certspotter did not verify a head of each log')
}

/** By id of the log. */
async function readSizes(state: string): Promise<Map<string, number>> {
  const folders = await readdir(path.join(state, 'logs')).catch(() => [])
  const sizes = new Map<string, number>()
  for (const folder of folders) {
    const text = await readFile(path.join(state, 'logs', folder, 'state.json'), 'utf8').catch(
      () => '{}', // not yet written
    )
    const { verified_sth: head } = State.parse(JSON.parse(text))
    if (head) sizes.set(Buffer.from(folder, 'base64url').toString('base64'), head.tree_size)
  }
  return sizes
}

/** Of its notifications, which are blocks of lines with an empty one between them. */
export function readSeen(printed: string): Map<string, Seen> {
  const seen = new Map<string, Seen>()
  for (const block of printed.split('\n\n')) {
    const [, index, url] = /^\s+Log Entry = (\d+) @ (\S+)$/m.exec(block) ?? []
    const names = Array.from(block.matchAll(/^\s+DNS Name = (.*)$/gm), ([, name = '']) => name)
    const [, error] = /^\s+Error = (.*)$/m.exec(block) ?? []
    if (url !== undefined)
      seen.set(`${url.replace(/\/?$/, '/')}${index}`, {
        names,
        ...(error !== undefined && { error }),
      })
  }
  return seen
}

/** A proxy that leads every host to the world. */
async function startConnectProxy(connectTo: string): Promise<AsyncDisposable & { url: string }> {
  const target = parseConnectTo(connectTo).find(({ port }) => port === 443)
  if (!target) throw new Error(`the world answers at no port: ${connectTo}`)
  const server = createServer()
  server.on('connect', (_request, client) => {
    const world = connect(target.targetPort, target.targetHost, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      world.pipe(client).pipe(world)
    })
    for (const socket of [client, world]) {
      socket.on('error', () => socket.destroy())
      socket.on('close', () => (socket === client ? world : client).destroy())
    }
  })
  const port = await findFreePort('127.0.0.1')
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}
