/**
 * Cuts what a client sends by the PostgreSQL protocol into units that the engine must run in one go. The engine has a single
 * session, so the unnamed statement that one connection parses would be replaced by another's before it is bound: with
 * pglite-socket 0.2.17, which interleaves single messages, 121 of 240 queries beside transactions got another's answer.
 */
export type ClientUnit = {
  kind: 'startup' | 'messages' | 'password' | 'terminate'
  bytes: Buffer
  isOpenEnded: boolean
}

const SSL_REQUEST = 80_877_103
const GSS_REQUEST = 80_877_104
const CANCEL_REQUEST = 80_877_102
const PROTOCOL_3 = 3
/** A message of a gigabyte is what PostgreSQL itself refuses. */
const MAX_MESSAGE_BYTES = 2 ** 30 - 1

const code = (letter: string) => letter.charCodeAt(0)
const SYNC = code('S')
const FLUSH = code('H')
const TERMINATE = code('X')
const PASSWORD = code('p')
/** Messages that end a unit: the engine answers, then waits for the client. */
const CLOSING = new Set([SYNC, FLUSH, code('Q'), code('F'), code('c'), code('f')])

export type ClientCutter = { push: (chunk: Buffer) => ClientUnit[] }

/** `refuseEncryption` answers the requests for TLS that some clients start with. */
export function createClientCutter(refuseEncryption: () => void): ClientCutter {
  const incoming = createByteQueue()
  let hasStarted = false
  let messages: Buffer[] = []

  function nextUnit(): ClientUnit | undefined {
    while (true) {
      const message = hasStarted ? takeTyped(incoming) : takeStartup(incoming)
      if (!message) return undefined
      if (!hasStarted) {
        const request = message.readInt32BE(4)
        if (request === SSL_REQUEST || request === GSS_REQUEST) refuseEncryption()
        else if (request === CANCEL_REQUEST) return unit('terminate', message) // nothing that could be interrupted
        else if (request >>> 16 === PROTOCOL_3) {
          hasStarted = true
          return unit('startup', message)
        } else throw new Error(`unknown protocol version ${request}`)
        continue
      }
      const type = message[0]
      if (type === TERMINATE) return unit('terminate', message)
      if (type === PASSWORD) return unit('password', message)
      messages.push(message)
      if (type === undefined || !CLOSING.has(type)) continue
      const bytes = messages.length === 1 ? message : Buffer.concat(messages)
      messages = []
      return { kind: 'messages', bytes, isOpenEnded: type === FLUSH }
    }
  }

  return {
    push(chunk) {
      incoming.append(chunk)
      const units: ClientUnit[] = []
      for (let next = nextUnit(); next; next = nextUnit()) units.push(next)
      return units
    },
  }
}

const unit = (kind: ClientUnit['kind'], bytes: Buffer): ClientUnit => ({ kind, bytes, isOpenEnded: false })

const takeStartup = (queue: ByteQueue) => queue.take(queue.peekInt32(0))

function takeTyped(queue: ByteQueue): Buffer | undefined {
  const length = queue.peekInt32(1)
  return queue.take(length === undefined ? undefined : length + 1)
}

type ByteQueue = {
  append: (chunk: Buffer) => void
  peekInt32: (offset: number) => number | undefined
  take: (bytes: number | undefined) => Buffer | undefined
}

/** Joins chunks only when a whole message has arrived: joining at every chunk costs quadratic time on long messages. */
function createByteQueue(): ByteQueue {
  let chunks: Buffer[] = []
  let size = 0
  const join = (): Buffer => {
    const [first] = chunks
    if (first && chunks.length === 1) return first
    const whole = Buffer.concat(chunks)
    chunks = [whole]
    return whole
  }
  return {
    append(chunk) {
      chunks.push(chunk)
      size += chunk.length
    },
    peekInt32(offset) {
      const end = offset + 4
      if (size < end) return undefined
      const [first] = chunks
      return (first && first.length >= end ? first : join()).readInt32BE(offset)
    },
    take(bytes) {
      if (bytes === undefined) return undefined
      if (bytes < 4 || bytes > MAX_MESSAGE_BYTES) throw new Error(`a message of ${bytes} bytes`)
      if (size < bytes) return undefined
      const whole = join()
      size -= bytes
      chunks = size > 0 ? [whole.subarray(bytes)] : []
      return whole.subarray(0, bytes)
    },
  }
}
