import { describe, expect, test } from 'vitest'
import { defaultPriceList } from '#contracts/billing/price-list.ts'
import {
  PREVIEW_SIZE,
  previewPath,
  type PublicPage,
  publicPages,
} from '#contracts/site/public-pages.ts'
import { type Language, languages } from '#i18n/languages.ts'
import { examplePageRequest } from '#testing/page-request.ts'
import { textsOf } from '#testing/texts.ts'
import { type PageRequest, renderPage } from './entry-server.tsx'

const ORIGIN = 'https://storedawn.example'
const names = Object.keys(publicPages) as PublicPage[]

const render = (url: string, changes: Partial<PageRequest> = {}) =>
  renderPage({
    ...examplePageRequest,
    socialLinks: ['https://social.example/storedawn'],
    ...changes,
    url,
  })

describe.each(languages)('in %s', (language) => {
  const { t } = textsOf(language)
  const title = (page: PublicPage) => t(`pages:meta.${page}.title`)
  const description = (page: PublicPage) => t(`pages:meta.${page}.description`)

  test(
    'each public page has its own title, description and keywords, as long as search results show them',
    { tags: ['meta.texts'] },
    () => {
      for (const page of names) {
        expect([page, title(page).length <= 60]).toEqual([page, true])
        expect([page, description(page).length >= 110, description(page).length <= 160]).toEqual([
          page,
          true,
          true,
        ])
        expect([page, t(`pages:meta.${page}.keywords`).includes(',')]).toEqual([page, true])
      }
      expect(new Set(names.map(title)).size).toBe(names.length)
      expect(new Set(names.map(description)).size).toBe(names.length)
    },
  )

  test.each(names)(
    '%s is public content with everything that search engines and link previews read',
    { tags: ['product.public-content', 'meta.canonical', 'meta.alternates'] },
    async (page) => {
      const { status, html } = await render(addressIn(page, language).slice(ORIGIN.length))
      expect(status).toBe(200)
      expect(html.includes(`<html lang="${language}"`)).toBe(true)
      expect(count(html, '<h1')).toBe(1)
      expect(count(html, '<main')).toBe(1)
      expect(html.includes('noindex')).toBe(false)
      expect(unescape(/<title>([^<]+)<\/title>/.exec(html)?.[1])).toBe(title(page))
      const meta = (holding: string) => attribute(html, 'meta', holding, 'content')
      expect(meta('name="description"')).toBe(description(page))
      expect(attribute(html, 'link', 'rel="canonical"', 'href')).toBe(addressIn(page, language))
      const alternates = [...html.matchAll(/rel="alternate" hrefLang="([\w-]+)" href="([^"]+)"/g)]
      expect(alternates.map(([, of, href]) => [of, unescape(href)])).toEqual([
        ...languages.map((each) => [each, addressIn(page, each)]),
        ['x-default', addressIn(page, 'en')],
      ])
      const preview = ORIGIN + previewPath(language, page, title(page) + description(page))
      expect(meta('property="og:image"')).toBe(preview)
      expect(meta('property="og:image:width"')).toBe(String(PREVIEW_SIZE.width))
      expect(meta('property="og:title"')).toBe(title(page))
      expect(meta('property="og:url"')).toBe(addressIn(page, language))
      expect(meta('name="twitter:card"')).toBe('summary_large_image')
    },
  )
})

test('the landing page describes the site and its publisher in structured data', async () => {
  const [data] = structuredData((await render('/?lang=de')).html)
  expect(data).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    url: `${ORIGIN}/`,
    inLanguage: 'de',
    publisher: {
      '@type': 'Organization',
      name: 'Storedawn',
      logo: `${ORIGIN}/icon-512.png`,
      sameAs: ['https://social.example/storedawn'],
    },
  })
})

test('the pricing page’s structured data states the prices that checkout charges and answers its questions', async () => {
  const { html } = await render('/pricing?lang=tr', {
    api: async () => ({ prices: defaultPriceList }),
  })
  const { t } = textsOf('tr')
  const data = structuredData(html)
  expect(data.filter((thing) => thing['@type'] === 'Product')).toMatchObject([
    {
      name: 'Storedawn Pro',
      offers: [{ price: '39.00', priceCurrency: 'TRY' }, { price: '349.00' }],
    },
    {
      name: 'Storedawn Plus',
      offers: [{ price: '79.00' }, { price: '549.00', priceCurrency: 'TRY' }],
    },
  ])
  const questions = data.find((thing) => thing['@type'] === 'FAQPage')?.['mainEntity'] as {
    name: string
  }[]
  expect(questions.map(({ name }) => name)).toContain(t('pricing:faq.items.cancel.question'))
  for (const { name } of questions) expect(unescape(html)).toContain(`>${name}<`)
})

test('without known prices the structured data claims none', async () => {
  const types = structuredData((await render('/pricing')).html).map((thing) => thing['@type'])
  expect(types).toEqual(['FAQPage'])
})

const addressIn = (page: PublicPage, language: Language) =>
  ORIGIN + publicPages[page] + (language === 'en' ? '' : `?lang=${language}`)

const count = (html: string, what: string) => html.split(what).length - 1

const unescape = (text = '') =>
  text
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')

function attribute(html: string, tag: string, holding: string, name: string): string | undefined {
  const tags: string[] = html.match(new RegExp(`<${tag} [^>]*>`, 'g')) ?? []
  const [found, ...others] = tags.filter((text) => text.includes(holding))
  expect([holding, others]).toEqual([holding, []])
  return unescape(new RegExp(`${name}="([^"]*)"`).exec(found ?? '')?.[1])
}

const structuredData = (html: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) =>
    JSON.parse(json ?? ''),
  )
