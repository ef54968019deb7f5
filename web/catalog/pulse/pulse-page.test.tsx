import { expect, test } from 'vitest'
import { renderScreen } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { PulsePage } from './pulse-page.tsx'

const { t } = textsOf('en')

test('without a connection the page says so instead of loading without end', () => {
  const render = (isOnline: boolean) => renderScreen(<PulsePage />, { address: '/pulse', isOnline })
  expect(render(true)).toContain('bone')
  expect(render(false)).toContain(t('errors:network'))
  expect(render(false)).not.toContain('bone')
})
