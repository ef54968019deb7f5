import { languages, type Texts } from '#testing/texts.ts'

/** `npm run test:full`: every screen and state in every language. It takes fifteen minutes longer and seldom finds more than the short tour. */
const isFull = process.env['TEST_FULL'] === '1'

/** English comes last, because walks continue in it. */
const everyLanguage = [...languages.filter((each) => each !== 'en'), 'en'] as const

/** Of the screens as they open. German has the longest words. */
export const SCREEN_LANGUAGES: readonly Texts['language'][] = isFull ? everyLanguage : ['de', 'en']
/** Of the states that a journey brings about. */
export const STATE_LANGUAGES: readonly Texts['language'][] = isFull ? everyLanguage : ['en']
/** Of the journeys that are the same in each. */
export const JOURNEY_LANGUAGES: readonly Texts['language'][] = isFull ? ['en', 'de'] : ['de']
/** Who researches, and in which language. Two accounts, so that their saved items do not interfere; each plan has its own export formats. */
export const RESEARCHERS: readonly { language: Texts['language']; visitor: 'pro' | 'plus' }[] = isFull
  ? [
      { language: 'en', visitor: 'pro' },
      { language: 'de', visitor: 'plus' },
    ]
  : [{ language: 'de', visitor: 'plus' }]
/** Whether narrow screens are looked at in Turkish beside German. */
export const looksAtTurkish = isFull
/** Whether the operator console is looked at with the browser’s text twice as large. */
export const looksAtLargeConsole = isFull
