import { expect, test } from 'vitest'
import { drawCover } from './draw-cover.ts'
import { readArticle } from './read-article.ts'
import { renderMarkdown } from './render-markdown.ts'

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:x)',
  '![x](https://elsewhere.test/pixel.gif)',
  '![x](javascript:alert(1))',
  '```"><script>alert(1)</script>\ncode\n```',
  '<a href="https://x.test" onclick="alert(1)">x</a>',
  '[x](https://x.test "a\\" onmouseover=\\"alert(1)")',
  '<iframe src="https://x.test"></iframe>',
  '<style>*{display:none}</style>',
  '| a |\n|---|\n| <b onclick=x>b</b> |',
])('hostile Markdown cannot run script or tell others who reads: %s', (source) => {
  const { html } = renderMarkdown(source)
  // Text that looks like it stays text: no tag and no attribute of it is left.
  for (const tag of html.match(/<[^>]*>/g) ?? []) {
    expect(tag.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/script|\son\w+\s*=|iframe|style/i)
    expect(tag).not.toMatch(/src\s*=\s*"?https?:|=\s*"?\s*(javascript|vbscript|data):/i)
  }
})

test('headings get addresses, tables a frame, links to others a place beside the page', () => {
  const { html, headings, words } = renderMarkdown(
    '# One *two*\n\n[a](https://a.test) [b](/about)\n\n|x|\n|-|\n|y|\n',
  )
  expect(headings).toEqual([{ id: 'one-two', text: 'One two', level: 2 }])
  expect(html).toContain('<h2 id="one-two">One <em>two</em></h2>')
  expect(html).toContain('<a href="https://a.test" rel="noopener noreferrer" target="_blank">a</a>')
  expect(html).toContain('<a href="/about">b</a>')
  expect(html).toMatch(/<div class="table-frame" tabindex="0" role="group"><table>[\s\S]*<\/table>\s*<\/div>/)
  expect(words).toBe(6)
})

const FRONT = { id: '1', slug: 'a-lamp', title: 'A lamp', excerpt: 'On lamps', category: 'SEO', tags: '[lamps]', author: 'Ada', publishedAt: '2026-03-01' } // prettier-ignore
const fileOf = (fields: Record<string, string>, body = 'Text') =>
  `---\n${Object.entries(fields)
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n')}\n---\n${body}`

test.each<[string, string]>([
  ['no front matter', 'Text'],
  ['no text', fileOf(FRONT, '\n')],
  ['no YAML', fileOf({ ...FRONT, tags: '[lamps' })],
  ['an alias bomb', fileOf({ ...FRONT, author: '&a Ada', title: '*a' })],
  ['an unknown field', fileOf({ ...FRONT, colour: 'red' })],
  ['an unknown category', fileOf({ ...FRONT, category: 'Lamps' })],
  ['a slug that is a number', fileOf({ ...FRONT, slug: '"12"' })],
  ['a slug with a path', fileOf({ ...FRONT, slug: '../lamp' })],
  ['a day that is none', fileOf({ ...FRONT, publishedAt: '2026-02-30' })],
  ['a title of two lines', fileOf({ ...FRONT, title: '"a\\nb"' })],
])('an article with %s is refused in words', (_, text) => {
  const read = readArticle(text)
  expect(read.kind === 'faulty' && read.problems.join().length > 5).toBe(true)
})

test('a sound article is read with its day, its language and its words', () => {
  expect(readArticle(fileOf(FRONT))).toMatchObject({
    kind: 'article',
    article: {
      id: 1,
      categorySlug: 'seo',
      language: 'en',
      publishedAt: new Date('2026-03-01T08:00:00Z'),
      body: { words: 1 },
    },
  })
})

test('each article has a cover of its own, the same at each drawing', () => {
  const covers = Array.from({ length: 50 }, (_, at) => drawCover({ slug: `article-${at}`, category: 'seo' }))
  expect(new Set(covers).size).toBe(50)
  expect(drawCover({ slug: 'article-7', category: 'seo' })).toBe(covers[7])
})
