import { expect, test } from 'vitest'
import { renderScreen } from '#testing/render-screen.tsx'
import { Footer } from './footer.tsx'

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

test('has a box for the newsletter with one labelled, required field of an address', () => {
  const [input = ''] = /<input[^>]*>/.exec(html) ?? []
  expect(input).toContain('type="email"')
  expect(input).toContain('required=""')
  expect(html).toContain(`for="${/ id="([^"]+)"/.exec(input)?.[1]}"`)
})
