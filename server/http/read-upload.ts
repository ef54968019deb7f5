import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Upload } from '#contracts/endpoint.ts'
import { AppError, invalidRequest, overloaded } from '#server/errors.ts'

const KIB = 1024
/** What stands around the file: boundaries, headers, a few small fields that nobody reads. */
const FORM_BYTES = 64 * KIB
/** Of all files of one endpoint that are being received or worked on together. */
const HELD_BYTES = 32 * KIB * KIB

const LIMITS = { files: 1, fields: 8, parts: 9, fieldNameSize: 100, fieldSize: 4 * KIB, headerPairs: 20 }

export type ReceivedUpload = Disposable & {
  /** The only file of the form. May be called once. @throws AppError 400, 413, 415, 503 */
  read: () => Promise<Buffer>
}

export type Uploads = { begin: (request: FastifyRequest, reply: FastifyReply) => ReceivedUpload }

/** Within this scope forms are read, and nothing else is. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers()
  await scope.register(fastifyMultipart, { throwFileSizeLimit: false })
}

/** Bytes are counted as they arrive, of each form and of all together; who sends too many is cut off. */
export function createUploads(upload: Upload): Uploads {
  let heldBytes = 0
  return {
    begin(request, reply) {
      let seenBytes = 0
      const count = (bytes: number): AppError | null => {
        seenBytes += bytes
        heldBytes += bytes
        if (seenBytes > upload.maxBytes + FORM_BYTES) return new AppError('payload_too_large')
        return heldBytes > HELD_BYTES ? overloaded() : null
      }
      return {
        async read() {
          try {
            return await readForm(request, upload, count)
          } catch (error) {
            request.raw.unpipe()
            if (isMuchLeft(request, seenBytes, upload)) reply.header('connection', 'close')
            throw error
          }
        },
        [Symbol.dispose]() {
          heldBytes -= seenBytes
          seenBytes = 0
        },
      }
    },
  }
}

/** A small rest is thrown away as it comes, so that the caller surely reads the answer; a large one is not waited for. */
function isMuchLeft({ headers }: FastifyRequest, seenBytes: number, { maxBytes }: Upload): boolean {
  const left = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) - seenBytes
  return !(left <= maxBytes)
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
  // Whichever of the two comes second has nobody who listens.
  for (const promise of [file, cut.promise]) promise.catch(() => {})
  request.raw.on('data', (chunk: Buffer) => {
    const refusal = count(chunk.length)
    if (refusal) cut.reject(refusal)
  })
  return Promise.race([file, cut.promise])
}

async function readFile(request: FastifyRequest, field: string, maxBytes: number): Promise<Buffer> {
  let file: Buffer | null = null
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: maxBytes } })) {
      if (part.type === 'file' && part.fieldname === field) file = await readPart(part.file)
      else if (part.type === 'file') throw invalidRequest(field)
    }
  } catch (error) {
    // The parser throws plain errors, and only ever about the form.
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
