import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMsOf } from '#testing/cpu-time.ts'
import { extractHome } from '#testing/discovery/store-page.ts'
import { socialLinkOf } from './socials.ts'

// Sources: pages with numbers after lorey/socials#5 and DemocracyClub/WhoCanIVoteFor#2416; other rows
// own.

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

const FB_PAGE = 'https://www.facebook.com/profile.php?id=61550000000001'
// prettier-ignore
test.each([
  ['https://www.facebook.com/profile.php?id=61550000000001', 'facebook 61550000000001', FB_PAGE],
  ['https://www.facebook.com/@lumenfilz', 'facebook lumenfilz', 'https://www.facebook.com/@lumenfilz'],
  ['https://www.facebook.com/watch/lumenfilz/', 'facebook lumenfilz', 'https://www.facebook.com/watch/lumenfilz'],
  ['https://www.instagram.com/profile/lumenfilz', 'instagram lumenfilz', 'https://www.instagram.com/lumenfilz'],
  ['https://studio.youtube.com/channel/UC1234567890123456789012', 'youtube UC1234567890123456789012', 'https://studio.youtube.com/channel/UC1234567890123456789012'],
  ['https://m.facebook.com/profile.php?mibextid=x&id=61550000000001', 'facebook 61550000000001', FB_PAGE],
  ['https://de-de.facebook.com/profile.php/?id=61550000000001&sk=about', 'facebook 61550000000001', FB_PAGE],
  ['https://www.facebook.com/p/Lumen-Filz-61550000000001/', 'facebook 61550000000001', 'https://www.facebook.com/p/Lumen-Filz-61550000000001'],
  ['https://www.facebook.com/p/L%C3%A2mpadas-do-Z%C3%A9-100063000000001/?locale=pt_BR', 'facebook 100063000000001', 'https://www.facebook.com/p/L%C3%A2mpadas-do-Z%C3%A9-100063000000001'],
  ['https://www.facebook.com/pages/category/Home-decor/Lumen-Filz-104500000000001/', 'facebook 104500000000001', 'https://www.facebook.com/pages/category/Home-decor/Lumen-Filz-104500000000001'],
  ['https://tr-tr.facebook.com/pages/Keçe-Lamba/104500000000001', 'facebook 104500000000001', 'https://tr-tr.facebook.com/pages/Ke%C3%A7e-Lamba/104500000000001'],
  ['https://web.facebook.com/lumenfilz', 'facebook lumenfilz', 'https://web.facebook.com/lumenfilz'],
  ['https://www.facebook.com/login/?next=https%3A%2F%2Fwww.facebook.com%2Flumenfilz', 'facebook lumenfilz', 'https://www.facebook.com/lumenfilz'],
  ['https://www.facebook.com/login.php?next=https%3A%2F%2Fwww.facebook.com%2Fprofile.php%3Fid%3D61550000000001', 'facebook 61550000000001', FB_PAGE],
  ['https://www.facebook.com/messages/t/lumenfilz', 'facebook lumenfilz', 'https://www.facebook.com/lumenfilz'],
  ['https://www.messenger.com/t/61550000000001/', 'facebook 61550000000001', 'https://www.facebook.com/61550000000001'],
  ['https://m.me/lumenfilz?ref=shop', 'facebook lumenfilz', 'https://www.facebook.com/lumenfilz'],
  ['https://m.me/61550000000001', 'facebook 61550000000001', 'https://www.facebook.com/61550000000001'],
  ['https://fb.me/lumenfilz', 'facebook lumenfilz', 'https://www.facebook.com/lumenfilz'],
  ['http://fb.com/lumenfilz', 'facebook lumenfilz', 'https://fb.com/lumenfilz'],
  ['https://www.instagram.com/accounts/login/?next=/lumenfilz/', 'instagram lumenfilz', 'https://www.instagram.com/lumenfilz'],
  ['https://www.instagram.com/accounts/login/?next=https%3A%2F%2Fwww.instagram.com%2Flumen.filz%2F%3Fhl%3Dde', 'instagram lumen.filz', 'https://www.instagram.com/lumen.filz'],
  ['https://instagr.am/lumenfilz/', 'instagram lumenfilz', 'https://www.instagram.com/lumenfilz'],
  ['https://ig.me/m/lumenfilz', 'instagram lumenfilz', 'https://www.instagram.com/lumenfilz'],
  ['https://instagram.com/_u/lumenfilz/', 'instagram lumenfilz', 'https://www.instagram.com/lumenfilz'],
  ['https://twitter.com/intent/follow?screen_name=lumenfilz', 'x lumenfilz', 'https://x.com/lumenfilz'],
  ['https://twitter.com/login?redirect_after_login=%2Flumenfilz', 'x lumenfilz', 'https://x.com/lumenfilz'],
  ['https://x.com/i/flow/login?redirect_after_login=%2Flumenfilz', 'x lumenfilz', 'https://x.com/lumenfilz'],
  ['https://www.linkedin.com/authwall?trk=x&sessionRedirect=https%3A%2F%2Fwww.linkedin.com%2Fcompany%2Flumen', 'linkedin lumen', 'https://www.linkedin.com/company/lumen'],
  ['https://twitter.com/#!/lumenfilz', 'x lumenfilz', 'https://x.com/lumenfilz'],
  ['https://www.instagram.com/_lumenfilz', 'instagram _lumenfilz', 'https://www.instagram.com/_lumenfilz'],
  ['https://business.facebook.com/lumenfilz', 'facebook lumenfilz', 'https://business.facebook.com/lumenfilz'],
  ['https://www.linkedin.com/company/104500001', 'linkedin 104500001', 'https://www.linkedin.com/company/104500001'],
  ['https://www.tiktok.com/login?redirect_url=https%3A%2F%2Fwww.tiktok.com%2F%40lumen', 'tiktok lumen', 'https://www.tiktok.com/@lumen'],
  ['https://lumenfilz.tumblr.com/', 'tumblr lumenfilz', 'https://www.tumblr.com/lumenfilz'],
  ['https://lumenfilz.etsy.com', 'etsy lumenfilz', 'https://www.etsy.com/shop/lumenfilz'],
  ['https://www.etsy.com/de/shop/LumenFilz', 'etsy LumenFilz', 'https://www.etsy.com/shop/LumenFilz'],
  ['https://t.me/s/lumenfilz', 'telegram lumenfilz', 'https://t.me/lumenfilz'],
  ['https://lumenfilz.t.me', 'telegram lumenfilz', 'https://t.me/lumenfilz'],
  ['https://discord.gg/lumenfilz', 'discord lumenfilz', 'https://discord.gg/lumenfilz'],
  ['https://page.line.me/lumenfilz', 'line lumenfilz', 'https://page.line.me/lumenfilz'],
  ['https://vk.com/club104500001', 'vk club104500001', 'https://vk.com/club104500001'],
  ['https://br.pinterest.com/lumenfilz/', 'pinterest lumenfilz', 'https://www.pinterest.com/lumenfilz'],
])('%s has its own form and is an account', (href, account, url) => {
  const link = socialLinkOf(href)
  expect([`${link?.network} ${link?.handle}`, link?.url]).toEqual([account, url])
})

