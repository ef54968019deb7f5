import { CalendarX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isDay } from '#contracts/dates.ts'
import { languageOf } from '#web/lib/i18n/load-texts.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'

type Props = {
  params: URLSearchParams
  /** By default the page can show every calendar day. */
  isShown?: typeof isDay
  /** What the page shows instead. */
  instead: ReactNode
  children?: ReactNode
}

/** Says that the address contains unreadable dates, and what the page shows instead. */
export function UnreadableDatesNote({ params, isShown, instead, children }: Props) {
  const { t, i18n } = useTranslation('date-picker')
  const texts = unreadableDates(params, isShown)
  if (texts.length === 0) return null
  const quoted = new Intl.ListFormat(languageOf(i18n)).format(texts.map((text) => `“${text}”`))
  return (
    <Notice tone="sun" icon={CalendarX} role="status" className="my-3">
      <p className="wrap-anywhere">
        {t('unreadable.text', { count: texts.length, texts: quoted })} {instead}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {children}
        <Link
          to={`?${withoutUnreadable(params, isShown)}`}
          replace
          preventScrollReset
          className="link font-semibold"
        >
          {t('unreadable.remove')}
        </Link>
      </p>
    </Notice>
  )
}

const DATE_NAMES = ['date', 'startDate', 'endDate', 'filterStartDate', 'filterEndDate'] as const
const MAX_SHOWN_LETTERS = 40

const namesOf = (params: URLSearchParams, isShown: (text: string) => boolean) =>
  DATE_NAMES.filter((name) => {
    const text = params.get(name)
    return text !== null && text !== '' && !isShown(text)
  })

/**
 * The dates in an address that the page cannot show, in their original spelling. By default these
 * are texts that are not calendar days.
 */
export const unreadableDates = (params: URLSearchParams, isShown = isDay): string[] => [
  ...new Set(
    namesOf(params, isShown).map((name) => (params.get(name) ?? '').slice(0, MAX_SHOWN_LETTERS)),
  ),
]

export function withoutUnreadable(params: URLSearchParams, isShown = isDay): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of namesOf(params, isShown)) next.delete(name)
  if (DATE_NAMES.every((name) => !next.has(name))) next.delete('mode')
  return next
}
