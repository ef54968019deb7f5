import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '#contracts/catalog/score-profile.ts'
import { listSavedSearches, type SavedSearch } from '#contracts/workspace/saved-searches.ts'
import { exampleSearch, exampleSearches } from '#testing/example-saved.ts'
import { given, renderScreen } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { ScorePage } from './score-page.tsx'

const { t } = textsOf('en')

const searchOf = (id: string, profile: string | null) =>
  exampleSearch({ id, name: `Search ${id}`, view: 'leads', query: 'country=US', profile })

const byAge = 'launchAge.100.3'
const [first, second] = ['first', 'second']

const show = (address: string, searches: SavedSearch[], profileLimit: number) =>
  renderScreen(<ScorePage />, {
    address: `/score${address}`,
    answers: [given(listSavedSearches, exampleSearches(searches, { profileLimit }))],
  })

/** The attributes of the button with this text. */
const buttonOf = (html: string, text: string): string =>
  new RegExp(`<button([^>]*)>(?:<span[^>]*>)?${text}`).exec(html)?.[1] ?? ''

const full = t('score:full.text', { count: 1 })

test('a search begins with its own profile, or else with the default', () => {
  const html = show('?search=first', [searchOf(first, null)], 20)
  expect(html.match(/type="range"/g)).toHaveLength(DEFAULT_PROFILE.factors.length)
  expect(html).toContain(t('score:profiles', { count: 20, used: 0, limit: 20 }))
  const own = show('?search=first', [searchOf(first, byAge)], 20)
  expect(own.match(/type="range"/g)).toHaveLength(1)
  expect(own).toContain('until day 3')
  expect(own).toContain(t('score:profiles', { count: 20, used: 1, limit: 20 }))
})

test('when every profile of the plan is in use, the screen says so before anything is saved', () => {
  const searches = [searchOf(first, byAge), searchOf(second, null)]
  const html = show('?search=second', searches, 1)
  expect(html).toContain(full)
  expect(buttonOf(html, t('score:save'))).toContain('disabled')
  expect(show('?search=first', searches, 1)).not.toContain(full)
  expect(show('?search=second', searches, 2)).not.toContain(full)
})

test('without a saved search the profile of the address can be used in its list', () => {
  const html = show(`?view=leads&profile=${byAge}`, [], 1)
  expect(html).toContain('until day 3')
  expect(buttonOf(html, t('score:apply'))).not.toContain('disabled=""')
  expect(html).not.toContain(t('score:save'))
})

test('a saved search that does not exist leads to the scores of all leads', () => {
  const html = show('?search=gone', [searchOf(first, null)], 20)
  expect(html).toContain(t('score:gone.title'))
  expect(html).toContain('href="/score?view=leads"')
})
