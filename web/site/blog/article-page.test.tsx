import { describe, expect, test } from 'vitest'
import { getArticle } from '#contracts/site/blog.ts'
import { articleOf, articlesOf, between, given, textIn } from '#testing/example-blog.ts'
import { all, renderScreen } from '#testing/render-screen.tsx'
import { q } from '#web/api/query.ts'
import { ArticlePage, relatedQuery } from './article-page.tsx'

describe('an article', () => {
  const bodyHtml =
    '<h2 id="wicks" tabindex="-1">Wicks</h2><p>Of wicks.</p><h2 id="oil" tabindex="-1">Oil</h2><p>Of oil.</p>'
  const headings = [
    { id: 'wicks', text: 'Wicks', level: 2 },
    { id: 'oil', text: 'Oil', level: 2 },
    { id: 'deep', text: 'Deep', level: 3 },
  ]
  const article = {
    ...articleOf(7, { language: 'tr', title: 'Lamba & “ışık”', author: 'Storedawn' }),
    bodyHtml,
    headings,
    views: 3,
  }
  const html = renderScreen(<ArticlePage />, {
    visitor: 'anonymous',
    route: '/blog/:idOrSlug',
    address: '/blog/7?lang=de',
    language: 'de',
    answers: [
      given(q(getArticle, { params: { id: 7 } }), article),
      given(relatedQuery(7), articlesOf(30, 3)),
    ],
  })

  test(
    'keeps its own language and one canonical address, names that language, and has an address in every other',
    { tags: ['meta.alternates'] },
    () => {
      expect(all(html, /rel="canonical" href="([^"]+)"/g)).toEqual(['/blog/lamp-7?lang=tr'])
      expect(all(html, /hrefLang="([^"]+" href="[^"]+)"/g)).toEqual([
        'en" href="/blog/lamp-7',
        'tr" href="/blog/lamp-7?lang=tr',
        'es" href="/blog/lamp-7?lang=es',
        'fr" href="/blog/lamp-7?lang=fr',
        'de" href="/blog/lamp-7?lang=de',
        'pt" href="/blog/lamp-7?lang=pt',
        'x-default" href="/blog/lamp-7?lang=tr',
      ])
      expect(html).toContain('<meta property="og:locale" content="tr_TR"/>')
      expect(html).toMatch(/<h1 lang="tr"/)
      expect(html).toMatch(/<div lang="tr" class="prose">/)
      // The page's own words about the article are in the language of the page.
      expect(textIn(html)).toContain('Alle Artikel SEO Lamba')
      expect(textIn(html)).toContain(
        'Von Storedawn Türkçe 05.03.2026 Aktualisiert am 06.03.2026 3 Min. Lesezeit',
      )
    },
  )

  test('describes itself to search engines and link previews', () => {
    const facts = Object.fromEntries(
      [...html.matchAll(/<meta property="((?:og|article):[a-z_]+)" content="([^"]*)"\/>/g)].map(
        ([, name, content]) => [name, content],
      ),
    )
    expect(facts).toMatchObject({
      'og:type': 'article',
      'article:published_time': '2026-03-05T08:00:00.000Z',
      'article:modified_time': '2026-03-06T08:00:00.000Z',
      'article:section': 'SEO',
    })
    expect(all(html, /property="article:tag" content="([^"]+)"/g)).toEqual(['lamps', 'light'])
    const [posting, trail] = all(html, /<script type="application\/ld\+json">(.*?)<\/script>/g).map(
      (json) => JSON.parse(json ?? ''),
    )
    expect(posting).toMatchObject({
      '@type': 'BlogPosting',
      headline: 'Lamba & “ışık”',
      inLanguage: 'tr',
      author: { '@type': 'Organization', name: 'Storedawn' },
      publisher: { name: 'Storedawn', logo: '/icon-512.png' },
      image: facts['og:image'],
      mainEntityOfPage: '/blog/lamp-7',
      timeRequired: 'PT3M',
    })
    expect(trail.itemListElement.map(({ item }: { item: string }) => item)).toEqual([
      '/blog',
      '/blog/category/seo',
      '/blog/lamp-7',
    ])
    expect(html).toContain('type="application/rss+xml" title="Storedawn" href="/blog/feed.xml"')
  })

  test('lists its contents beside the text and folded above it, as links that work without script', () => {
    const navs = html.split('<nav aria-label="Auf dieser Seite"').slice(1)
    const links = ['/blog/7?lang=de#wicks', '/blog/7?lang=de#oil']
    expect(navs.map((nav) => all(nav.split('</nav>')[0] ?? '', /href="([^"]+)"/g))).toEqual([
      links,
      links,
    ])
    expect(html).toContain('<details')
    expect(all(html, /<nav aria-label="Auf dieser Seite".*?<ul lang="([a-z]+)"/g)).toEqual([
      'tr',
      'tr',
    ])
  })

  test('offers sharing through plain links and links to related articles', () => {
    const share = between(html, 'Teilen</p>', '</article>')
    const address = encodeURIComponent('/blog/lamp-7')
    expect(all(share, /href="([^"]+)"/g)).toEqual(Array(4).fill(expect.stringContaining(address)))
    const related = between(html, 'id="blog-related"', '</section>')
    expect(all(related, /href="([^"]+)"/g)).toEqual(['/blog/30', '/blog/31', '/blog/32'])
  })

  test('gives its pictures a size and loads only the first one eagerly', () => {
    const pictures = all(html, /<img ([^>]*)>/g)
    expect(pictures).toHaveLength(4)
    for (const picture of pictures) expect(picture).toMatch(/width="1200" height="675"/)
    expect(pictures.map((picture) => picture?.includes('loading="lazy"'))).toEqual([
      false,
      true,
      true,
      true,
    ])
  })

  test('contains no script other than its structured data', () => {
    expect(all(html, /<script ([^>]*)>/g)).toEqual([
      'type="application/ld+json"',
      'type="application/ld+json"',
    ])
  })
})
