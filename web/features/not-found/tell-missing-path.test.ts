import { expect, test } from 'vitest'
import { tellMissingPath } from './tell-missing-path.ts'

test('a path that a link inside the page led to is asked for once, and what the browser asked for itself is not', () => {
  const asked: unknown[] = []
  const told = new Set<string>()
  const tell = (pathname: string) =>
    tellMissingPath(pathname, {
      told,
      askedPath: '/typed',
      origin: 'https://storedawn.example',
      fetch: async (address, init) => {
        asked.push([address, init.method, init.credentials])
        throw new TypeError('no connection')
      },
    })
  for (const pathname of ['/typed', '/linked', '/linked', '//evil.example/x']) tell(pathname)
  expect(asked).toEqual([
    ['https://storedawn.example/linked', 'HEAD', 'omit'],
    ['https://storedawn.example//evil.example/x', 'HEAD', 'omit'],
  ])
})
