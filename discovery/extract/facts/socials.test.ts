import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extractVisit } from '#discovery/extract/extract-visit.ts'
import { emptyVisit, pageOf, storePage } from '#testing/discovery/store-page.ts'
import { socialLinkOf } from './socials.ts'

test.each([
  [
    'https://www.instagram.com/lumen.filz/?hl=en',
    'instagram',
    'lumen.filz',
    'https://www.instagram.com/lumen.filz',
  ],
  ['//instagram.com/lumen', 'instagram', 'lumen', 'https://www.instagram.com/lumen'],
  [
    'https://m.facebook.com/lumenfilz#',
    'facebook',
    'lumenfilz',
    'https://m.facebook.com/lumenfilz',
  ],
  [
    'https://www.facebook.com/pages/Lumen/123456789',
    'facebook',
    '123456789',
    'https://www.facebook.com/pages/Lumen/123456789',
  ],
  [
    'https://www.tiktok.com/@lumen_filz?lang=de',
    'tiktok',
    'lumen_filz',
    'https://www.tiktok.com/@lumen_filz',
  ],
  ['https://twitter.com/@lumen', 'x', 'lumen', 'https://x.com/lumen'],
  [
    'https://www.youtube.com/channel/UCabcdefghijklmnop',
    'youtube',
    'UCabcdefghijklmnop',
    'https://www.youtube.com/channel/UCabcdefghijklmnop',
  ],
  [
    'https://www.pinterest.com.au/lumen/_created/',
    'pinterest',
    'lumen',
    'https://www.pinterest.com/lumen',
  ],
  [
    'https://www.linkedin.com/showcase/lumen/',
    'linkedin',
    'lumen',
    'https://www.linkedin.com/showcase/lumen',
  ],
  [
    'https://www.youtube.com/lumenfilz',
    'youtube',
    'lumenfilz',
    'https://www.youtube.com/lumenfilz',
  ],
  [
    'https://www.facebook.com/people/Lumen-Filz/61550000000001/',
    'facebook',
    '61550000000001',
    'https://www.facebook.com/people/Lumen-Filz/61550000000001',
  ],
  [
    'https://www.instagram.com/https://www.instagram.com/lumen.filz',
    'instagram',
    'lumen.filz',
    'https://www.instagram.com/lumen.filz',
  ],
  [
    'https://www.tiktok.com/@https://www.tiktok.com/@lumen',
    'tiktok',
    'lumen',
    'https://www.tiktok.com/@lumen',
  ],
])('%s is an account', (href, network, handle, url) => {
  expect(socialLinkOf(href)).toEqual({ network, handle, url })
})

test.each([
  'https://twitter.com/intent/tweet?text=x',
  '//twitter.com/share?text=x&url=y',
  'http://www.facebook.com/sharer/sharer.php?u=https://x.example',
  'https://www.facebook.com/shopify',
  'https://www.instagram.com/',
  'https://www.instagram.com/p/Cabc123/',
  'https://www.instagram.com/reel/Cabc123/',
  'http://pinterest.com/pin/create/button/?url=x',
  'https://www.youtube.com/watch?v=abc',
  'https://www.youtube.com/playlist?list=abc',
  'https://www.youtube.com/embed/abc',
  'https://www.youtube.com/channel/short',
  'https://www.instagram.com/https',
  'https://www.instagram.com/https://',
  'https://www.facebook.com/people/',
  'https://analytics.tiktok.com/',
  'https://www.tiktok.com/discover/lamps',
  'https://instagram.com/yourstore',
  'https://example.com/instagram.com/lumen',
  'https://instagram.com.evil.example/lumen',
  'javascript:alert(1)//instagram.com/lumen',
  '',
])('%s is not an account', (href) => {
  expect(socialLinkOf(href)).toBeNull()
})

test('any text yields an account with an https address, or nothing', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), fc.string(), (url, tail) => {
      const link = socialLinkOf(url.replace(/\/\/[^/]+/, '//instagram.com') + tail)
      if (link) expect(URL.parse(link.url)?.protocol).toBe('https:')
    }),
  )
})

describe('a shop', () => {
  const socialsOf = (body: string) =>
    extractVisit(
      { ...emptyVisit, home: pageOf(storePage({ body })) },
      'lumen-und-filz.test',
    ).snapshot.socials.map(({ value }) => `${value.network} ${value.handle}`)

  test('owns the accounts in its footer, but not share links or people mentioned in its text', () => {
    expect(
      socialsOf(`<p>As seen at <a href="https://www.instagram.com/famous.person">her place</a></p>
        <a href="https://twitter.com/share?text=x">Tweet</a>
        <footer><a href="https://www.instagram.com/lumenfilz">Instagram</a><a href="https://www.tiktok.com/@lumenfilz">TikTok</a></footer>`),
    ).toEqual(['instagram lumenfilz', 'tiktok lumenfilz'])
  })

  test('owns an account in its text that bears its name', () => {
    expect(socialsOf('<p><a href="https://www.instagram.com/lumenundfilz/">us</a></p>')).toEqual([
      'instagram lumenundfilz',
    ])
  })
})
