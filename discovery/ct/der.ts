// Steps through DER (X.690) without building objects: positions in, positions out. Supports only what certificates use: one-byte tags and
// definite lengths of at most four bytes. `-1` = unsupported or beyond `limit`; callers may pass it on as a position.

/** End of the element that begins at `at`, or -1. */
export function elementEnd(der: Uint8Array, at: number, limit: number): number {
  if (at < 0 || at + 2 > limit || (byte(der, at) & 0x1f) === 0x1f) return -1
  const first = byte(der, at + 1)
  const end = first < 0x80 ? at + 2 + first : longEnd(der, at + 2, first & 0x7f, limit)
  return end <= limit ? end : -1
}

/** Where the content of the element at `at` begins. Only for elements that `elementEnd` accepted. */
export function contentStart(der: Uint8Array, at: number): number {
  const first = byte(der, at + 1)
  return first < 0x80 ? at + 2 : at + 2 + (first & 0x7f)
}

/** End of the element at `at` if it has this tag, else -1. */
export function endOfTag(der: Uint8Array, at: number, limit: number, tag: number): number {
  return at >= 0 && at < limit && byte(der, at) === tag ? elementEnd(der, at, limit) : -1
}

function longEnd(der: Uint8Array, at: number, count: number, limit: number): number {
  if (count === 0 || count > 4 || at + count > limit) return -1
  let length = 0
  for (let i = at; i < at + count; i++) length = length * 256 + byte(der, i)
  return at + count + length
}

/** Callers have checked the bounds; the fallback only satisfies the compiler. */
export const byte = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0
