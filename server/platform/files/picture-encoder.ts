import pLimit from 'p-limit'
import type { Sharp } from 'sharp'

/**
 * By content, regardless of the header or the name. Not SVG: it is a document that may fetch and
 * run things.
 */
const ALLOWED_TYPES = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
])

/**
 * The decoders of those types; all others are disabled, even for a file that is valid in two
 * formats.
 */
const DECODERS = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map(
  (name) => `VipsForeignLoad${name}Buffer`,
)

const MAX_PIXELS = 40_000_000
const DECODE_WITHIN_SECONDS = 5
const QUALITY = 80
/** Each holds one of the four threads that also read files and resolve names. */
const AT_ONCE = 2

const limit = pLimit(AT_ONCE)

/** How a picture is resized: `inside` keeps its shape, `cover` crops the rest. */
export type Frame = { width: number; height: number; fit: 'inside' | 'cover' }

type EncodedPicture =
  | { kind: 'picture'; bytes: Uint8Array }
  | { kind: 'unsupported' }
  /** One of them, but broken or of more than 40 million pixels. */
  | { kind: 'damaged' }

/** A WebP file encoded here: first frame, upright, without metadata. */
export async function encodePicture(bytes: Uint8Array, frame: Frame): Promise<EncodedPicture> {
  const library = await (loading ??= loadLibrary())
  const type = await library.findType(bytes).catch(() => undefined)
  if (!type || !ALLOWED_TYPES.has(type.mime)) return { kind: 'unsupported' }
  const isPng = type.mime === 'image/png' || type.mime === 'image/apng'
  const input = library.open(isPng ? withoutTextChunks(bytes) : bytes, {
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
    pages: 1,
  })
  const encoded = await limit(() => resize(input, frame))
  return encoded ? { kind: 'picture', bytes: encoded } : { kind: 'damaged' }
}

async function resize(input: Sharp, { width, height, fit }: Frame): Promise<Uint8Array | null> {
  const output = input
    .autoOrient()
    .resize({ width, height, fit, withoutEnlargement: fit === 'inside' })
    .timeout({ seconds: DECODE_WITHIN_SECONDS })
    .webp({ quality: QUALITY })
  try {
    return await output.toBuffer()
  } catch {
    // The library throws plain errors, and only about the picture.
    return null
  }
}

/** Loaded with the first picture: loading at startup would cost 30 MB and 80 ms. */
let loading: ReturnType<typeof loadLibrary> | undefined

async function loadLibrary() {
  const [{ fileTypeFromBuffer }, { default: sharp }] = await Promise.all([
    import('file-type'),
    import('sharp'),
  ])
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: DECODERS })
  return { findType: fileTypeFromBuffer, open: sharp }
}

/**
 * Useless for the picture, and a megabyte of them unpacks to a gigabyte, which the decoder would do
 * before it reads further.
 */
const TEXTS = new Set(['tEXt', 'zTXt', 'iTXt'])
const MARK_BYTES = 8
/** Length, type and checksum around the data of a chunk. */
const CHUNK_BYTES = 12

/**
 * A PNG file without its text chunks. Data that is not a complete chunk stays, for the decoder to
 * judge.
 */
export function withoutTextChunks(png: Uint8Array): Uint8Array {
  const file = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const parts: Uint8Array[] = [file.subarray(0, MARK_BYTES)]
  let at = MARK_BYTES
  while (at + CHUNK_BYTES <= file.length) {
    const end = at + CHUNK_BYTES + file.readUInt32BE(at)
    if (end > file.length) break
    if (!TEXTS.has(file.toString('latin1', at + 4, at + 8))) parts.push(file.subarray(at, end))
    at = end
  }
  parts.push(file.subarray(at))
  return Buffer.concat(parts)
}
