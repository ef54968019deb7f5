import { languages, type Texts } from '#testing/texts.ts'

/** `npm run test:full`: every state in every language, which takes another ten minutes and seldom finds what the short tour does not. */
const isFull = process.env['TEST_FULL'] === '1'

/** English comes last: there a walk goes on. */
const everyLanguage = [...languages.filter((each) => each !== 'en'), 'en'] as const

/** Of the screens as they open. */
export const SCREEN_LANGUAGES: readonly Texts['language'][] = everyLanguage
/** Of the states that a journey brings about: German has the longest words. */
export const STATE_LANGUAGES: readonly Texts['language'][] = isFull ? everyLanguage : ['de', 'en']
/** Whether narrow screens are looked at in Turkish beside German. */
export const looksAtTurkish = isFull
