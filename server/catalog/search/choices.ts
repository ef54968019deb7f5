import {
  type Band,
  type FilterChoice,
  type FilterKey,
  readDays,
  readSpan,
  storeFilters,
} from '#contracts/stores/store-filters.ts'
import { dayNumber } from './store-readings.ts'

/** A chosen span of figures, or of days since 1970. */
export function spanOf(key: FilterKey, text: string): Band | null {
  if (storeFilters[key].kind !== 'days') return readSpan(text)
  const days = readDays(text)
  return days && [numberOf(days[0]), numberOf(days[1])]
}

const numberOf = (day: string | null) => (day === null ? null : dayNumber(day))

export const passesAnswer = ({ include, exclude }: FilterChoice, answer: 'yes' | 'no'): boolean =>
  include.length > 0
    ? include.includes(answer) && !exclude.includes(answer)
    : exclude.length > 0 && !exclude.includes(answer)
