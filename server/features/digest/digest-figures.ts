import { Category } from '#contracts/facts.ts'
import type { Language } from '#i18n/languages.ts'
import { mailFormats } from '#server/mail/mail-formats.ts'
import { fillPlaces, mailTexts } from '#server/mail/mail-texts.ts'
import { sharedWords } from '#server/mail/shared-words.ts'
import type { Compared, Share, WeekFigures } from './read-week.ts'

/** The figures of the week in words; missing figures are left out. */
export function figuresOf(language: Language, week: WeekFigures): { label: string; value: string }[] {
  const words = mailTexts(language).digestWords
  const formats = mailFormats(language)
  const { category } = sharedWords(language)
  const shares = (list: readonly Share[], nameOf: (value: string) => string) =>
    list.map(({ value, stores }) => `${nameOf(value)}\u00a0(${formats.number(stores)})`).join(', ')
  const categoryOf = (value: string) => {
    const known = Category.safeParse(value).data
    return known ? category[known] : value
  }
  const { busiestDay } = week
  return [
    { label: words.stores, value: compared(language, week.stores) },
    { label: words.leads, value: compared(language, week.leads) },
    { label: words.trending, value: compared(language, week.trending) },
    {
      label: words.busiestDay,
      value: busiestDay ? `${formats.weekday(busiestDay.day)} (${formats.number(busiestDay.stores)})` : '',
    },
    { label: words.categories, value: shares(week.categories, categoryOf) },
    { label: words.countries, value: shares(week.countries, formats.country) },
  ].filter(({ value }) => value !== '')
}

function compared(language: Language, { now, before }: Compared): string {
  const words = mailTexts(language).digestWords
  const { number, change } = mailFormats(language)
  if (before === 0) return fillPlaces(words.comparedWithNone, { now: number(now) })
  const places = { now: number(now), before: number(before), change: change((now - before) / before) }
  return fillPlaces(words.compared, places)
}
