import { addDays, type Day } from '#contracts/dates.ts'
import { languageInfo } from '#i18n/languages.ts'
import { useLanguage } from '#web/lib/i18n/language.ts'

/** `en-CA` writes days as we do. */
const dayIn = (timeZone: string, at: Date): Day =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at)

const todayIn = (timeZone: string): Day => dayIn(timeZone, new Date())

/** Times of the reader's own zone: a brief comes in the morning where its reader is. */
export function useZonedTime() {
  const { locale } = languageInfo[useLanguage()]
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone })
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const time = (iso: string) => format(clock).format(new Date(iso))
  const today = todayIn(timeZone)
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return {
    /** 07:00 */
    time,
    /** yesterday, 07:00; Nov 26, 07:00 */
    moment(iso: string): string {
      const day = dayIn(timeZone, new Date(iso))
      const near = [0, -1].find((days) => addDays(today, days) === day)
      return near === undefined
        ? format({ ...clock, day: 'numeric', month: 'short' }).format(new Date(iso))
        : `${relative.format(near, 'day')}, ${time(iso)}`
    },
    /** A day of UTC: today, yesterday, 3 days ago. */
    ago: (days: number) => relative.format(-days, 'day'),
    today,
    place: placeOf(timeZone),
  }
}

/** Europe/Berlin → Berlin, America/New_York → New York. */
export const placeOf = (timeZone: string): string =>
  (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
