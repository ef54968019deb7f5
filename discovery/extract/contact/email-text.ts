import { INLINE_BREAK } from '#discovery/extract/html-scan.ts'

const MAX_AT_SIGNS = 500
const BREAKS = new RegExp(`${INLINE_BREAK}+`, 'gu')
const AT_BREAKS = new RegExp(`${INLINE_BREAK}*([@\uff20])${INLINE_BREAK}*`, 'gu')
const LOCAL = /[\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}$/u
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,5}\p{L}{2,24}/u

// Round, square or curly brackets around "at" and "dot" in the supported languages.
const BRACKETED_AT = /\s{0,3}[[({<]\s?(?:at|@|ät|arroba|chez|kukac|собака)\s?[\])}>]\s{0,3}/giu
const BRACKETED_DOT = /\s{0,3}[[({<]\s?(?:dot|punkt|punto|ponto|point|nokta|\.)\s?[\])}>]\s{0,3}/giu
const SPOKEN =
  /(?<![\p{L}\p{N}._-])([\p{L}\p{N}._-]{2,64})\s(?:at|arroba)\s((?:[\p{L}\p{N}-]{1,63}\s(?:dot|punkt|punto|ponto|point|nokta)\s){1,4}\p{L}{2,24})(?![\p{L}\p{N}])/giu

/**
 * Joins the text of a block as a reader sees it. If an inline element ends next to an `@`, the address continues across it. Everywhere else
 * the boundary is a gap, because labels are often separated by style only (`<b>E-mail</b><span>info@…</span>`).
 */
const joinInline = (text: string): string =>
  text
    .replaceAll(AT_BREAKS, '$1')
    .replaceAll(BREAKS, ' ')
    .replaceAll('\uff20', '@')
    .replaceAll(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')

const openBrackets = (text: string): string =>
  /[[({<]\s?(?:at|@|ät|arroba|chez|kukac|собака)\s?[\])}>]/iu.test(text)
    ? text.replaceAll(BRACKETED_AT, '@').replaceAll(BRACKETED_DOT, '.')
    : text

const openSpoken = (text: string): string => {
  if (!/\s(?:at|arroba)\s/i.test(text)) return text
  return text.replaceAll(SPOKEN, (_whole, local: string, domain: string) => {
    const host = domain.replaceAll(/\s(?:dot|punkt|punto|ponto|point|nokta)\s/giu, '.')
    return `${local}@${host} `
  })
}

/** Candidates for e-mail addresses in a text, as written; plain or obfuscated in the usual ways. Not yet checked. */
export function emailsInText(block: string): string[] {
  const text = openSpoken(openBrackets(joinInline(block)))
  const found: string[] = []
  for (
    let at = text.indexOf('@'), count = 0;
    at >= 0 && count < MAX_AT_SIGNS;
    at = text.indexOf('@', at + 1), count++
  ) {
    const local = LOCAL.exec(text.slice(Math.max(0, at - 64), at))?.[0]
    const domain = local ? DOMAIN.exec(text.slice(at + 1, at + 200))?.[0] : undefined
    if (local && domain) found.push(`${local}@${domain}`)
  }
  return found
}

/** Addresses of a `mailto:` link: several, percent-encoded, with a subject. */
export function emailsOfMailto(href: string): string[] {
  const [list = ''] = href.replace(/^mailto:/i, '').split('?')
  const plain = decodePercent(list)
  return plain.split(/[,;]/).flatMap((part) => emailsInText(part))
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The address behind a proxy's `data-cfemail`: the first byte is the key of a XOR over the rest. */
export function decodeProtectedEmail(hex: string): string | null {
  if (!/^(?:[0-9a-f]{2}){4,200}$/i.test(hex)) return null
  const bytes = Buffer.from(hex, 'hex')
  const key = bytes[0] ?? 0
  const text = new TextDecoder().decode(bytes.subarray(1).map((byte) => byte ^ key))
  return emailsInText(text.split('?')[0] ?? '')[0] ?? null
}
