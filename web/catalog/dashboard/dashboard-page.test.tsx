import { expect, test } from 'vitest'
import { renderScreen } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { DashboardPage } from './dashboard-page.tsx'

const { t } = textsOf('en')

test.each([
  ['pro', 'Mira'],
  ['nameless', t('date-picker:sampleName')],
] as const)(
  'the heading greets a %s by the name %s',
  { tags: ['app.greeting'] },
  (visitor, name) => {
    const greeting = t('date-picker:greeting', { name })
    expect(greeting).toContain(name)
    expect(renderScreen(<DashboardPage />, { address: '/app', visitor })).toMatch(
      new RegExp(`<h1[^>]*>${greeting}</h1>`),
    )
  },
)

test('the dashboard shows a skeleton while the session is checked, and never lets a guest in', () => {
  const seen = (visitor: 'checking' | 'guest') =>
    renderScreen(<DashboardPage />, { address: '/app', visitor })
  expect(seen('checking')).toContain('aria-busy="true"')
  expect(seen('guest')).not.toContain('aria-busy')
  for (const visitor of ['checking', 'guest'] as const) expect(seen(visitor)).not.toContain('<h1')
})
