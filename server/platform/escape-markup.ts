const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Within elements and within quoted attributes. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** For XML, which does not allow some characters at all: they are removed. */
export const escapeXml = (text: string): string =>
  escapeMarkup(text).replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')

export const xmlElement = (name: string, text: string, attributes = ''): string =>
  `<${name}${attributes}>${escapeXml(text)}</${name}>`
