/**
 * Hand-written DER encoder: building a certificate takes microseconds and gives the same bytes each
 * time.
 */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

export function tlv(tag: number, ...parts: Uint8Array[]): Buffer {
  let length = 0
  for (const part of parts) length += part.length
  const header =
    length < 0x80
      ? [tag, length]
      : length < 0x100
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff]
  const encoded = Buffer.allocUnsafe(header.length + length)
  encoded.set(header, 0)
  let offset = header.length
  for (const part of parts) {
    encoded.set(part, offset)
    offset += part.length
  }
  return encoded
}

export const sequence = (...parts: Uint8Array[]): Buffer => tlv(TAG.sequence, ...parts)
export const octets = (...parts: Uint8Array[]): Buffer => tlv(TAG.octetString, ...parts)
export const text = (tag: number, value: string): Buffer =>
  tlv(tag, Buffer.from(value, tag === TAG.utf8 ? 'utf8' : 'latin1'))
export const bitString = (bits: Uint8Array, unusedBits = 0): Buffer =>
  tlv(TAG.bitString, Uint8Array.of(unusedBits), bits)
export const TRUE = tlv(TAG.boolean, Uint8Array.of(0xff))

/** Integer from its big-endian bytes; a leading zero keeps it positive. */
export const integer = (bytes: Uint8Array): Buffer =>
  tlv(TAG.integer, (bytes[0] ?? 0) & 0x80 ? Uint8Array.of(0, ...bytes) : bytes)

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [first * 40 + second]
  for (const arc of rest) {
    const septets = [arc & 0x7f]
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      septets.unshift((left & 0x7f) | 0x80)
    bytes.push(...septets)
  }
  return tlv(TAG.oid, Uint8Array.from(bytes))
}

export function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/[-:T]/g, '').slice(0, 14)
  return Number(digits.slice(0, 4)) < 2050
    ? text(TAG.utcTime, `${digits.slice(2)}Z`)
    : text(TAG.generalizedTime, `${digits}Z`)
}

export const extension = (id: Buffer, value: Uint8Array, isCritical = false): Buffer =>
  isCritical ? sequence(id, TRUE, octets(value)) : sequence(id, octets(value))
