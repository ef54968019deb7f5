import { type Language, languageInfo } from '#i18n/languages.ts'
import type { BriefCounts } from '#contracts/workspace/brief.ts'
import {
  fillPlaceholders,
  mailFormats,
  mailTexts,
  oneLine,
} from '#server/platform/mail/mail-texts.ts'
import type { BriefContents } from './brief-items.ts'

export type BriefWords = ReturnType<typeof createBriefWords>

/** The sentences of a brief in a language; times are those of the reader's clocks. */
export function createBriefWords(language: Language, timeZone: string) {
  const texts = mailTexts(language).briefWords
  const { locale } = languageInfo[language]
  const { number } = mailFormats(language)
  const plurals = new Intl.PluralRules(locale)
  const forms: Readonly<Record<string, string>> = texts
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone })

  /** In the plural form of its count. */
  const counted = (key: CountedKey, count: number, fill: Record<string, string> = {}): string =>
    fillPlaceholders(forms[`${key}_${plurals.select(count)}`] ?? texts[`${key}_other`], {
      ...fill,
      count: number(count),
    })

  const summary = (counts: BriefCounts): string => {
    const news = (['steps', 'matches', 'changes'] as const)
      .filter((key) => counts[key] > 0)
      .map((key) => counted(key, counts[key]))
    return news.length > 0 ? news.join(', ') : counted('niches', counts.niches)
  }

  /** The preview text beside the subject in a mailbox: the most urgent items. */
  const first = ({ steps: [step], matches: [match], counts }: BriefContents): string => {
    if (step) return `${oneLine(step.store.name)}: ${oneLine(step.nextStep ?? texts.noStep)}`
    if (!match) return summary(counts)
    const points = number(match.points)
    return fillPlaceholders(texts.bestMatch, { store: oneLine(match.store.name), points })
  }

  const day = format({ weekday: 'long', day: 'numeric', month: 'long' })
  const hour = format({ timeStyle: 'short' })
  const time = (at: string) => hour.format(new Date(at))
  return {
    texts,
    counted,
    number,
    summary,
    first,
    time,
    moment: (at: string) => `${day.format(new Date(at))}, ${time(at)}`,
  }
}

type CountedKey =
  | 'steps'
  | 'matches'
  | 'changes'
  | 'niches'
  | 'daysLate'
  | 'firstStores'
  | 'moreStores'
  | 'fewerStores'
