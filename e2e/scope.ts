import { isFullRun } from '#testing/full-run.ts'
import { languages, type Texts } from '#testing/texts.ts'

/** English comes last, because journeys continue in it. */
const everyLanguage = [...languages.filter((each) => each !== 'en'), 'en'] as const

/** In which accessibility is checked: of every screen as it opens, and in the full run of every state that a person brings about. */
export const CHECKED_LANGUAGES: readonly Texts['language'][] = isFullRun ? everyLanguage : ['en']
/** Of the journeys that are the same in each. */
export const JOURNEY_LANGUAGES: readonly Texts['language'][] = isFullRun ? ['en', 'de'] : ['de']
/** Who researches, and in which language. Two accounts, so that their saved items do not interfere; each plan has its own export formats. */
export const RESEARCHERS: readonly { language: Texts['language']; visitor: 'pro' | 'plus' }[] = isFullRun
  ? [
      { language: 'en', visitor: 'pro' },
      { language: 'de', visitor: 'plus' },
    ]
  : [{ language: 'de', visitor: 'plus' }]
