import { dayStart } from '#contracts/dates.ts'
import { languageInfo, type Language } from '#i18n/languages.ts'
import { firstDayOf, type Month } from '#web/lib/calendar.ts'
import { boundsOf, type DateSelection } from '#web/lib/date-selection.ts'
import { useLanguage } from '#web/lib/use-language.ts'

export type DateFormats = {
  weekStart: 0 | 1
  /** `2026-11` → November 2026. */
  month: (month: Month) => string
  /** `2026-11` → Nov. */
  shortMonth: (month: Month) => string
  /** `2026-11-20` → Friday, November 20, 2026. */
  fullDay: (day: string) => string
  /** A day with its weekday, or a range in the shortest form of the language; empty without dates. */
  selection: (selection: DateSelection) => string
}

export function createDateFormats(language: Language): DateFormats {
  const { locale, weekStart } = languageInfo[language]
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  const month = format({ month: 'long', year: 'numeric' })
  const shortMonth = format({ month: 'short' })
  const fullDay = format({ dateStyle: 'full' })
  const range = format({ day: 'numeric', month: 'short', year: 'numeric' })
  const single = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  return {
    weekStart,
    month: (text) => month.format(dayStart(firstDayOf(text))),
    shortMonth: (text) => shortMonth.format(dayStart(firstDayOf(text))).replace(/\.$/, ''),
    fullDay: (day) => fullDay.format(dayStart(day)),
    selection(selection) {
      const bounds = boundsOf(selection)
      if (!bounds) return ''
      const [from, to] = [dayStart(bounds.from), dayStart(bounds.to)]
      return bounds.from === bounds.to ? single.format(from) : range.formatRange(from, to)
    },
  }
}

const made = new Map<Language, DateFormats>()

/** Calendar texts of the active language. */
export function useDateFormats(): DateFormats {
  const language = useLanguage()
  const formats = made.get(language) ?? createDateFormats(language)
  made.set(language, formats)
  return formats
}
