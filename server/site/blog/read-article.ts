import { createHash } from 'node:crypto'
import { type Document, isNode, LineCounter, type Node, parseDocument, visit } from 'yaml'
import * as z from 'zod'
import { blogCategories } from '#contracts/site/blog.ts'
import { languages } from '#i18n/languages.ts'
import { type Rendered, renderMarkdown, withQuotes } from './render-markdown.ts'

const Time = z.union(
  [
    z.iso.date().transform((day) => new Date(`${day}T08:00:00Z`)),
    z.iso.datetime().transform((text) => new Date(text)),
  ],
  { error: 'has to be a day such as 2026-11-20, or a moment such as 2026-11-20T08:00:00Z' },
)
const singleLine = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1, { error: 'is empty' })
    .max(maxLength, { error: `is longer than ${maxLength} characters` })
    .regex(/^[^\n\r\p{Cc}]*$/u, { error: 'has to be one line, without control characters' })

const FrontMatter = z.strictObject({
  id: z.int().positive(),
  slug: z
    .string()
    .max(120, { error: 'is longer than 120 characters' })
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, {
      error: 'has to be small letters, digits and single hyphens',
    })
    .refine((slug) => /[a-z]/.test(slug), { error: 'digits alone are an article’s number' }),
  title: singleLine(120),
  excerpt: singleLine(300),
  category: z.enum(blogCategories.map(({ name }) => name)),
  tags: z
    .array(
      z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} -]{0,39}$/u, {
        error: 'has to be letters, digits, spaces and hyphens',
      }),
    )
    .min(1, { error: 'needs at least one' })
    .max(8, { error: 'holds at most 8' }),
  author: singleLine(80),
  publishedAt: Time,
  updatedAt: Time.optional(),
  language: z.enum(languages).default('en'),
  featured: z.boolean().default(false),
})

export type ArticleFile = Omit<z.infer<typeof FrontMatter>, 'category' | 'updatedAt'> & {
  categorySlug: string
  updatedAt: Date
  body: Rendered
  checksum: string
}

/** A problem of a file, described for its author. */
export type Problem = {
  line: number
  text: string
}

/** An article's Markdown as written in its file. */
export type ArticleSource = { markdown: string; firstLine: number }

type ReadArticle =
  | { kind: 'article'; article: ArticleFile; source: ArticleSource }
  | { kind: 'faulty'; problems: Problem[] }

const FENCE = /^(---\r?\n([\s\S]*?)\r?\n---\r?\n)([\s\S]*)$/
/** Some six thousand words: half an hour’s reading, and little work whatever it consists of. */
export const MAX_CHARS = 40_000
/** Change it when articles are parsed differently. */
const READING = '4'

/** Two files with the same checksum give the same article. */
export const checksumOf = (text: string): string =>
  createHash('sha256').update(READING).update(text).digest('hex')

export function readArticle(text: string): ReadArticle {
  if (text.length > MAX_CHARS)
    return faulty({
      line: 1,
      text: `it is longer than ${MAX_CHARS.toLocaleString('en')} characters`,
    })
  const [, fenced, head, markdown] = FENCE.exec(text.replace(/^\uFEFF/, '')) ?? []
  if (fenced === undefined || head === undefined || markdown === undefined)
    return faulty({ line: 1, text: 'it has to begin with front matter between two lines of ---' })
  const fields = readFields(head)
  if (fields.kind === 'faulty') return fields
  const firstLine = fenced.split('\n').length
  const body = renderMarkdown(markdown, fields.value.language)
  if (body.words === 0) return faulty({ line: firstLine, text: 'it has no text' })
  const { category, updatedAt, title, excerpt, ...rest } = fields.value
  const article = {
    ...rest,
    title: withQuotes(title, rest.language),
    excerpt: withQuotes(excerpt, rest.language),
    categorySlug: blogCategories.find(({ name }) => name === category)?.slug ?? '',
    updatedAt: updatedAt ?? rest.publishedAt,
    body,
    checksum: checksumOf(text),
  }
  return { kind: 'article', article, source: { markdown, firstLine } }
}

const faulty = (...problems: Problem[]) => ({ kind: 'faulty' as const, problems })

/** The front matter begins below its first fence. */
const ABOVE = 1

function readFields(head: string) {
  const lines = new LineCounter()
  // The core schema leaves dates as text.
  const document = parseDocument(head, { schema: 'core', lineCounter: lines })
  const broken = [...document.errors, ...document.warnings]
  if (broken.length > 0)
    return faulty(
      ...broken.map(({ linePos, message }) => ({
        line: (linePos?.[0].line ?? 1) + ABOVE,
        text: `front matter: ${message.replace(/ at line \d[\s\S]*$/, '')}; a text with quotes or a colon in it stands between quotes as a whole`,
      })),
    )
  const aliases: Problem[] = []
  visit(document, {
    Alias: (_key, { range }) => {
      aliases.push({
        line: lineAt(lines, range),
        text: 'front matter: there are no aliases here; quote the text',
      })
    },
  })
  if (aliases.length > 0) return faulty(...aliases)
  const parsed = FrontMatter.safeParse(document.toJS())
  if (parsed.success) return { kind: 'fields' as const, value: parsed.data }
  return faulty(...parsed.error.issues.flatMap((issue) => problemsOf(issue, document, lines)))
}

type Issue = z.core.$ZodIssue

/** Each unknown field is a separate problem. */
function problemsOf(issue: Issue, document: Document, lines: LineCounter): Problem[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      line: lineOf([key], document, lines),
      text: `${key}: there is no such field`,
    }))
  const path = issue.path.map(String)
  const isMissing = path.length > 0 && document.getIn(issue.path) === undefined
  const text = isMissing ? 'is missing' : issue.message
  return [
    {
      line: lineOf(issue.path, document, lines),
      text: `${path.join('.') || 'front matter'}: ${text}`,
    },
  ]
}

/** The line of a value, or of the block that lacks it. */
function lineOf(path: readonly PropertyKey[], document: Document, lines: LineCounter): number {
  const node = document.getIn(path, true)
  if (isNode(node)) return lineAt(lines, node.range)
  return path.length > 0 ? lineOf(path.slice(0, -1), document, lines) : ABOVE
}

const lineAt = (lines: LineCounter, range: Node['range']): number =>
  lines.linePos(range?.[0] ?? 0).line + ABOVE
