import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import type { Language } from '#i18n/languages.ts'
import { scriptPayloads } from '#testing/script-payloads.ts'
import { drawCover } from './cover.ts'
import { MAX_CHARS, readArticle } from './read-article.ts'
import { renderMarkdown, withQuotes } from './render-markdown.ts'

const OWN = [
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:x)',
  '[x](//evil.test/x)',
  '[x](/\\evil.test)',
  '[x](\\\\evil.test)',
  '[x]( javascript:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x](https://x.test "a\\" onmouseover=\\"alert(1)")',
  '[x](https://x.test \'a" onmouseover="alert(1)\')',
  '[x][1]\n\n[1]: javascript:alert(1) "onload=alert(1)"',
  '[x]\n\n[x]: <data:text/html,x>',
  '[a[b](javascript:alert(1))](javascript:alert(2))',
  '[![x](javascript:alert(1))](javascript:alert(2))',
  '[<img src=x onerror=alert(1)>](https://x.test)',
  '<javascript:alert(1)>',
  '<https://x.test/"onmouseover="alert(1)>',
  'https://x.test/"onmouseover="alert(1)',
  '![x](https://elsewhere.test/pixel.gif)',
  '![x](http://elsewhere.test/pixel.gif)',
  '![x](//elsewhere.test/pixel.gif)',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  '![x" onerror="alert(1)](/x.png)',
  '![x](/x.png "\\" onerror=\\"alert(1)")',
  '```"><script>alert(1)</script>\ncode\n```',
  '```js" onload="alert(1)\ncode\n```',
  '    <script>alert(1)</script>',
  '# <script>alert(1)</script>\n\n    code under it',
  '# " onfocus="alert(1)\n\n| a |\n|---|\n| b |',
  '| a |\n|:-:|\n| <b onclick=x>b</b> |',
  '<!-- --><script>alert(1)</script>',
  '`<script>alert(1)</script>`',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
]

/** All markup that an article may contain; none of it runs a script or contacts another host. */
const PARTS: Record<string, readonly string[]> = {
  h2: ['id', 'tabindex'], h3: ['id', 'tabindex'], h4: ['id', 'tabindex'], p: [], ul: [], ol: ['start'], li: [], blockquote: [], em: [], strong: [], s: [],
  hr: [], br: [], code: ['class'], pre: ['tabindex', 'role', 'aria-labelledby'], div: ['class', 'tabindex', 'role', 'aria-labelledby'], table: [],
  thead: [], tbody: [], tr: [], th: ['class'], td: ['class'], a: ['href', 'rel', 'target', 'title'], img: ['src', 'alt', 'title', 'loading', 'decoding'],
} // prettier-ignore

/** The forbidden elements and attributes that a browser would parse from it. */
function strangePartsOf(html: string): string[] {
  const strange: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      const allowed = PARTS[name]
      if (!allowed) strange.push(`<${name}>`)
      for (const [attribute, value] of Object.entries(attributes)) {
        const isKnown = allowed?.includes(attribute) === true
        const leadsTo = attribute !== 'href' || /^(?:https:\/\/|mailto:|#|\/(?![\\/]))/i.test(value)
        const loads = attribute !== 'src' || /^\/(?![\\/])/.test(value)
        if (!isKnown || !leadsTo || !loads) strange.push(`${name} ${attribute}=${value}`)
      }
    },
    oncomment: (text) => strange.push(`<!--${text}-->`),
    onprocessinginstruction: (name) => strange.push(`<${name}>`),
  })
  parser.end(html)
  return strange
}

const everywhere: ((source: string) => string)[] = [
  (source) => source,
  (source) => `> - **a ${source} b**`,
  (source) => `[x](${source})`,
  (source) => `~~~${source}\n${source}\n~~~`,
]
const elsewhere: typeof everywhere = [
  (source) => `| a |\n|---|\n| ${source} |`,
  (source) => `# ${source}\n\n    ${source}`,
  (source) => `![x](${source} "${source}")`,
  (source) => `[x][r]\n\n[r]: ${source} '${source}'`,
]

