import { expect, test, vi } from 'vitest'
import { Testimonials } from '#contracts/site/testimonials.ts'
import { languages } from '#i18n/languages.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { sharedFolder } from '#testing/test-folder.ts'
import {
  listTestimonials,
  readTestimonials,
  type TestimonialContent,
  TESTIMONIALS_FILE,
} from './testimonials.ts'

const demo = useTestApp(() => ({ config: { EXAMPLE_TESTIMONIALS: 'on' } }))

const SOURCE = 'https://reddit.example/r/shops/1'
const written = { author: 'Ada', language: 'de', text: { de: 'Früh dran.' } } as const
const NONE = { twitter: [], reddit: [], trustpilot: [] }
const content: TestimonialContent = {
  ...NONE,
  twitter: [{ ...written, id: 'example', source: null }],
  reddit: [{ ...written, id: 'real', source: SOURCE }],
}
const withReddit = (reddit: object) => JSON.stringify({ ...content, reddit: [reddit] })

const { fileOf } = sharedFolder()

const depsWith = (setting: 'on' | 'off') => {
  const error = vi.fn<(...line: unknown[]) => void>()
  return {
    deps: {
      config: { ...demo.ctx.config, EXAMPLE_TESTIMONIALS: setting },
      log: { ...demo.ctx.log, error },
    },
    error,
  }
}

test(
  'the answer holds three groups in the requested language, each example without a source',
  { tags: ['testimonials.groups'] },
  async () => {
    for (const language of languages) {
      const answer = await demo.anonymous(`/api/public/testimonials?language=${language}`)
      const groups = Testimonials.parse(answer.json())
      expect(Object.keys(groups)).toEqual(['twitter', 'reddit', 'trustpilot'])
      for (const group of Object.values(groups)) {
        expect(group.length).toBeGreaterThan(0)
        for (const each of group) expect(each).toMatchObject({ language, source: null })
      }
    }
    expect((await demo.anonymous('/api/public/testimonials?language=de-DE')).statusCode).toBe(400)
  },
)

test('without the demo setting no testimonial without a source is shown', async () => {
  const { deps } = depsWith('off')
  const file = fileOf('testimonials.json', JSON.stringify(content))
  const real = { id: 'real', author: 'Ada', text: 'Früh dran.', language: 'de', source: SOURCE }
  expect(await listTestimonials(deps, { language: 'fr' }, file)).toEqual({
    ...NONE,
    reddit: [real],
  })
  expect(await listTestimonials(deps, {})).toEqual(NONE)
})

test.each([
  ['no JSON', '{'],
  ['a group is missing', JSON.stringify({ ...content, reddit: undefined })],
  [
    'no text in its own language',
    withReddit({ ...written, id: 'x', source: null, text: { en: 'Early.' } }),
  ],
  [
    'a source that is no address',
    withReddit({ ...written, id: 'x', source: 'javascript:alert(1)' }),
  ],
])('an unusable file is logged and yields empty lists: %s', async (_, text) => {
  const { deps, error } = depsWith('on')
  const file = fileOf('testimonials.json', text)
  expect(await listTestimonials(deps, {}, file)).toEqual(NONE)
  expect(error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ event: 'testimonials.unreadable', file }),
    expect.any(String),
  )
})

test('every bundled example is translated into all six languages', async () => {
  const { twitter, reddit, trustpilot } = await readTestimonials(TESTIMONIALS_FILE)
  for (const { text } of [...twitter, ...reddit, ...trustpilot])
    expect(Object.keys(text).toSorted()).toEqual(languages.toSorted())
})
