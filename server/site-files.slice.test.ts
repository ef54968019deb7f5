import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseDocument } from 'htmlparser2'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  articlePreview,
  PREVIEW_SIZE,
  previewPath,
  type PublicPage,
  publicPages,
} from '#contracts/site/public-pages.ts'
import { languages, namespaces, type Language } from '#i18n/languages.ts'
import { parseRobots } from '#discovery/probe/robots.ts'
import { loadArticles } from '#server/site/blog/load-articles.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { codeOf } from '#testing/test-app.ts'
import { textsOf } from '#testing/texts.ts'

const ORIGIN = 'https://storedawn.example'
const app = useTestApp(() => ({ distDir: '/no/build', config: { PUBLIC_ORIGIN: ORIGIN } }))
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'articles-'))
  for (const article of ARTICLES)
    await writeFile(join(folder, `${article.slug}.md`), fileOf(article))
  await loadArticles(app.ctx, folder)
  await rm(folder, { recursive: true })
})

const ARTICLES = [
  { id: 1, slug: 'lampen', title: 'Lampen verkaufen', language: 'de', publishedAt: '2026-03-05' },
  { id: 2, slug: 'ahead', title: 'Not yet', language: 'en', publishedAt: '2099-01-01' },
]
const fileOf = (article: (typeof ARTICLES)[number]) => {
  const fields = {
    ...article,
    category: 'SEO',
    excerpt: 'Licht & Häuser',
    author: 'Ada',
    tags: '[lamps]',
  }
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${value}`)
  return ['---', ...lines, '---', '', 'Die Häuser brauchen Licht.', ''].join('\n')
}

const read = async (path: string) => {
  const { statusCode, headers, body } = await app.anonymous(path)
  expect([path, statusCode]).toEqual([path, 200])
  return { body, type: String(headers['content-type']).split(';')[0] }
}

test('robots.txt allows the public pages in every language, disallows private ones, and names the sitemap', async () => {
  const { body, type } = await read('/robots.txt')
  expect(type).toBe('text/plain')
  const { isAllowed } = parseRobots(Buffer.from(body), 'SomeBot')
  const open = [
    ...Object.values(publicPages),
    '/?lang=de',
    '/pricing?lang=tr',
    '/blog',
    '/blog/first-sale',
  ]
  const files = [
    '/assets/app.css',
    '/locales/de/hero.json',
    '/apple-touch-icon.png',
    '/api/public/highlights',
  ]
  expect([...open, ...files].filter((path) => !isAllowed(path))).toEqual([])
  const calls = ['/api/stores', '/api/auth/login']
  const screens = [
    '/app',
    '/app?date=2026-11-20',
    '/list',
    '/list?page=2',
    '/store/17',
    '/product/17-4711',
  ]
  const own = ['/saved/products', '/settings/user', '/payment-success?id=1']
  const secret = ['/reset-password?token=x', '/email-verification?token=x', '/unsubscribe?token=x']
  expect([...calls, ...screens, ...own, ...secret].filter(isAllowed)).toEqual([])
  expect(body).toContain(`\nSitemap: ${ORIGIN}/sitemap.xml\n`)
})

test('the sitemap lists every public page in every language, with its alternates and last modification', async () => {
  const { body, type } = await read('/sitemap.xml')
  expect(type).toBe('application/xml')
  const entries = parseDocument(body, { xmlMode: true }).children.flatMap((node) =>
    'children' in node && 'name' in node && node.name === 'urlset' ? node.children : [],
  )
  const urls = entries.flatMap((node) => ('children' in node ? [node] : []))
  const locations = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)
  const address = (path: string, language: Language) =>
    `${ORIGIN}${path}${language === 'en' ? '' : `?lang=${language}`}`
  const everywhere = [...Object.values(publicPages), '/blog/category/seo']
  const wanted = [
    ...everywhere.flatMap((path) => languages.map((each) => address(path, each))),
    address('/blog/lampen', 'de'),
  ]
  expect(locations).toEqual(wanted)
  expect(urls).toHaveLength(wanted.length)
  for (const url of urls) {
    const alternates = url.children.filter((node) => 'name' in node && node.name === 'xhtml:link')
    const hreflangs = alternates.map((node) => 'attribs' in node && node.attribs.hreflang)
    expect(hreflangs).toEqual([...(url === urls.at(-1) ? ['de'] : languages), 'x-default'])
  }
  const days = [...body.matchAll(/<lastmod>([^<]+)<\/lastmod>/g)].map(([, day]) => day ?? '')
  const today = app.ctx.now().toISOString().slice(0, 10)
  expect(days).toHaveLength(wanted.length)
  expect(days.filter((day) => !/^\d{4}-\d\d-\d\d$/.test(day) || day > today)).toEqual([])
  expect(body).toContain(
    `<loc>${ORIGIN}/privacy</loc><lastmod>${app.ctx.config.TEXTS_MODIFIED}</lastmod>`,
  )
})

test('security.txt names the contact for vulnerability reports and an expiry date', async () => {
  const { body, type } = await read('/.well-known/security.txt')
  expect(type).toBe('text/plain')
  expect(body).toContain(`Contact: mailto:${app.ctx.config.SUPPORT_EMAIL}\n`)
  const expires = Date.parse(/^Expires: (.+)$/m.exec(body)?.[1] ?? '')
  const daysLeft = (expires - app.ctx.now().getTime()) / (24 * 60 * 60 * 1000)
  expect(daysLeft).toBeGreaterThan(90)
  expect(daysLeft).toBeLessThan(365)
})

describe('the texts', () => {
  test('of each language and namespace are served as files', async () => {
    for (const language of languages)
      for (const namespace of namespaces) {
        const { body, type } = await read(`/locales/${language}/${namespace}.json`)
        expect([language, namespace, type]).toEqual([language, namespace, 'application/json'])
        expect(JSON.parse(body)).toBeTypeOf('object')
      }
  })

  test(
    'are cached forever under a versioned address, else for minutes and then revalidated',
    { tags: ['calls.locales'] },
    async () => {
      const plain = await app.anonymous('/locales/de/common.json')
      expect(plain.headers['cache-control']).toBe('public, max-age=300')
      const { etag } = plain.headers
      expect(etag).toBeTypeOf('string')
      const again = await app.anonymous({
        url: '/locales/de/common.json',
        headers: { 'if-none-match': etag },
      })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      const versioned = await app.anonymous('/locales/de/common.json?v=1a2b3c')
      expect(versioned.headers['cache-control']).toMatch(/max-age=31536000, immutable/)
    },
  )

  test.each(['/locales/xx/common.json', '/locales/de/nothing.json', '/locales/de'])(
    '%s is a 404 with a message',
    async (path) => {
      const answer = await app.anonymous(path)
      expect(codeOf(answer)).toEqual([404, 'not_found'])
    },
  )
})

describe('previews', () => {
  const pathOf = (language: Language, page: PublicPage) => {
    const { t } = textsOf(language)
    return previewPath(
      language,
      page,
      t(`pages:meta.${page}.title`) + t(`pages:meta.${page}.description`),
    )
  }
  const samples: [Language, PublicPage][] = [
    ['en', 'home'],
    ['de', 'pricing'],
    ['tr', 'about'],
    ['fr', 'freshness'],
    ['es', 'login'],
    ['pt', 'optOut'],
  ]

  test.each(samples)(
    'in %s of %s are images that other sites may embed and cache',
    async (language, page) => {
      const { statusCode, headers, rawPayload } = await app.anonymous(pathOf(language, page))
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'cross-origin-resource-policy': 'cross-origin',
      })
      expect(headers['cache-control']).toMatch(/^public, max-age=31536000, immutable$/)
      expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', ...PREVIEW_SIZE })
      // The picture shows the sun on the right and light text on the left.
      expect(
        await brightnessOf(rawPayload, { left: 900, top: 260, width: 120, height: 60 }),
      ).toBeGreaterThan(150)
      expect(
        await brightnessOf(rawPayload, { left: 72, top: 190, width: 600, height: 250 }),
      ).toBeGreaterThan(30)
    },
  )

  test('an article has one in its own language, from its publication day on', async () => {
    const path = previewPath('de', articlePreview(1), 'Lampen verkaufenLicht & Häuser')
    const { statusCode, rawPayload } = await app.anonymous(path)
    expect(statusCode).toBe(200)
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', ...PREVIEW_SIZE })
    for (const other of ['/previews/en/article1-0.png', '/previews/en/article2-0.png'])
      expect([other, (await app.anonymous(other)).statusCode]).toEqual([other, 404])
  })

  test('an outdated address redirects to the current one', async () => {
    const { statusCode, headers } = await app.anonymous('/previews/en/home-old.png')
    expect([statusCode, headers.location]).toEqual([302, pathOf('en', 'home')])
  })

  test.each([
    '/previews/xx/home-1.png',
    '/previews/en/nothing-1.png',
    '/previews/en/home.svg',
    '/previews/en/__proto__-1.png',
  ])('%s is a 404', async (path) => expect((await app.anonymous(path)).statusCode).toBe(404))
})

async function brightnessOf(
  png: Buffer,
  area: { left: number; top: number; width: number; height: number },
): Promise<number> {
  const cut = await sharp(png).extract(area).greyscale().raw().toBuffer()
  return cut.reduce((sum, value) => sum + value, 0) / cut.length
}