test.each([
  // Posts, tags, shares, invitations.
  'https://www.facebook.com/lumenfilz/posts/pfbid02abc',
  'https://www.facebook.com/lumenfilz/videos/104500000000001/',
  'https://www.facebook.com/permalink.php?story_fbid=1&id=61550000000001',
  'https://www.facebook.com/photo.php?fbid=61550000000001',
  'https://www.facebook.com/events/104500000000001',
  'https://www.facebook.com/groups/lumenfilz',
  'https://www.facebook.com/share/1AbCdEfGhI/?mibextid=x',
  'https://www.facebook.com/share/p/1AbCdEfGhI/',
  'https://www.facebook.com/profile.php',
  'https://www.facebook.com/profile.php?id=',
  'https://www.facebook.com/profile.php?id=me',
  'https://www.facebook.com/p/Lumen-Filz/',
  'https://www.facebook.com/hashtag/filz',
  'https://www.facebook.com/login/?next=https%3A%2F%2Fwww.facebook.com%2Fsharer%2Fsharer.php%3Fu%3Dx',
  'https://www.facebook.com/login/?next=https%3A%2F%2Fevil.example%2Flumenfilz',
  'https://www.facebook.com/login/?next=https%3A%2F%2Fwww.instagram.com%2Flumenfilz',
  'https://fb.me/1AbCdEfGh',
  'https://fb.me/e/1AbCdEfGh',
  'https://fb.watch/abcDEF/',
  'https://m.me/j/AbZkq1/',
  'https://www.instagram.com/accounts/login/',
  'https://www.instagram.com/accounts/login/?next=/p/Cabc123/',
  'https://www.instagram.com/accounts/login/?next=%2Fexplore%2Ftags%2Ffilz%2F',
  'https://www.instagram.com/accounts/login/?next=//evil.example/lumenfilz',
  'https://www.instagram.com/lumenfilz/reel/Cabc123/',
  'https://www.instagram.com/stories/lumenfilz/123/',
  'https://instagr.am/p/Cabc123/',
  'https://www.instagram.com/explore/tags/filz/',
  'https://x.com/lumenfilz/status/17200000',
  'https://twitter.com/hashtag/filz',
  'https://x.com/i/flow/login',
  'https://www.tiktok.com/@lumen/video/7200000',
  'https://www.tiktok.com/tag/filz',
  'https://www.tiktok.com/t/ZTabc/',
  'https://youtu.be/dQw4w9WgXcQ',
  'https://www.youtube.com/hashtag/filz',
  'https://www.threads.net/@lumen/post/Cabc',
  'https://bsky.app/profile/lumen.test/post/3kabc',
  'https://t.me/+AbCdEf',
  'https://t.me/joinchat/AbCdEf',
  'https://t.me/lumenfilz/123',
  'https://discord.gg/aB3xYz9Q',
  'https://discord.com/channels/1/2',
  'https://www.reddit.com/r/lumen/comments/abc/felt/',
  'https://www.reddit.com/r/lumen/submit?url=x',
  'https://lumenfilz.tumblr.com/post/123/felt',
  'https://vk.com/wall-123_456',
  'https://pin.it/4AbCdEf',
  'https://www.linkedin.com/uas/login?session_redirect=https%3A%2F%2Fwww.linkedin.com%2Ffeed%2F',
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

test('hostile addresses are read quickly', () => {
  const cpuMs = cpuMsOf(() => {
    for (const part of ['a', 'a/', '1', 'p/', '-1', '@a', '%61', 'https:/', '//'])
      for (const host of ['instagram.com', 'facebook.com', 'discord.gg', 'vk.com', 'a.tumblr.com'])
        for (let at = 0; at < 100; at++)
          socialLinkOf(`https://${host}/${part.repeat(480 / part.length - 10)}!`)
  })
  expect(cpuMs).toBeLessThan(1_000)
})

describe('a shop', () => {
  const socialsOf = (body: string) =>
    extractHome({ body }).socials.map(({ value }) => `${value.network} ${value.handle}`)

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
