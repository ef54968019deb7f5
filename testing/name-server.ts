import { createSocket } from 'node:dgram'
import { createRequire } from 'node:module'

type Question = { type: string; name: string }
export type NameRecord = Question & { data: string | string[]; ttl?: number }
type Packet = {
  id: number
  type?: 'response'
  flags?: number
  questions: Question[]
  answers?: NameRecord[]
}
// The package ships no types.
const packets: { encode: (packet: Packet) => Buffer; decode: (bytes: Buffer) => Packet } =
  createRequire(import.meta.url)('dns-packet')
const RECURSION = 0x0180
const CODES = { servfail: 2, nxdomain: 3, refused: 5 }

export type NameAnswer = NameRecord[] | keyof typeof CODES | 'silent'
export type NameServer = { address: string; close: () => void }

/** A recursive name server on loopback. */
export async function startNameServer(
  answer: (question: Question) => NameAnswer,
): Promise<NameServer> {
  const socket = createSocket('udp4')
  socket.on('message', (message, peer) => {
    const { id, questions } = packets.decode(message)
    const [question] = questions
    const found = question ? answer(question) : 'silent'
    if (found === 'silent') return
    const isFailure = typeof found === 'string'
    const flags = RECURSION | (isFailure ? CODES[found] : 0)
    const answers = isFailure ? [] : found
    socket.send(
      packets.encode({ id, type: 'response', flags, questions, answers }),
      peer.port,
      peer.address,
    )
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() }
}
