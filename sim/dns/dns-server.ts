import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import {
  AUTHORITATIVE_ANSWER,
  decode,
  encode,
  RECURSION_AVAILABLE,
  RECURSION_DESIRED,
  streamEncode,
  type Packet,
  type Record,
} from 'dns-packet'
import { takesMail, type Resolution } from './zone.ts'

export type DnsServer = AsyncDisposable & { port: number }
export type ResolveName = (host: string) => Resolution

const TTL_SECONDS = 60
const SERVFAIL = 2
const NXDOMAIN = 3

/** A DNS resolver on loopback, with UDP and TCP on the same port. */
export async function startDnsServer(resolve: ResolveName): Promise<DnsServer> {
  const { udp, tcp, port } = await bindBoth(resolve)
  return {
    port,
    async [Symbol.asyncDispose]() {
      udp.close()
      tcp.close()
      await Promise.all([once(udp, 'close'), once(tcp, 'close')])
    },
  }
}

async function bindBoth(resolve: ResolveName) {
  for (let attempt = 1; ; attempt++) {
    const udp = createSocket('udp4')
    udp.on('message', (bytes, from) => {
      const answer = answerQuery(resolve, bytes)
      if (answer) udp.send(encode(answer), from.port, from.address)
    })
    udp.on('error', () => {})
    udp.bind(0, '127.0.0.1')
    await once(udp, 'listening')
    const port = udp.address().port
    const tcp = createServer((socket) => serveStream(resolve, socket))
    try {
      tcp.listen(port, '127.0.0.1')
      await once(tcp, 'listening')
      return { udp, tcp, port: (tcp.address() as AddressInfo).port }
    } catch (error) {
      // Another program holds the TCP port with this number.
      udp.close()
      if (attempt === 20) throw error
    }
  }
}

function serveStream(resolve: ResolveName, socket: Socket): void {
  let pending: Buffer = Buffer.alloc(0)
  socket.on('error', () => socket.destroy())
  socket.setTimeout(5000, () => socket.destroy())
  socket.on('data', (bytes) => {
    pending = Buffer.concat([pending, bytes])
    while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
      const length = pending.readUInt16BE(0)
      const answer = answerQuery(resolve, pending.subarray(2, 2 + length))
      pending = pending.subarray(2 + length)
      if (answer) socket.write(streamEncode(answer))
    }
  })
}

function answerQuery(resolve: ResolveName, bytes: Buffer): Packet | null {
  let query: Packet
  try {
    query = decode(bytes)
  } catch {
    return null
  }
  const question = query.questions[0]
  if (query.type !== 'query' || !question) return null
  const resolution = resolve(question.name.toLowerCase())
  if (resolution.kind === 'timeout') return null
  const flags = (query.flags & RECURSION_DESIRED) | RECURSION_AVAILABLE | AUTHORITATIVE_ANSWER
  const code =
    resolution.kind === 'nxdomain' ? NXDOMAIN : resolution.kind === 'servfail' ? SERVFAIL : 0
  return {
    id: query.id ?? 0,
    type: 'response',
    flags: flags | code,
    questions: query.questions,
    answers: answersFor(question.name, question.type, resolution),
  }
}

function answersFor(name: string, type: string, resolution: Resolution): Record[] {
  if (resolution.kind !== 'addresses') return []
  const { v4, v6, alias } = resolution
  const target = alias ?? name
  const answers: Record[] = alias ? [{ type: 'CNAME', name, ttl: TTL_SECONDS, data: alias }] : []
  if (type === 'A')
    answers.push(...v4.map((data) => ({ type: 'A', name: target, ttl: TTL_SECONDS, data })))
  if (type === 'AAAA')
    answers.push(...v6.map((data) => ({ type: 'AAAA', name: target, ttl: TTL_SECONDS, data })))
  // Most owners of a web site have mailboxes; a few have not set them up yet.
  if (type === 'MX')
    return takesMail(name)
      ? [{ type: 'MX', name, ttl: TTL_SECONDS, data: { preference: 10, exchange: `mail.${name}` } }]
      : []
  return type === 'A' || type === 'AAAA' || type === 'CNAME' ? answers : []
}
