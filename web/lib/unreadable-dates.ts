import { isDay } from '#contracts/dates.ts'

const DATE_NAMES = ['date', 'startDate', 'endDate', 'filterStartDate', 'filterEndDate'] as const
const MAX_SHOWN_LETTERS = 40

const namesOf = (params: URLSearchParams, isShown: (text: string) => boolean) =>
  DATE_NAMES.filter((name) => {
    const text = params.get(name)
    return text !== null && text !== '' && !isShown(text)
  })

/** The dates in an address that the page cannot show, in their original spelling. By default these are texts that are not calendar days. */
export const unreadableDates = (params: URLSearchParams, isShown = isDay): string[] => [
  ...new Set(namesOf(params, isShown).map((name) => (params.get(name) ?? '').slice(0, MAX_SHOWN_LETTERS))),
]

/** The same address without these dates. */
export function withoutUnreadable(params: URLSearchParams, isShown = isDay): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of namesOf(params, isShown)) next.delete(name)
  if (DATE_NAMES.every((name) => !next.has(name))) next.delete('mode')
  return next
}
