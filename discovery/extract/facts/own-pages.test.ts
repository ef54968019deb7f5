import { describe, expect, test } from 'vitest'
import { extractHome, STORE_HOST as HOST } from '#testing/discovery/store-page.ts'

const HOME = `https://${HOST}/`
const linking = (href: string) => extractHome({ body: `<footer><a href="${href}">x</a></footer>` })

describe('a blog', () => {
  test.each([
    ['/blogs/news', `${HOME}blogs/news`],
    ['/blogs/journal/how-we-felt?utm=1#top', `${HOME}blogs/journal`],
    ['/en-gb/blogs/news/tagged/wool', `${HOME}en-gb/blogs/news`],
    [`https://www.${HOST}/blogs/news`, `https://www.${HOST}/blogs/news`],
  ])('is linked as %s', (href, url) => {
    expect(linking(href).blog).toMatchObject({
      value: url,
      label: 'observed',
      evidence: { url: HOME, path: 'footer a[href]' },
    })
  })

  test.each([
    'https://elsewhere.example/blogs/news',
    '/pages/blogs',
    '/blogs/',
    '/search?q=/blogs/news',
    '/collections/all',
  ])('is not %s', (href) => expect(linking(href).blog).toBeNull())
})

describe('a page about the shop', () => {
  test.each([
    '/pages/about',
    '/pages/about-us',
    '/pages/about-our-wool',
    '/pages/our-story',
    '/pages/ueber-uns',
    '/pages/uber-uns',
    '/fr/pages/qui-sommes-nous',
    '/pages/a-propos',
    '/pages/sobre-nosotros',
    '/pages/quienes-somos',
    '/pages/quem-somos',
    '/pages/hakkimizda',
    '/pages/chi-siamo',
    '/pages/over-ons',
  ])('is linked as %s', (path) => {
    expect(linking(`${path}?ref=menu`).aboutPage).toMatchObject({
      value: `https://${HOST}${path}`,
      label: 'detected',
      evidence: { url: HOME, path: 'footer a[href]' },
    })
  })

  test.each([
    '/pages/about-shipping',
    '/pages/all-about-wool',
    '/pages/history',
    '/pages/contact',
    '/products/about-us',
    'https://elsewhere.example/pages/about-us',
  ])('is not %s', (path) => expect(linking(path).aboutPage).toBeNull())
})
