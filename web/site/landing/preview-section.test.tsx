import { expect, test } from 'vitest'
import { all, renderScreen } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import type { DateSelection } from '#web/lib/dates/date-selection.ts'
import type { Preview } from '#web/ui/date-picker/preview.tsx'
import { figuresOf, mainActionOf, sourceOf } from './landing-preview.ts'
import { PreviewCard } from './preview-section.tsx'

const en = textsOf('en')
const sample: DateSelection = { kind: 'range', from: '2025-06-12', to: '2025-06-20' }
const recent: DateSelection = { kind: 'single', date: '2026-11-20' }
const empty: Preview = { state: 'empty' }
const failed: Preview = { state: 'failed', error: null, retry: () => undefined }

function draw(
  selection: DateSelection,
  isShown: boolean,
  counted: Preview,
  language: 'en' | 'de' = 'en',
) {
  const preview = { selection, isShown }
  const figures = figuresOf(preview, counted)
  const html = renderScreen(
    <PreviewCard
      selection={selection}
      figures={figures}
      source={sourceOf(selection)}
      action={mainActionOf(preview, figures)}
      show={() => undefined}
      select={() => undefined}
    />,
    { visitor: 'anonymous', language },
  )
  const inner = (pattern: RegExp) =>
    all(html, pattern).map((text) => text?.replaceAll(/<[^>]+>/g, ''))
  return {
    html,
    figures: inner(/<dd[^>]*>(.*?)<\/dd>/g),
    buttons: inner(/<button[^>]*>(.*?)<\/button>/g),
  }
}

test(
  'choosing dates alone keeps the zeros and offers a button for the preview',
  { tags: ['preview.zeros-unless-shown'] },
  () => {
    const { html, figures, buttons } = draw(sample, false, empty)
    expect(figures).toEqual(['0', '0', '0'])
    expect(buttons).toEqual([en.t('date-picker:getPreview')])
    expect(html).toContain(en.t('date-picker:landing.hidden'))
  },
)

test(
  'the sample preview shows the first day of the range, says so and leads on',
  { tags: ['sample.views-thousands', 'preview.get-started-label'] },
  () => {
    const { html, figures, buttons } = draw(sample, true, empty)
    expect(figures).toEqual(['2,535', '391', '1,562'])
    expect(html).toContain(en.t('date-picker:landing.shownSample', { day: 'Jun 12, 2025' }))
    expect(buttons).toEqual([en.t('date-picker:landing.getStarted')])
    expect(draw(sample, true, empty, 'de').figures).toEqual(['2.535', '391', '1.562'])
  },
)

test('any other day shows its counted figures and says so', () => {
  const stats = { totalStores: 1234, totalProducts: 56, storesWithEmail: 789 }
  const { html, figures } = draw(recent, true, { state: 'ready', stats })
  expect(figures).toEqual(['1,234', '56', '789'])
  expect(html).toContain(en.t('date-picker:landing.shownCounted'))
  expect(html).not.toContain(en.t('date-picker:landing.hidden'))
})

test('a failed count shows zeros and says so, with a retry and still a way on', () => {
  const { html, figures, buttons } = draw(recent, true, failed)
  expect(figures).toEqual(['0', '0', '0'])
  expect(html).toContain(en.t('date-picker:stats.failed'))
  expect(buttons).toEqual([en.t('date-picker:stats.retry'), en.t('date-picker:landing.getStarted')])
})