test('hostile Markdown cannot run script or leak who reads it', () => {
  const sources = [
    ...OWN.flatMap((source) => [...everywhere, ...elsewhere].map((put) => put(source))),
    ...scriptPayloads().flatMap((source) => everywhere.map((put) => put(source))),
  ]
  const passed = sources.flatMap((source) =>
    strangePartsOf(renderMarkdown(source).html).map((part) => [source, part]),
  )
  expect(passed).toEqual([])
})

test('any text renders only to allowed elements', () => {
  const pieces = fc.constantFrom(
    '[', ']', '(', ')', '!', '<', '>', '"', "'", '`', '~', '|', '-', '#', '*', '_', '&', ';', ':', '\\', '\n', '\n\n', '    ', ' ', 'javascript:',
    'data:', 'https://x.test', '/x', '&colon;', '&#x3c;', 'onload=', '<script', '<svg', 'a', '1.', '[a]: ', '\u0000', '\u2028',
  ) // prettier-ignore
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      expect(strangePartsOf(renderMarkdown(parts.join('')).html)).toEqual([])
    }),
    { numRuns: 500 },
  )
})

const fill = (part: string, end = '') => part.repeat(Math.floor(MAX_CHARS / part.length)) + end

test.each<[string, string]>([
  ['quotes in quotes', fill('> ', 'x')],
  ['lists in lists', fill('- ', 'x')],
  ['numbered lists in lists', fill('1. ', 'x')],
  ['brackets', fill('[')],
  ['brackets that close', fill('[', fill(']'))],
  ['pictures in pictures', fill('![', fill('](/x)'))],
  ['links in links', fill('[a](', fill(')'))],
  ['stars', fill('*a **b ')],
  ['underscores', fill('_a __b ')],
  ['ticks', fill('`a``')],
  ['quotation marks', fill('"a')],
  ['single quotation marks', fill(" 'a")],
  ['tags', fill('<a ')],
  ['comments', fill('<!--')],
  ['entities', fill('&#x3c;&lt')],
  ['addresses', fill('https://x.test/(')],
  ['mail addresses', fill('a@b.')],
  ['columns', `${fill('|a')}\n${fill('|-')}\n${'|\n'.repeat(1000)}`],
  ['references', fill('[a]: /x\n[a]')],
  ['headings of one name', fill('# a\n')],
  ['one long word', fill('a')],
  ['one long line of words', fill('a ')],
  ['lines', fill('\n')],
  ['fences', fill('```\n')],
  ['line breaks in a quote', fill('> a\\\n')],
])('%s at the maximum article length render to a bounded amount of HTML', (_, source) => {
  const { html } = renderMarkdown(source)
  expect(html.length).toBeLessThan(40 * source.length)
  expect(strangePartsOf(html)).toEqual([])
})

test('headings get ids, wide blocks a frame named by their heading, external links a new tab', () => {
  const { html, headings, words } = renderMarkdown(
    '# One *two*\n\n[a](https://a.test) [b](/about)\n\n|x|\n|-|\n|y|\n\n```csv\nz\n```\n',
  )
  expect(headings).toEqual([{ id: 'one-two', text: 'One two', level: 2 }])
  expect(html).toContain('<h2 id="one-two" tabindex="-1">One <em>two</em></h2>')
  expect(html).toContain('<a href="https://a.test" rel="noopener noreferrer" target="_blank">a</a>')
  expect(html).toContain('<a href="/about">b</a>')
  const scrolls = 'tabindex="0" role="group" aria-labelledby="one-two"'
  expect(html).toMatch(
    new RegExp(`<div class="table-frame" ${scrolls}><table>[^]*</table>\\s*</div>`),
  )
  expect(html).toContain(`<pre ${scrolls}><code class="language-csv">z\n</code></pre>`)
  expect(words).toBe(7)
})

