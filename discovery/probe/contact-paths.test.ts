import { expect, test } from 'vitest'
import { cpuMsOf } from '#testing/cpu-time.ts'
import { pageOf } from '#testing/discovery/store-page.ts'
import { contactPaths } from './probe-host.ts'

const USUAL = ['/policies/contact-information', '/pages/contact']

const pathsOf = (html: string): string[] => contactPaths(pageOf(html))

test('a page without links leads to the two usual contact paths', () => {
  expect(pathsOf('<p>hello</p>')).toEqual(USUAL)
  expect(pathsOf('')).toEqual(USUAL)
})

test.each([
  '/pages/contact-us',
  '/pages/kontakt',
  '/pages/contato',
  '/pages/contacto',
  '/pages/contattaci',
  '/pages/nous-contacter',
  '/pages/iletisim',
  '/pages/bize-ulasin',
  '/pages/toiawase',
  '/pages/%E3%81%8A%E5%95%8F%E3%81%84%E5%90%88%E3%82%8F%E3%81%9B',
  '/fr/pages/contact',
])('%s is a contact page', (path) => {
  expect(pathsOf(`<a class="x" href="${path}?view=1#form">…</a>`)[0]).toBe(path)
})

test.each([
  '/pages/about',
  '/blogs/news/contact',
  '/products/contact-lens',
  '/collections/contact',
  '/pages/size-guide',
])('%s is not a contact page', (path) => expect(pathsOf(`<a href="${path}">…</a>`)).toEqual(USUAL))

test('the platform’s own contact page comes first, and a contact page comes before an imprint', () => {
  const link = (path: string) => `<a href="${path}">…</a>`
  const all = ['/pages/impressum', '/pages/kontakt', '/policies/contact-information'].map(link)
  expect(pathsOf(all.join(''))).toEqual(['/policies/contact-information', '/pages/kontakt'])
  expect(pathsOf(all.slice(0, 2).join(''))).toEqual(['/pages/kontakt', '/pages/impressum'])
})

test('one page in several languages counts once, by its shortest path', () => {
  const html =
    '<a href="/it/pages/contact"><a href="/pages/contact"><a href="/en-de/pages/contact">'
  expect(pathsOf(html)).toEqual(['/pages/contact', '/policies/contact-information'])
  expect(pathsOf('<a href="/fr/policies/contact-information">')).toEqual([
    '/fr/policies/contact-information',
    '/pages/contact',
  ])
})

test('links to other hosts and unreadable addresses are ignored', () => {
  const html =
    '<a href="https://other.test/pages/contact"><a href="http://[/pages/contact"><a href="/pages/contact&amp;x">'
  expect(pathsOf(html)).toEqual(['/pages/contact&x', USUAL[0]])
})

test('megabytes of half-written links parse within moments', () => {
  const html = `<a href${' '.repeat(1000)}`.repeat(2000) + 'href="/pages/'.repeat(100_000)
  expect(cpuMsOf(() => pathsOf(html))).toBeLessThan(2000)
})
