const UNRESERVED = /[A-Za-z0-9\-._~]/
const ENCODED_OCTET = /%([0-9a-fA-F]{2})/g

/**
 * Normalises paths and patterns (RFC 9309, 2.2.2): percent-encodes non-ASCII characters, decodes characters that need no encoding, and
 * writes hexadecimal digits in upper case.
 */
export function normalisePath(path: string): string {
  const ascii = path.replace(/[^\x21-\x7e]+/gu, (text) => encodeURIComponent(text.toWellFormed()))
  return ascii.replace(ENCODED_OCTET, (octet, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return UNRESERVED.test(character) ? character : octet.toUpperCase()
  })
}

/**
 * Whether a normalised pattern matches the beginning of a normalised path: `*` = any characters, a closing `$` = the end. Takes the
 * leftmost match for each part, so the time is bounded by pattern × path, without backtracking.
 */
export function matchesPath(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$')
  const parts = (isAnchored ? pattern.slice(0, -1) : pattern).split('*')
  const first = parts[0] ?? ''
  if (!path.startsWith(first)) return false
  let position = first.length
  if (parts.length === 1) return !isAnchored || position === path.length
  const last = isAnchored ? (parts.pop() ?? '') : ''
  for (const part of parts.slice(1)) {
    const found = path.indexOf(part, position)
    if (found === -1) return false
    position = found + part.length
  }
  return path.length - last.length >= position && path.endsWith(last)
}
