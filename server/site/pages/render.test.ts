import { expect, test } from 'vitest'
import { collectAssets } from './render.ts'

const manifest = {
  'web/entry-client.tsx': {
    file: 'assets/entry.js',
    imports: ['_shared.js'],
    dynamicImports: ['web/site/landing/landing-page.tsx', 'web/work-pages.ts'],
    css: ['assets/app.css'],
    assets: [
      'assets/instrument-sans-latin-ext-wght-normal-Ab1.woff2',
      'assets/instrument-sans-latin-wght-normal-Cd2.woff2',
    ],
  },
  'web/site/landing/landing-page.tsx': {
    file: 'assets/home.js',
    imports: ['_shared.js', '_card.js', 'web/entry-client.tsx'],
  },
  'web/work-pages.ts': { file: 'assets/work-pages.js', imports: ['web/entry-client.tsx'] },
  'web/catalog/leads/leads-page.tsx': { file: 'assets/leads.js', imports: ['_card.js'] },
  '_shared.js': { file: 'assets/shared.js', imports: ['_card.js'] },
  '_card.js': { file: 'assets/card.js', imports: ['_shared.js'] },
}

test('a page preloads its entry, its route and all their imports, each once', () => {
  expect(collectAssets(manifest, ['root', 'pages', 'web/site/landing/landing-page.tsx#/'])).toEqual(
    {
      entry: '/assets/entry.js',
      styles: ['/assets/app.css'],
      modules: ['/assets/shared.js', '/assets/card.js', '/assets/home.js'],
      fonts: ['/assets/instrument-sans-latin-wght-normal-Cd2.woff2'],
    },
  )
})

test('a page that the entry does not know preloads the list of such pages too', () => {
  const { modules } = collectAssets(manifest, ['root', 'web/catalog/leads/leads-page.tsx#/leads'])
  expect(modules).toEqual([
    '/assets/shared.js',
    '/assets/card.js',
    '/assets/work-pages.js',
    '/assets/leads.js',
  ])
})

test('a build without the entry is refused with a clear message', () => {
  expect(() => collectAssets({}, [])).toThrow('web/entry-client.tsx is not in the build')
})
