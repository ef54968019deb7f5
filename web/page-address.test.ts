import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { createRouteFinder } from './page-address.ts'

const ROUTES = [
  { path: '/blog', children: [{ path: 'category/:slug' }] },
  { path: '/app', handle: { isShell: true } },
]

test('the route of a path is looked for once, that of a long path each time', () => {
  const asked: string[] = []
  const find = createRouteFinder(({ pathname }) => {
    asked.push(pathname)
    return matchRoutes(ROUTES, { pathname })
  })
  const long = `/blog/category/${'x'.repeat(200)}`
  for (const path of ['/blog/category/seo', '/app', long]) expect(find(path)).toEqual(find(path))
  expect(asked).toEqual(['/blog/category/seo', '/app', long, long])
  expect(find('/blog/category/seo')).toEqual({
    pattern: '/blog/category/:slug',
    isShell: false,
    params: { slug: 'seo' },
  })
})
