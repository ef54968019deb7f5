import { setImmediate as nextTick } from 'node:timers/promises'

/** The embedded engine as this folder needs it: one session that runs one unit of messages after the other. */
export type Engine = {
  run: (bytes: Uint8Array, onAnswer: (piece: Uint8Array) => void) => Promise<void>
  isInTransaction: () => boolean
}

/** A connection's place in the queue. */
export type QueueClient = {
  submit: (bytes: Uint8Array, isOpenEnded: boolean, onAnswer: (piece: Uint8Array) => void) => void
  /** Forgets what waits and rolls back a transaction that is open. */
  leave: () => void
}

type Entry = {
  client: object
  bytes: Uint8Array
  isOpenEnded: boolean
  onAnswer: (piece: Uint8Array) => void
}
type Owner = { client: object; idleTimer: NodeJS.Timeout }

const ROLLBACK = simpleQuery('rollback')
// Ends an open sequence of extended messages as well as a transaction.
const SYNC = Buffer.from([0x53, 0, 0, 0, 4])

/**
 * Gives the one session to one connection at a time: for a unit of messages, or from the start to the end of a transaction.
 * An owner that stays silent for `idleInTransactionMs` is thrown out: it would stop everybody else.
 */
export function createEngineQueue(
  engine: Engine,
  idleInTransactionMs: number,
  onBroken: (error: Error) => void,
) {
  let waiting: Entry[] = []
  let owner: Owner | undefined
  let [isDraining, isHalted] = [false, false]
  const idleHandlers = new Map<object, () => void>()

  const hasLeft = (client: object) => !idleHandlers.has(client)

  function settleOwner(client: object, isOpenEnded: boolean): void {
    clearTimeout(owner?.idleTimer)
    owner = undefined
    if (!isOpenEnded && !engine.isInTransaction()) return
    owner = { client, idleTimer: setTimeout(() => idleHandlers.get(client)?.(), idleInTransactionMs) }
  }

  async function takeNext(): Promise<Entry | undefined> {
    if (isHalted) return undefined
    if (owner && hasLeft(owner.client)) {
      clearTimeout(owner.idleTimer)
      owner = undefined
      await endTransaction(engine)
    }
    const at = owner ? waiting.findIndex((entry) => entry.client === owner?.client) : 0
    return at < 0 ? undefined : waiting.splice(at, 1)[0]
  }

  async function drain(): Promise<void> {
    if (isDraining) return
    isDraining = true
    try {
      for (let entry = await takeNext(); entry; entry = await takeNext()) {
        await engine.run(entry.bytes, entry.onAnswer)
        settleOwner(entry.client, entry.isOpenEnded)
        await nextTick() // lets sockets read and write between two units
      }
    } catch (error) {
      onBroken(error as Error)
    }
    isDraining = false
  }

  return {
    /** For good, and before the next unit: on a full disk that one might never return, and nothing else would run any more. */
    halt: () => void (isHalted = true),
    join(onIdleInTransaction: () => void): QueueClient {
      const client = {}
      idleHandlers.set(client, onIdleInTransaction)
      return {
        submit(bytes, isOpenEnded, onAnswer) {
          waiting.push({ client, bytes, isOpenEnded, onAnswer })
          void drain()
        },
        leave() {
          if (!idleHandlers.delete(client)) return
          waiting = waiting.filter((entry) => entry.client !== client)
          void drain()
        },
      }
    },
  }
}

export type EngineQueue = ReturnType<typeof createEngineQueue>

async function endTransaction(engine: Engine): Promise<void> {
  await engine.run(SYNC, () => undefined)
  if (engine.isInTransaction()) await engine.run(ROLLBACK, () => undefined)
}

function simpleQuery(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`)
  const message = Buffer.alloc(5 + text.length)
  message.write('Q')
  message.writeInt32BE(4 + text.length, 1)
  text.copy(message, 5)
  return message
}
