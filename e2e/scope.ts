import { isFullRun } from '#testing/full-run.ts'
import { languages, type Texts } from '#testing/texts.ts'

/** English comes last, because journeys continue in it. */
const everyLanguage = [...languages.filter((each) => each !== 'en'), 'en'] as const

/**
 * Accessibility is checked in these: of every screen as it opens, and in the full run of every
 * state that a person brings about.
 */
export const CHECKED_LANGUAGES: readonly Texts['language'][] = isFullRun ? everyLanguage : ['en']
/**
 * Fit is checked in these, whose words are long: elements that are wide in one are rarely wide in the
 * other.
 */
export const FIT_LANGUAGES = isFullRun ? (['de', 'tr'] as const) : (['de'] as const)
/** Journeys that are the same in every language run in these. */
export const JOURNEY_LANGUAGES: readonly Texts['language'][] = isFullRun ? ['en', 'de'] : ['de']
/**
 * The accounts that research, and their languages. Two accounts, so that their saved items do not
 * interfere; each plan has its own export formats.
 */
export const RESEARCHERS: readonly { language: Texts['language']; visitor: 'pro' | 'plus' }[] =
  isFullRun
    ? [
        { language: 'en', visitor: 'pro' },
        { language: 'de', visitor: 'plus' },
      ]
    : [{ language: 'de', visitor: 'plus' }]
