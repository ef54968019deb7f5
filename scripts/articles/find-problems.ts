import { blogCategories } from '#contracts/site/blog.ts'
import { findArticles, type FoundArticle } from '#server/site/blog/load-articles.ts'
import type { Problem } from '#server/site/blog/read-article.ts'
import { parseMarkdown, type Token } from '#server/site/blog/render-markdown.ts'

type CheckedArticles = {
  articles: readonly FoundArticle[]
  /** By file, then line. */
  problems: (Problem & { file: string })[]
}

/**
 * All problems for the author: those that keep an article from being shown, and those that show it
 * differently than intended.
 */
export async function checkArticles(folder: string): Promise<CheckedArticles> {
  const { articles, faults } = await findArticles(folder)
  const addresses = new Set([
    '/blog',
    '/blog/feed.xml',
    '/blog/atom.xml',
    ...blogCategories.map(({ slug }) => `/blog/category/${slug}`),
    ...articles.flatMap(({ id, slug }) => [`/blog/${slug}`, `/blog/${id}`]),
  ])
  const problems = [
    ...faults.flatMap(({ file, problems: found }) =>
      found.map((problem) => ({ ...problem, file })),
    ),
    ...articles.flatMap((article) =>
      problemsOfText(article, addresses).map((problem) => ({ ...problem, file: article.file })),
    ),
  ]
  return {
    articles,
    problems: problems.toSorted((a, b) => compare(a.file, b.file) || a.line - b.line),
  }
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b)

function problemsOfText(
  { source, body, language }: FoundArticle,
  addresses: ReadonlySet<string>,
): Problem[] {
  const headings = new Set(body.headings.map(({ id }) => `#${id}`))
  let line = source.firstLine
  return parseMarkdown(source.markdown, language).flatMap(({ children, map }) => {
    // Table cells have no line numbers: counting continues from the row's line.
    if (map) line = source.firstLine + map[0]
    return (children ?? []).flatMap((child) => {
      if (child.type === 'softbreak' || child.type === 'hardbreak') line += 1
      const text = problemOf(child, addresses, headings)
      return text === null ? [] : [{ line, text }]
    })
  })
}

function problemOf(
  token: Token,
  addresses: ReadonlySet<string>,
  headings: ReadonlySet<string>,
): string | null {
  switch (token.type) {
    case 'text':
      return problemOfWords(token.content)
    case 'image':
      if (!String(token.attrGet('src')).startsWith('/'))
        return 'a picture has to lie on our own host: /…'
      return token.content.trim() === ''
        ? 'a picture needs words for those who do not see it: ![words](/…)'
        : null
    case 'link_open':
      return problemOfLink(String(token.attrGet('href')), addresses, headings)
    default:
      return null
  }
}

/** Text that looks like failed markup. */
function problemOfWords(words: string): string | null {
  const tag = /<\/?[a-z][^<>]*>/i.exec(words)?.[0]
  if (tag !== undefined) return `HTML is shown as it stands: ${tag}`
  const link = /\]\([^)]*\)?/.exec(words)?.[0]
  return link === undefined
    ? null
    : `a link leads to https://…, mailto:…, /… or #…, not here: ${link.slice(1)}`
}

function problemOfLink(
  href: string,
  addresses: ReadonlySet<string>,
  headings: ReadonlySet<string>,
): string | null {
  if (href.startsWith('#')) return headings.has(decode(href)) ? null : `there is no heading ${href}`
  const [path = ''] = href.split(/[?#]/, 1)
  const isOfBlog = path === '/blog' || path.startsWith('/blog/')
  return isOfBlog && !addresses.has(path) ? `there is no page ${path}` : null
}

function decode(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}
