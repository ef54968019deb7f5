import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createTestFolder } from '#testing/test-folder.ts'
import { blogCategories } from '#contracts/site/blog.ts'
import { checkArticles } from './find-problems.ts'
import { ARTICLES_FOLDER } from '#server/site/blog/load-articles.ts'

const SOUND = `---
id: 1
slug: lamp
title: A lamp
excerpt: On lamps
author: Ada
category: SEO
tags: [lamps]
publishedAt: 2026-02-03
---
`

const files: Record<string, string> = {
  'fields.md': `---
id: one
slug: A Lamp
title: A lamp
excerpt: "two\\nlines"
category: Lamps
tags: [lamps, 'a/b']
publishedAt: 2026-02-30
colour: red
---

Text
`,
  'yaml.md': "---\nid: 1\ntitle: 'A lamp\ntags: [lamps]\n---\nText\n",
  'aliases.md': '---\nid: 2\ntitle: &a A lamp\nexcerpt: *a\n---\nText\n',
  'no-front.md': 'Text\n',
  'empty.md': `${SOUND}\n\n`,
  'text.md': `${SOUND}
## A heading

Text with <b>tags</b>
and [a link](/blog/none), [a good one](/blog/lamp#x), [another](#a-heading),

then \`<code>\`, [one](http://x.test) and [two](#none)

| a |
|---|
| ![](/x.png) ![x](https://x.test/y.png) ![y](/y.png) |
`,
  'twice.md': SOUND + 'Text',
}

test('the check lists every fault by file and line, and accepts correct files', async () => {
  const folder = await createTestFolder()
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
  const { articles, problems } = await checkArticles(folder)
  expect(articles.map(({ file }) => file)).toEqual(['text.md'])
  expect(problems.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([
    'aliases.md:4 front matter: there are no aliases here; quote the text',
    'empty.md:11 it has no text',
    'fields.md:2 id: Invalid input: expected number, received string',
    'fields.md:2 author: is missing',
    'fields.md:3 slug: has to be small letters, digits and single hyphens',
    'fields.md:5 excerpt: has to be one line, without control characters',
    'fields.md:6 category: Invalid option: expected one of "Strategy"|"Tutorial"|"Trends"|"Business"|"SEO"|"Marketing"',
    'fields.md:7 tags.1: has to be letters, digits, spaces and hyphens',
    'fields.md:8 publishedAt: has to be a day such as 2026-11-20, or a moment such as 2026-11-20T08:00:00Z',
    'fields.md:9 colour: there is no such field',
    'no-front.md:1 it has to begin with front matter between two lines of ---',
    'text.md:14 HTML is shown as it stands: <b>',
    'text.md:15 there is no page /blog/none',
    'text.md:17 a link leads to https://…, mailto:…, /… or #…, not here: (http://x.test)',
    'text.md:17 there is no heading #none',
    'text.md:21 a picture needs words for those who do not see it: ![words](/…)',
    'text.md:21 a picture has to lie on our own host: /…',
    'twice.md:1 id: 1 is that of text.md',
    'twice.md:1 slug: lamp is that of text.md',
    expect.stringMatching(/^yaml\.md:4 front matter: Missing closing 'quote; /),
  ])
})

test(
  'the published articles pass the check: fifty, at least six in each of the six categories',
  { tags: ['const.blog-total'] },
  async () => {
    const { articles, problems } = await checkArticles(ARTICLES_FOLDER)
    expect(problems).toEqual([])
    expect(articles).toHaveLength(50)
    const counts = blogCategories.map(
      ({ slug }) => articles.filter(({ categorySlug }) => categorySlug === slug).length,
    )
    expect(counts.every((count) => count >= 6)).toBe(true)
  },
)
