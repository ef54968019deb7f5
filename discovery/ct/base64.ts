const CANONICAL = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Standard base64 with padding (RFC 4648 section 4), canonical only: `null` where Node would silently skip characters. */
export function decodeBase64(text: string): Buffer | null {
  if (!CANONICAL.test(text)) return null
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}
