/** The address when it is one that a link may lead to; null for `javascript:` and everything else strangers publish. */
export function externalUrl(text: string | null | undefined): string | null {
  if (!text) return null
  const url = URL.parse(text)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null
}
