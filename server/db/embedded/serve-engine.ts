import { timingSafeEqual } from 'node:crypto'
import { createServer, type ListenOptions, type Server, type Socket } from 'node:net'
import { createEngineQueue, type Engine, type EngineQueue } from '#server/db/embedded/engine-queue.ts'
import { createAnswerWatch } from '#server/db/embedded/watch-answers.ts'
import { type ClientUnit, createClientCutter } from '#server/db/embedded/wire-frames.ts'

export type EngineServerOptions = {
  engine: Engine
  listen: ListenOptions
  /** Asked for on every connection where the address is open to other users of the machine (TCP). */
  password: string | undefined
  idleInTransactionMs: number
  /** The engine cannot go on: it threw, or its disk is full. */
  onBroken: (error: Error) => void
}

export type EngineServer = { server: Server; stop: () => Promise<void> }

/** Disk full, out of memory, input/output error. After the first, the engine's next read never returns. */
const BREAKING_SQL_STATES = new Map([
  ['53100', 'the disk is full'],
  ['58030', 'the disk cannot be read or written'],
])

const ERROR_READ_WITHIN_MS = 1_000

/** Speaks the PostgreSQL protocol for the embedded engine, to many connections. */
export async function serveEngine(options: EngineServerOptions): Promise<EngineServer> {
  const queue = createEngineQueue(options.engine, options.idleInTransactionMs, options.onBroken)
  const greeting = await readGreeting(options.engine)
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    serveConnection(socket, queue, greeting, options)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.listen, resolve)
  })
  return {
    server,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function serveConnection(
  socket: Socket,
  queue: EngineQueue,
  greeting: Buffer,
  { password, onBroken }: EngineServerOptions,
): void {
  const client = queue.join(() => socket.destroy())
  const cutter = createClientCutter(() => socket.write('N'))
  const watch = createAnswerWatch((sqlState) => {
    const problem = BREAKING_SQL_STATES.get(sqlState)
    if (!problem) return
    queue.halt()
    const end = () => onBroken(new Error(`${problem} (${sqlState})`))
    // The client gets its error first, unless it does not read.
    socket.end(end)
    setTimeout(end, ERROR_READ_WITHIN_MS).unref()
  })
  let isAdmitted = password === undefined

  const answer = (piece: Uint8Array) => {
    if (socket.writable) socket.write(Uint8Array.from(piece)) // the engine reuses its buffer
    watch(piece)
  }
  const handle = (unit: ClientUnit): void => {
    if (unit.kind === 'terminate') socket.end()
    else if (unit.kind === 'startup') socket.write(isAdmitted ? greeting : ASK_FOR_PASSWORD)
    else if (unit.kind === 'password') {
      isAdmitted =
        password !== undefined && isSameText(unit.bytes.toString('utf8', 5, unit.bytes.length - 1), password)
      if (isAdmitted) socket.write(greeting)
      else socket.destroy()
    } else if (isAdmitted) client.submit(unit.bytes, unit.isOpenEnded, answer)
    else socket.destroy()
  }

  socket.on('data', (chunk) => {
    try {
      for (const unit of cutter.push(chunk)) handle(unit)
    } catch {
      socket.destroy() // not the PostgreSQL protocol
    }
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => client.leave())
}

function isSameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** AuthenticationCleartextPassword */
const ASK_FOR_PASSWORD = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3])

/** There is one session: what it says at its start (version, encoding, …) is what every connection hears. */
async function readGreeting(engine: Engine): Promise<Buffer> {
  const settings = Buffer.from('user\0postgres\0database\0postgres\0\0')
  const startup = Buffer.alloc(8 + settings.length)
  startup.writeInt32BE(startup.length, 0)
  startup.writeInt32BE(3 << 16, 4)
  settings.copy(startup, 8)
  const pieces: Buffer[] = []
  await engine.run(startup, (piece) => pieces.push(Buffer.from(piece)))
  return Buffer.concat(pieces)
}
