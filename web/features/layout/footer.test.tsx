import { expect, test } from 'vitest'
import { renderScreen } from '#testing/render-screen.tsx'
import { Footer } from './footer.tsx'
import { NewsletterBox } from './newsletter-box.tsx'

const html = renderScreen(<Footer />)

test('leads to every page of the product that is for everybody', () => {
  const targets = [...html.matchAll(/href="([^"]+)"/g)].map(([, target]) => target)
  for (const target of [
    '/about',
    '/blog',
    '/privacy',
    '/terms',
    '/#features',
    '/contact',
    '/freshness',
    '/opt-out',
  ])
    expect(targets).toContain(target)
})

test('has two links that lead to themselves alone, as there are no such pages', () => {
  for (const name of ['community', 'case-studies'])
    expect(html).toMatch(new RegExp(`id="${name}"[^>]*><a[^>]*href="[^"]*#${name}"`))
})

test('the box for the newsletter has one labelled, required field of an address', () => {
  const box = renderScreen(<NewsletterBox />)
  const [input = ''] = /<input[^>]*>/.exec(box) ?? []
  expect(input).toContain('type="email"')
  expect(input).toContain('required=""')
  expect(box).toContain(`for="${/ id="([^"]+)"/.exec(input)?.[1]}"`)
})
