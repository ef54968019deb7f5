/** The address if it is safe to link to; null for `javascript:` and any other untrusted input. */
export function externalUrl(text: string | null | undefined): string | null {
  if (!text) return null
  const url = URL.parse(text)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null
}
