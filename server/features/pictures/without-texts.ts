/** Useless for the picture, and a megabyte of them unpacks to a gigabyte, which the decoder would do before it reads further. */
const TEXTS = new Set(['tEXt', 'zTXt', 'iTXt'])
const MARK_BYTES = 8
/** Length, type and checksum around the data of a chunk. */
const CHUNK_BYTES = 12

/** A PNG file without its text chunks. Data that is not a complete chunk stays, for the decoder to judge. */
export function withoutTexts(png: Uint8Array): Uint8Array {
  const file = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const kept: Uint8Array[] = [file.subarray(0, MARK_BYTES)]
  let at = MARK_BYTES
  while (at + CHUNK_BYTES <= file.length) {
    const end = at + CHUNK_BYTES + file.readUInt32BE(at)
    if (end > file.length) break
    if (!TEXTS.has(file.toString('latin1', at + 4, at + 8))) kept.push(file.subarray(at, end))
    at = end
  }
  kept.push(file.subarray(at))
  return Buffer.concat(kept)
}
