import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { blockedStorage, memoryStorage } from '#testing/memory-storage.ts'
import { renderScreen } from '#testing/render-screen.tsx'
import { TOKEN_MARK_SCRIPT } from '#web/lib/app/page-bootstrap.ts'
import { AnnouncementBanner, useIsBannerVisible } from './announcement-banner.tsx'

const banner = (visitor: 'anonymous' | 'checking') =>
  renderScreen(<AnnouncementBanner onClose={() => undefined} />, { visitor })

test(
  'the banner holds three messages, shows one at a time and links to the login',
  { tags: ['banner.three-messages'] },
  () => {
    const html = banner('anonymous')
    expect(html.match(/<p aria-hidden="(true|false)"/g)).toEqual([
      '<p aria-hidden="false"',
      '<p aria-hidden="true"',
      '<p aria-hidden="true"',
    ])
    expect(html).toContain('duration-200')
    expect(html).toContain('href="/login"')
  },
)

test('a browser that holds a session hides the banner until the session is known', () => {
  expect(banner('checking')).toContain('in-data-token:hidden')
  expect(banner('anonymous')).not.toContain('in-data-token')
})

function Place() {
  return useIsBannerVisible() ? 'room' : 'none'
}

test.each([
  ['anonymous', 'room'],
  ['guest', 'none'],
  ['pro', 'none'],
  ['checking', 'none'],
] as const)(
  'for %s the space for the banner is: %s',
  { tags: ['banner.hidden-logged-in'] },
  (visitor, place) => {
    expect(renderScreen(<Place />, { visitor })).toBe(place)
  },
)

test.each([
  ['a browser that holds a session is marked', memoryStorage({ jwt: 'x' }), true],
  ['a stranger is not', memoryStorage(), false],
  ['nor is one that blocks access to its storage', blockedStorage, false],
])('before the first paint %s', (_case, localStorage, isMarked) => {
  const dataset: Record<string, string> = {}
  runInNewContext(TOKEN_MARK_SCRIPT, { localStorage, document: { documentElement: { dataset } } })
  expect('token' in dataset).toBe(isMarked)
})
