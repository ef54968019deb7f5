import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'
import type { Heading } from '#server/db/blog-schema.ts'

export type Rendered = {
  html: string
  headings: Heading[]
  /** What is read, without marks. */
  text: string
  words: number
}

// No HTML in an article: its author writes Markdown, and nobody else can make it run script.
const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false })
type Rule = NonNullable<(typeof markdown.renderer.rules)[string]>

const { rules } = markdown.renderer
const plain: Rule = (tokens, at, options, _env, self) => self.renderToken(tokens, at, options)

// A wide table scrolls by itself, also by keys.
rules['table_open'] = (...parts) => `<div class="table-frame" tabindex="0" role="group">${plain(...parts)}`
rules['table_close'] = (...parts) => `${plain(...parts)}</div>`

/**
 * An article's Markdown as HTML. Headings get addresses, a first-level one becomes a second-level one (the page has its own), links to other
 * hosts open beside the page.
 */
export function renderMarkdown(source: string): Rendered {
  const tokens = markdown.parse(source, {})
  const headings: Heading[] = []
  tokens.forEach((token, at) => {
    if (token.type === 'heading_open') {
      const level = Math.max(2, Number(token.tag.slice(1)))
      token.tag = `h${level}`
      const close = tokens[at + 2]
      if (close) close.tag = token.tag
      const text = textOf(tokens[at + 1]?.children ?? [])
      const id = freeId(
        text,
        headings.map((heading) => heading.id),
      )
      token.attrSet('id', id)
      headings.push({ id, text, level })
    }
    for (const child of token.children ?? [])
      if (child.type === 'link_open' && /^https?:/i.test(String(child.attrGet('href') ?? ''))) {
        child.attrSet('rel', 'noopener noreferrer')
        child.attrSet('target', '_blank')
      }
  })
  const text = tokens.map((token) => (token.children ? textOf(token.children) : token.content)).join('\n')
  const html = sanitizeHtml(markdown.renderer.render(tokens, markdown.options, {}), ALLOWED)
  return { html, headings, text, words: (text.match(/[\p{L}\p{N}]+(?:[’'-][\p{L}\p{N}]+)*/gu) ?? []).length }
}

/** A second line behind the first. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    'h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'em', 'strong', 's', 'a', 'hr', 'br', 'table', 'thead', 'tbody', 'tr', 'th',
    'td', 'div', 'img',
  ], // prettier-ignore
  allowedAttributes: {
    a: ['href', 'rel', 'target', 'title'],
    div: ['class', 'tabindex', 'role'],
    img: ['src', 'alt', 'title'],
    code: ['class'],
    ol: ['start'],
    h2: ['id'],
    h3: ['id'],
    h4: ['id'],
    td: ['style'],
    th: ['style'],
  },
  allowedClasses: { div: ['table-frame'], code: [/^language-[\w-]+$/] },
  allowedStyles: { '*': { 'text-align': [/^(left|center|right)$/] } },
  allowedSchemes: ['https', 'mailto'],
  // Pictures of other hosts would tell them who reads.
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
}

type Token = ReturnType<typeof markdown.parse>[number]

const textOf = (tokens: readonly Token[]): string =>
  tokens.map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content)).join('')

function freeId(text: string, taken: readonly string[]): string {
  const plainText = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  const id = plainText || 'section'
  let free = id
  for (let nth = 2; taken.includes(free); nth++) free = `${id}-${nth}`
  return free
}
