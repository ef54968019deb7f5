import { expect, test } from 'vitest'
import { reportMissingPath } from './not-found-page.tsx'

test('a missing path reached through a link is requested once, one that the browser requested itself is not', () => {
  const asked: unknown[] = []
  const told = new Set<string>()
  const tell = (pathname: string) =>
    reportMissingPath(pathname, {
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
