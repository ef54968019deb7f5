import type { Sharp, SharpOptions } from 'sharp'
import { createLine } from './line.ts'
import { PICTURE_SIZES, type PictureSize } from './picture-size.ts'

/** By content, whatever the header or the name claims. Not SVG: it is a document that may fetch and run things. */
const ALLOWED_TYPES = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
])

/** The decoders of those types; all others are switched off, whatever they would recognise in a file of two natures. */
const DECODERS = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)

const MAX_PIXELS = 40_000_000
const DECODE_WITHIN_SECONDS = 5
const QUALITY = 80
/** Each holds one of the four threads that also read files and look up names. */
const AT_ONCE = 2

const line = createLine({ atOnce: AT_ONCE, waiting: Number.POSITIVE_INFINITY })

/**
 * A WebP file of our own making, at most `size` on its longer side: first frame, upright, without metadata. Null for what is
 * none of the allowed types, is damaged, or holds more than 40 million pixels.
 */
export async function encodePicture(bytes: Uint8Array, size: PictureSize): Promise<Uint8Array | null> {
  const library = await loadLibrary()
  const type = await library.findType(bytes).catch(() => undefined)
  if (!type || !ALLOWED_TYPES.has(type.mime)) return null
  const input = library.open(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
  return (await line(() => resize(input, PICTURE_SIZES[size]))) ?? null
}

async function resize(input: Sharp, longestSide: number): Promise<Uint8Array | null> {
  const output = input
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: DECODE_WITHIN_SECONDS })
    .webp({ quality: QUALITY })
  try {
    return await output.toBuffer()
  } catch {
    // The library throws plain errors, and only ever about the picture.
    return null
  }
}

type Library = {
  findType: (bytes: Uint8Array) => Promise<{ mime: string } | undefined>
  open: (bytes: Uint8Array, options: SharpOptions) => Sharp
}
let loading: Promise<Library> | undefined

/** Loaded with the first picture: it would cost every start 30 MB and 80 ms. */
function loadLibrary(): Promise<Library> {
  loading ??= prepareLibrary()
  return loading
}

async function prepareLibrary(): Promise<Library> {
  const [{ fileTypeFromBuffer }, { default: sharp }] = await Promise.all([
    import('file-type'),
    import('sharp'),
  ])
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: DECODERS })
  return { findType: (bytes) => fileTypeFromBuffer(bytes), open: sharp }
}
