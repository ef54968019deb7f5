import { expect, test } from 'vitest'
import { type CatchUp, getCatchUp } from '#contracts/operations/freshness.ts'
import { languages } from '#i18n/languages.ts'
import { given, renderScreen } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { CatchUpProgress } from './catch-up-progress.tsx'

const behind: CatchUp = { isCatchingUp: true, share: 0.84, logsBehind: 2, hostsWaiting: 1234 }
const draw = (answer: CatchUp | Error | null, language: (typeof languages)[number] = 'en') =>
  renderScreen(<CatchUpProgress />, {
    language,
    answers: answer ? [given(getCatchUp, answer)] : [],
  })

test('while discovery is behind, a bar shows its progress without shifting the layout', () => {
  const html = draw(behind)
  expect(html).toMatch(/^<div class="[^"]*\babsolute\b/)
  expect(html).toMatch(/role="progressbar"[^>]*aria-valuenow="84" aria-valuetext="84%"/)
  expect(html).toContain('<rect width="84"')
  expect(html).not.toContain('style=')
  expect(html).toContain('Catching up: 84%')
  expect(html).toContain('1,234 hosts')
})

test.each(languages)('in %s the line names the share and the number of hosts', (language) => {
  const html = draw(behind, language)
  expect(html).toMatch(/84/)
  expect(html).toMatch(/1.?234/)
})

test('before the first log the line says that discovery is starting', () => {
  expect(draw({ isCatchingUp: true, share: 0, logsBehind: 0, hostsWaiting: 0 })).toContain(
    textsOf('en').t('components:catchUp.starting'),
  )
})

test.each([
  ['discovery is up to date', { isCatchingUp: false, share: 1, logsBehind: 0, hostsWaiting: 3 }],
  ['the progress is not known yet', null],
  ['the call failed', new Error('no')],
])('there is no line when %s', (_, answer) => {
  expect(draw(answer)).toBe('')
})
