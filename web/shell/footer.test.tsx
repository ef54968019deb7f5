import { expect, test } from 'vitest'
import { hrefs, renderScreen } from '#testing/render-screen.tsx'
import { Footer } from './footer.tsx'
import { NewsletterBox } from './newsletter-box.tsx'

const html = renderScreen(<Footer />)

test(
  'links to every page of the product that is open to everyone',
  { tags: ['footer.links'] },
  () => {
    for (const target of [
      '/about',
      '/blog',
      '/privacy',
      '/terms',
      '/#features',
      '/contact',
      '/freshness',
      '/lead-score',
      '/sample',
      '/opt-out',
    ])
      expect(hrefs(html)).toContain(target)
  },
)

test(
  'the community is the newsletter box of the page, the case studies are those of the landing page',
  { tags: ['footer.anchors'] },
  () => {
    expect(html).toMatch(/id="community"[^>]*>.*<form|id="community"/s)
    expect(html).toMatch(/<a[^>]*href="[^"]*#community"/)
    expect(html).toMatch(/<a[^>]*href="\/#case-studies"/)
  },
)

test('the anchors keep the query of the page, and with it filters and dates', () => {
  const list = renderScreen(<Footer />, { address: '/list?country=DE&page=2' })
  expect(list).toContain('href="/list?country=DE&amp;page=2#community"')
  expect(list).toContain('href="/about"')
})

test(
  'the newsletter box has one labelled, required field for an address',
  { tags: ['newsletter.required', 'newsletter.input-type'] },
  () => {
    const box = renderScreen(<NewsletterBox />)
    const [input = ''] = /<input[^>]*>/.exec(box) ?? []
    expect(input).toContain('type="email"')
    expect(input).toContain('required=""')
    expect(box).toContain(`for="${/ id="([^"]+)"/.exec(input)?.[1]}"`)
  },
)