test('columns are aligned by classes, since elements may carry no inline style', () => {
  const { html } = renderMarkdown('|a|b|c|\n|:-|:-:|-:|\n|1|2|3|\n')
  const cells = [...html.matchAll(/<(t[hd])([^>]*)>(\w)/g)].map(
    ([, tag, attributes, text]) => `${tag}${attributes} ${text}`,
  )
  expect(cells).toEqual([
    'th a', 'th class="to-center" b', 'th class="to-right" c', 'td 1', 'td class="to-center" 2', 'td class="to-right" 3',
  ]) // prettier-ignore
})

test('quotation marks follow the language of the article, except in code', () => {
  const printed = (language: Language) =>
    renderMarkdown('"It\'s" `"a"`', language).text.trim() + withQuotes(' "Isn\'t"', language)
  expect(printed('en')).toBe('“It’s” "a" “Isn’t”')
  expect(printed('de')).toBe('„It’s“ "a" „Isn’t“')
  expect(printed('fr')).toBe('«\u00A0It’s\u00A0» "a" «\u00A0Isn’t\u00A0»')
})

test('headings with equal names, or names the page itself uses, get unique ids', () => {
  const { headings } = renderMarkdown(
    '# Café\n\n# Café\n\n# Café 2\n\n# Main\n\n# ?\n\n###### Deep',
  )
  expect(headings.map(({ id, level }) => `${id} ${level}`)).toEqual([
    'cafe 2', 'cafe-2 2', 'cafe-2-2 2', 'main-2 2', 'section 2', 'deep 4',
  ]) // prettier-ignore
})

test('bare domains and addresses stay plain text; only marked links become links', () => {
  const { html } = renderMarkdown(
    'shop.example.com, a@shop.com, https://shop.test and <https://storedawn.test/x>.',
  )
  expect(html.match(/<a [^>]*>/g)).toEqual([
    '<a href="https://storedawn.test/x" rel="noopener noreferrer" target="_blank">',
  ])
})

// prettier-ignore
const FRONT = { id: '1', slug: 'a-lamp', title: 'A lamp', excerpt: 'On lamps', category: 'SEO', tags: '[lamps]', author: 'Ada', publishedAt: '2026-03-01' }
const fileOf = (fields: Record<string, string>, body = 'Text') =>
  `---\n${Object.entries(fields)
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n')}\n---\n${body}`

test.each<[string, string]>([
  ['no front matter', 'Text'],
  ['no text', fileOf(FRONT, '\n')],
  ['no end', fileOf(FRONT, 'Text. '.repeat(MAX_CHARS / 5))],
  ['no YAML', fileOf({ ...FRONT, tags: '[lamps' })],
  ['an alias bomb', fileOf({ ...FRONT, author: '&a Ada', title: '*a' })],
  ['an unknown field', fileOf({ ...FRONT, colour: 'red' })],
  ['an unknown category', fileOf({ ...FRONT, category: 'Lamps' })],
  ['a slug that is a number', fileOf({ ...FRONT, slug: '"12"' })],
  ['a slug with a path', fileOf({ ...FRONT, slug: '../lamp' })],
  ['a day that is none', fileOf({ ...FRONT, publishedAt: '2026-02-30' })],
  ['a title of two lines', fileOf({ ...FRONT, title: '"a\\nb"' })],
])('an article with %s is refused with a clear message', (_, text) => {
  const read = readArticle(text)
  expect(
    read.kind === 'faulty' && read.problems.every(({ line, text }) => line >= 1 && text.length > 5),
  ).toBe(true)
})

test('a valid article is read with its date, language and word count', () => {
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

test('each article has a unique cover, the same each time it is drawn', () => {
  const covers = Array.from({ length: 50 }, (_, at) =>
    drawCover({ slug: `article-${at}`, category: 'seo' }),
  )
  expect(new Set(covers).size).toBe(50)
  expect(drawCover({ slug: 'article-7', category: 'seo' })).toBe(covers[7])
})
