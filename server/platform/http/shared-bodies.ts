import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type CompressedCopies, compressedCopies, encodingFor, inOwnMemory } from './compression.ts'

export type Body = { bytes: Buffer; compressed: CompressedCopies }
/** Of a text that everyone who asks for it gets. */
export type SharedBody = Body & { etag: string }

export function bodyOf(text: string): Body {
  const bytes = inOwnMemory(Buffer.from(text))
  return { bytes, compressed: compressedCopies(bytes) }
}

/** `content`: what of the text counts as a change. */
export function sharedBody(text: string, content = text): SharedBody {
  // Weak, because the bytes differ by encoding.
  const etag = `W/"${hash('sha256', content, 'base64url')}"`
  return { ...bodyOf(text), etag }
}

export async function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, ...body }: SharedBody,
): Promise<FastifyReply> {
  reply.headers({ etag, vary: varyOf(reply) })
  // The policy that the browser has stored belongs to the text that it has stored.
  if (request.headers['if-none-match']?.includes(etag.replace('W/', '')) === true)
    return reply.code(304).removeHeader('content-security-policy').send()
  return reply.send(await encode(request, reply, body))
}

export async function encodeFor(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
): Promise<Buffer> {
  reply.header('vary', varyOf(reply))
  return encode(request, reply, body)
}

const varyOf = (reply: FastifyReply) =>
  [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', ')

async function encode(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { bytes, compressed }: Body,
): Promise<Buffer> {
  const encoding = encodingFor(headers['accept-encoding'])
  if (encoding === null) return bytes
  reply.header('content-encoding', encoding)
  return compressed(encoding)
}

const TTL_MS = 5_000
const MAX_TEXTS = 100

/** Texts that are written once every few seconds, however many ask for them. */
export function createSharedTexts({ now }: { now: () => Date }, forMs = TTL_MS) {
  const texts = new LRUCache<string, Promise<SharedBody>>({
    max: MAX_TEXTS,
    ttl: forMs,
    perf: { now: () => now().getTime() },
    ttlResolution: 0,
  })
  return (key: string, write: () => Promise<string>): Promise<SharedBody> => {
    const known = texts.get(key)
    if (known) return known
    const written = write().then((text) => sharedBody(text))
    texts.set(key, written)
    written.catch(() => texts.delete(key))
    return written
  }
}

/** A body and its compressed copies. */
const COPIES_FACTOR = 1.5

/** Bodies that are the same as long as their key is. */
export function createBodies(maxBytes: number) {
  const bodies = new LRUCache<string, Body>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }, key) => Math.ceil(bytes.length * COPIES_FACTOR) + key.length,
  })
  return (key: string, write: () => string): Body => {
    const known = bodies.get(key)
    if (known) return known
    const written = bodyOf(write())
    bodies.set(key, written)
    return written
  }
}
export type Bodies = ReturnType<typeof createBodies>
