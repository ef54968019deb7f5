import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'
import type { Language } from '#i18n/languages.ts'
import type { Heading } from '#server/platform/db/site-schema.ts'

export type Rendered = {
  html: string
  headings: Heading[]
  /** The text as read aloud, without markup. */
  text: string
  words: number
}

// Articles contain no HTML: authors write Markdown, so an article cannot run script. Articles name
// many domains as examples, so an address becomes a link only where the author makes it one,
// `<https://…>` included.
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: true })
// Only quotation marks are replaced by their printed forms.
markdown.disable('replacements')
/** Any other scheme stays plain text. */
markdown.validateLink = (address) => /^(?:https:\/\/|mailto:|#|\/(?!\/))/i.test(address.trim())

export type Token = ReturnType<typeof markdown.parse>[number]
type Rule = NonNullable<(typeof markdown.renderer.rules)[string]>
type Rendering = Parameters<Rule>

const { rules } = markdown.renderer
const plain = ([tokens, at, options, , self]: Rendering) => self.renderToken(tokens, at, options)

// Wide tables and code blocks scroll separately, also by keyboard; the heading above them names
// them.
rules['table_open'] = (...args) => `<div class="table-frame" ${scrolls(args)}>${plain(args)}`
rules['table_close'] = (...args) => `${plain(args)}</div>`
// Classes align the columns: our security policy forbids inline styles.
for (const name of ['th_open', 'td_open'])
  rules[name] = (...args) => {
    const [tokens, at] = args
    const token = tokens[at]
    const side = /^text-align:(center|right)$/.exec(String(token?.attrGet('style') ?? ''))?.[1]
    if (token) token.attrs = side === undefined ? null : [['class', `to-${side}`]]
    return plain(args)
  }
for (const name of ['fence', 'code_block']) {
  const draw = rules[name]
  if (draw) rules[name] = (...args) => draw(...args).replace(/^<pre/, () => `<pre ${scrolls(args)}`)
}

const scrolls = ([tokens, at]: Rendering): string => {
  const heading: unknown = tokens[at]?.meta?.heading
  return typeof heading === 'string'
    ? `tabindex="0" role="group" aria-labelledby="${markdown.utils.escapeHtml(heading)}"`
    : 'tabindex="0" role="group"'
}

export function parseMarkdown(source: string, language: Language): Token[] {
  markdown.options.quotes = quotesOf[language]
  return markdown.parse(source, {})
}

/**
 * Renders an article's Markdown as HTML. Headings get ids, a first-level heading becomes
 * second-level (the page has a title already), links to other hosts open in a new tab.
 */
export function renderMarkdown(source: string, language: Language = 'en'): Rendered {
  const tokens = parseMarkdown(source, language)
  const headings = markHeadings(tokens)
  for (const token of tokens) for (const child of token.children ?? []) openInNewTab(child)
  const text = tokens
    .map((token) => (token.children ? textOf(token.children) : token.content))
    .join('\n')
  const html = sanitizeHtml(markdown.renderer.render(tokens, markdown.options, {}), ALLOWED)
  return {
    html,
    headings,
    text,
    words: (text.match(/[\p{L}\p{N}]+(?:[’'-][\p{L}\p{N}]+)*/gu) ?? []).length,
  }
}

/** Gives each heading its id and collects the table of contents. */
function markHeadings(tokens: Token[]): Heading[] {
  const headings: Heading[] = []
  const freeId = idMaker()
  tokens.forEach((token, at) => {
    const above = headings.at(-1)
    if (above) token.meta = { ...token.meta, heading: above.id }
    if (token.type !== 'heading_open') return
    const level = Math.min(4, Math.max(2, Number(token.tag.slice(1))))
    token.tag = `h${level}`
    const close = tokens[at + 2]
    if (close) close.tag = token.tag
    const text = textOf(tokens[at + 1]?.children ?? [])
    const id = freeId(text)
    token.attrSet('id', id)
    // Links in the contents move the keyboard focus here.
    token.attrSet('tabindex', '-1')
    headings.push({ id, text, level })
  })
  return headings
}

function openInNewTab(token: Token): void {
  if (token.type !== 'link_open' || !/^https?:/i.test(String(token.attrGet('href') ?? ''))) return
  token.attrSet('rel', 'noopener noreferrer')
  token.attrSet('target', '_blank')
}

const HEADING = ['id', 'tabindex']
const SCROLLS = ['tabindex', 'role', 'aria-labelledby']

/** A second line of defence behind the first. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    'h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'em', 'strong', 's', 'a', 'hr', 'br', 'table', 'thead', 'tbody', 'tr', 'th',
    'td', 'div', 'img',
  ], // prettier-ignore
  allowedAttributes: {
    a: ['href', 'rel', 'target', 'title'],
    div: ['class', ...SCROLLS],
    pre: SCROLLS,
    img: ['src', 'alt', 'title', 'loading', 'decoding'],
    code: ['class'],
    ol: ['start'],
    h2: HEADING,
    h3: HEADING,
    h4: HEADING,
    td: ['class'],
    th: ['class'],
  },
  allowedClasses: {
    div: ['table-frame'],
    code: [/^language-[\w-]+$/],
    td: ['to-center', 'to-right'],
    th: ['to-center', 'to-right'],
  },
  allowedSchemes: ['https', 'mailto'],
  // Pictures of other hosts would reveal the readers to them.
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  transformTags: {
    img: sanitizeHtml.simpleTransform('img', { loading: 'lazy', decoding: 'async' }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['src'],
}

const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content))
    .join('')

/** An id for each text: the second of the same name is `name-2`. */
function idMaker(): (text: string) => string {
  // The surrounding page uses these.
  const taken = new Set(['main', 'blog-related'])
  const last = new Map<string, number>()
  return (text) => {
    const id = slugOf(text) || 'section'
    let nth = last.get(id) ?? 1
    let free = nth === 1 ? id : `${id}-${nth}`
    while (taken.has(free)) free = `${id}-${(nth += 1)}`
    last.set(id, nth)
    taken.add(free)
    return free
  }
}

const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

/**
 * Quotation marks as each language prints them: outer and inner ones, each opened and closed.
 * French ones are separated from the words.
 */
const quotesOf: Record<Language, [string, string, string, string]> = {
  en: ['“', '”', '‘', '’'],
  tr: ['“', '”', '‘', '’'],
  pt: ['“', '”', '‘', '’'],
  es: ['«', '»', '“', '”'],
  fr: ['«\u00A0', '\u00A0»', '“', '”'],
  de: ['„', '“', '‚', '‘'],
}

/** Replaces typed `"` and `'` in a line by printed quotation marks. */
export function withQuotes(line: string, language: Language): string {
  const [open, close] = quotesOf[language]
  return line
    .replaceAll(/"([^"]*)"/g, (_, quoted: string) => open + quoted + close)
    .replaceAll(/(?<=[\p{L}\p{N}])'/gu, '’')
}
