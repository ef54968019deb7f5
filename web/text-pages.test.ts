import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Language, languages } from '#i18n/languages.ts'
import { examplePageRequest } from '#testing/page-request.ts'
import { all } from '#testing/render-screen.tsx'
import { browserStorage } from './site/privacy/privacy-page.tsx'
import { type PageRequest, renderPage } from './entry-server.tsx'

const request: PageRequest = {
  ...examplePageRequest,
  supportEmail: 'help@storedawn.example',
  identityProvider: 'Example ID',
  operator: { name: 'Dawn **Ltd**', address: '1 Quay Street', textsModified: '2024-12-21' },
  api: async () => ({}),
}
const { readTexts } = request

const anchors = {
  about: [
    'story',
    'how-it-works',
    'launch-dates',
    'trends',
    'principles',
    'limits',
    'merchants',
    'contact',
  ],
  privacy: [
    'information-collection',
    'data-usage',
    'data-protection',
    'cookies',
    'third-parties',
    'user-rights',
    'contact',
  ],
  terms: [
    'acceptance',
    'services',
    'user-accounts',
    'acceptable-use',
    'payment-terms',
    'limitations',
    'termination',
    'governing-law',
  ],
} as const
type Page = keyof typeof anchors
const pages: readonly Page[] = ['about', 'privacy', 'terms']

async function mainOf(
  page: Page,
  language: Language,
  changes: Partial<PageRequest> = {},
): Promise<string> {
  const { html } = await renderPage({ ...request, ...changes, url: `/${page}?lang=${language}` })
  return /<main.*<\/main>/s.exec(html)?.[0] ?? ''
}

const rendered = new Map<string, Promise<string>>()

function pageOf(page: Page, language: Language): Promise<string> {
  const html = rendered.get(page + language) ?? mainOf(page, language)
  rendered.set(page + language, html)
  return html
}

describe.each(languages)('in %s', (language) => {
  test.each(pages)(
    '/%s is complete in the server’s HTML: each section under its anchor, linked twice',
    {
      tags: [
        'about.anchors',
        'about.lazy',
        'privacy.anchors',
        'terms.anchors',
        'routes.about',
        'routes.privacy',
        'routes.terms',
      ],
    },
    async (page) => {
      const html = await pageOf(page, language)
      expect(all(html, /<section id="([^"]+)"/g)).toEqual(anchors[page])
      const linked = all(html, /href="\/\w+\?lang=\w\w#([\w-]+)"/g)
      expect(linked).toEqual([...anchors[page], ...anchors[page]])
      expect(all(html, /<(h1)/g)).toHaveLength(1)
      for (const id of anchors[page])
        expect(html).toMatch(new RegExp(`<h2 id="${id}-heading" tabindex="-1"`, 'i'))
    },
  )

  test.each(pages)(
    'no text of /%s is missing, and none has an unfilled placeholder or raw markup',
    async (page) => {
      const text = (await pageOf(page, language))
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll('Dawn **Ltd**', '')
      expect(text.match(/{{|}}|\*\*|\]\(|sections\.|returned an object/g)).toBeNull()
      // A text is about as long as its English version, within the usual difference between
      // languages.
      const english = (await pageOf(page, 'en')).replaceAll(/<[^>]+>/g, ' ')
      expect(text.length / english.length).toBeGreaterThan(0.85)
      expect(text.length / english.length).toBeLessThan(1.5)
    },
  )

  test.each(pages)('/%s has the same links as the English page', async (page) => {
    const hrefs = async (of: Language) =>
      all(await pageOf(page, of), /href="([^"?]+)"/g).toSorted((a = '', b = '') =>
        a.localeCompare(b),
      )
    expect(await hrefs(language)).toEqual(await hrefs('en'))
  })
})

test(
  'privacy and terms show their last modification date from the configuration',
  { tags: ['const.last-modified'] },
  async () => {
    for (const page of ['privacy', 'terms'] as const) {
      expect(await mainOf(page, 'en')).toContain('<time dateTime="2024-12-21">Dec 21, 2024</time>')
      const operator = { ...request.operator, textsModified: '2026-02-03' }
      expect(await mainOf(page, 'de', { operator })).toContain(
        '<time dateTime="2026-02-03">03.02.2026</time>',
      )
    }
  },
)

test('the terms show a notice box', { tags: ['terms.notice-box'] }, async () => {
  const { notice } = (await readTexts('en', 'terms')) as { notice: { title: string } }
  expect(await mainOf('terms', 'en')).toMatch(
    new RegExp(`role="note"[^>]*>.*?${notice.title}`, 's'),
  )
})

test('operator, address and support come from the configuration, and unknown ones are left out', async () => {
  const named = await mainOf('privacy', 'en')
  expect(named).toContain('Dawn **Ltd**')
  expect(named).toContain('1 Quay Street')
  expect(named).toContain('href="mailto:help@storedawn.example"')
  expect(named).toContain('Example ID')
  const operator = { name: null, address: null, textsModified: '2024-12-21' }
  const unnamed = await mainOf('privacy', 'en', { operator, identityProvider: null })
  expect(unnamed).toContain('has not entered a name yet')
  expect(unnamed).not.toContain('Example ID')
  expect(unnamed).not.toContain('null')
  expect(await mainOf('terms', 'en', { operator })).toContain(
    'the operator of this site, storedawn.example',
  )
})

test('the privacy page names everything that the client stores in the browser', async () => {
  const html = await mainOf('privacy', 'en')
  for (const { name } of browserStorage) expect(html).toContain(`>${name}</code>`)
  const listed = browserStorage.map(({ name }) => name.replace('*', ''))
  expect(keysInUse().filter((key) => !listed.some((name) => key.startsWith(name)))).toEqual([])
})

/**
 * Names of cookies and storage as the client's files spell them: list each new one in
 * `browserStorage`.
 */
function keysInUse(): string[] {
  const root = path.resolve(import.meta.dirname)
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .flatMap((source) => [
      ...all(source, /const (?:\w+_)?(?:KEY|COOKIE|HINT) = ['`]([^'`$]+)/g),
      ...all(source, /(?:local|session)Storage\.setItem\(['`]([^'`$]+)/g),
    ])
    .flatMap((key) => key ?? [])
}
