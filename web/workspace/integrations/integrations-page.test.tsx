import { expect, test } from 'vitest'
import { type Feed, listFeeds } from '#contracts/workspace/changes.ts'
import { languages } from '#i18n/languages.ts'
import { exampleFeed } from '#testing/example-saved.ts'
import { given, renderScreen } from '#testing/render-screen.tsx'
import { FeedsSection } from './integrations-page.tsx'

const feed = exampleFeed()

const render = (feeds: Feed[], options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(<FeedsSection />, { answers: [given(listFeeds, { feeds })], ...options })

test('a guest sees the feeds of an earlier plan and can revoke each', () => {
  const search = { ...feed, id: `${feed.id}1`, savedSearch: feed.id, name: 'Lamps' }
  const html = render([feed, search], { visitor: 'guest' })
  for (const text of ['Saved stores', 'Lamps', 'Not read yet', 'Revoke address: Lamps'])
    expect(html).toContain(text)
})

test('without a feed there is no section', () => {
  expect(render([])).not.toContain('Feed')
})

test.each(languages)('in %s no text of a feed is missing', (language) => {
  expect(render([feed], { language })).not.toMatch(/feed\.|savedStores|{{/)
})
