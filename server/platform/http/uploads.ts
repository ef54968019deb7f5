import { Socket } from 'node:net'
import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TextBody, Upload } from '#contracts/endpoint.ts'
import { AppError, invalidRequest, overloaded } from '#server/platform/errors.ts'

const KIB = 1024
/**
 * The bytes around the file: boundaries, headers, and a few small fields that the server ignores.
 */
const FORM_BYTES = 64 * KIB
/** For all files of one endpoint that are being received or processed. */
const MAX_BUFFERED_BYTES = 32 * KIB * KIB

/** Longer than a handler of uploads may take. */
const ANSWER_WITHIN_MS = 60_000

const LIMITS = {
  files: 1,
  fields: 8,
  parts: 9,
  fieldNameSize: 100,
  fieldSize: 4 * KIB,
  headerPairs: 20,
}

export type ReceivedUpload = Disposable & {
  /**
   * The only file of the form. May be called once.
   * @throws AppError 400, 413, 415, 503
   */
  read: () => Promise<Buffer>
}

type Uploads = { begin: (request: FastifyRequest, reply: FastifyReply) => ReceivedUpload }

/** This scope parses forms and nothing else. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers()
  await scope.register(fastifyMultipart, { throwFileSizeLimit: false })
}

/** Counts bytes as they arrive, per form and in total; a caller who sends too many is cut off. */
export function createUploads(upload: Upload): Uploads {
  let bufferedBytes = 0
  return {
    begin(request, reply) {
      let seenBytes = 0
      const count = (bytes: number): AppError | null => {
        seenBytes += bytes
        bufferedBytes += bytes
        if (seenBytes > upload.maxBytes + FORM_BYTES) return new AppError('payload_too_large')
        return bufferedBytes > MAX_BUFFERED_BYTES ? overloaded() : null
      }
      return {
        async read() {
          try {
            return await readForm(request, upload, count)
          } catch (error) {
            request.raw.unpipe()
            leaveRest(request, reply, seenBytes, upload)
            throw error
          }
        },
        [Symbol.dispose]() {
          bufferedBytes -= seenBytes
          seenBytes = 0
        },
      }
    },
  }
}

/**
 * A small rest is read and discarded, so that the caller can read the answer; a large rest is not.
 */
function leaveRest(
  { headers, raw }: FastifyRequest,
  reply: FastifyReply,
  seenBytes: number,
  { maxBytes }: Pick<Upload, 'maxBytes'>,
): void {
  const left = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) - seenBytes
  if (left <= maxBytes) raw.resume()
  else reply.header('connection', 'close')
}

/** This scope takes text of these types, and leaves it unread. */
export async function acceptText(scope: FastifyInstance, { mediaTypes }: TextBody): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser([...mediaTypes], (_request, _payload, done) => done(null))
}

/**
 * The body as it arrives. After its end the connection may be silent for longer than others, until
 * the answer: browsers send a call again whose connection ends without one.
 *
 * @throws AppError `payload_too_large`
 */
export async function* readText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: TextBody,
): AsyncGenerator<Uint8Array, void> {
  let seenBytes = 0
  let isRead = false
  try {
    // Without it, a reader that stops would close the connection before the answer.
    for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
      seenBytes += chunk.length
      if (seenBytes > text.maxBytes) throw new AppError('payload_too_large')
      yield chunk
    }
    isRead = true
    // The next request on the connection has the usual limit again.
    const { socket } = request.raw
    if (socket instanceof Socket) socket.setTimeout(ANSWER_WITHIN_MS)
  } finally {
    if (!isRead) leaveRest(request, reply, seenBytes, text)
  }
}

async function readForm(
  request: FastifyRequest,
  { field, maxBytes }: Upload,
  count: (bytes: number) => AppError | null,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + FORM_BYTES)
    throw new AppError('payload_too_large')
  if (!request.isMultipart()) throw new AppError('unsupported_media_type')
  const cut = Promise.withResolvers<never>()
  const file = readFile(request, field, maxBytes)
  // Handles the rejection of the promise that loses the race.
  for (const promise of [file, cut.promise]) promise.catch(() => {})
  const onData = (chunk: Buffer) => {
    const refusal = count(chunk.length)
    if (refusal) cut.reject(refusal)
  }
  request.raw.on('data', onData)
  try {
    return await Promise.race([file, cut.promise])
  } finally {
    // The rest of a refused form is not kept: counted now, it would never be given back.
    request.raw.off('data', onData)
  }
}

async function readFile(request: FastifyRequest, field: string, maxBytes: number): Promise<Buffer> {
  let file: Buffer | null = null
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: maxBytes } })) {
      if (part.type === 'file' && part.fieldname === field) file = await readPart(part.file)
      else if (part.type === 'file') throw invalidRequest(field)
    }
  } catch (error) {
    // The parser throws plain errors, and only about the form.
    throw error instanceof AppError ? error : invalidRequest(field, error)
  }
  if (!file) throw invalidRequest(field)
  return file
}

async function readPart(file: AsyncIterable<Buffer> & { truncated: boolean }): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk)
  if (file.truncated) throw new AppError('payload_too_large')
  return Buffer.concat(chunks)
}
