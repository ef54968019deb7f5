import sanitizeHtml from 'sanitize-html'

const MAX_DESCRIPTION_CHARS = 100_000

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'b',
    'strong',
    'i',
    'em',
    'u',
    's',
    'ul',
    'ol',
    'li',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'blockquote',
    'table',
    'thead',
    'tbody',
    'tr',
    'td',
    'th',
    'hr',
    'sup',
    'sub',
    'a',
  ],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'svg',
    'math',
    'iframe',
    'object',
  ],
  nestingLimit: 30,
  transformTags: {
    h1: 'h2',
    a: (_name, attributes) => ({
      tagName: 'a',
      attribs: { ...linkOf(attributes['href']), rel: 'noopener nofollow ugc' },
    }),
  },
}

/**
 * A product's description with a strict allow-list of tags, without pictures, styles and scripts;
 * null if nothing remains.
 */
export function cleanDescription(html: unknown): string | null {
  if (typeof html !== 'string') return null
  const source = html.slice(0, MAX_DESCRIPTION_CHARS).toWellFormed().replaceAll('\u0000', '')
  const clean = sanitizeHtml(source, OPTIONS).trim()
  return clean === '' ? null : clean.slice(0, MAX_DESCRIPTION_CHARS)
}

/** Only absolute addresses: a relative one would lead to one of our pages. */
function linkOf(href: string | undefined): { href: string } | null {
  const isWhole = href !== undefined && /^(?:https?:\/\/|mailto:)/i.test(href) && URL.canParse(href)
  return isWhole ? { href } : null
}
