import { createHash } from 'node:crypto'
import { parse } from 'yaml'
import * as z from 'zod'
import { blogCategories } from '#contracts/blog.ts'
import { languages } from '#i18n/languages.ts'
import { renderMarkdown, type Rendered } from './render-markdown.ts'

const Time = z.union([
  z.iso.date().transform((day) => new Date(`${day}T08:00:00Z`)),
  z.iso.datetime().transform((text) => new Date(text)),
])
const oneLine = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\n\r\p{Cc}]*$/u)

const FrontMatter = z.strictObject({
  id: z.int().positive(),
  slug: z
    .string()
    .max(120)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    .refine((slug) => /[a-z]/.test(slug), {
      error: 'digits alone are an article’s number',
    }),
  title: oneLine(120),
  excerpt: oneLine(300),
  category: z.enum(blogCategories.map(({ name }) => name)),
  tags: z
    .array(z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} -]{0,39}$/u))
    .min(1)
    .max(8),
  author: oneLine(80),
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

export type ReadArticle = { kind: 'article'; article: ArticleFile } | { kind: 'faulty'; problems: string[] }

const FENCE = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/
const MAX_CHARS = 100_000
/** To be changed when articles are read in another way. */
const READING = '1'

/** What an article's file says, or all that is wrong with it in words for its author. */
export function readArticle(text: string): ReadArticle {
  if (text.length > MAX_CHARS) return faulty(`it is longer than ${MAX_CHARS.toLocaleString('en')} characters`)
  const [, head, body] = FENCE.exec(text.replace(/^\uFEFF/, '')) ?? []
  if (head === undefined || body === undefined)
    return faulty('it has to begin with front matter between two lines of ---')
  const fields = readFields(head)
  if (fields.kind === 'faulty') return fields
  const rendered = renderMarkdown(body)
  if (rendered.words === 0) return faulty('it has no text')
  const { category, updatedAt, ...rest } = fields.value
  const categorySlug = blogCategories.find(({ name }) => name === category)?.slug ?? ''
  const checksum = createHash('sha256').update(READING).update(text).digest('hex')
  const article = {
    ...rest,
    categorySlug,
    updatedAt: updatedAt ?? rest.publishedAt,
    body: rendered,
    checksum,
  }
  return { kind: 'article', article }
}

const faulty = (...problems: string[]) => ({ kind: 'faulty' as const, problems })

function readFields(head: string) {
  let value: unknown
  try {
    // The core schema keeps dates as they are written.
    value = parse(head, { schema: 'core', maxAliasCount: 0 })
  } catch (error) {
    return faulty(`front matter: ${error instanceof Error ? error.message : String(error)}`)
  }
  const parsed = FrontMatter.safeParse(value)
  if (parsed.success) return { kind: 'fields' as const, value: parsed.data }
  return faulty(
    ...parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'front matter'}: ${message}`),
  )
}
