import { type Language, languageInfo } from '#i18n/languages.ts'
import { perLanguage, useLanguage } from '#web/lib/i18n/language.ts'

const formatOf = perLanguage(createDurationFormat)

export function useDuration(): (seconds: number | null) => string {
  const format = formatOf(useLanguage())
  return (seconds) => (seconds === null ? '–' : format(seconds))
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const UNITS = [
  { unit: 'day', seconds: DAY },
  { unit: 'hour', seconds: HOUR },
  { unit: 'minute', seconds: MINUTE },
] as const
/** Below this, a second unit is still informative: 2 min 5 sec, but 38 min. */
const SHORT = 10

type Unit = 'day' | 'hour' | 'minute' | 'second'

/**
 * Seconds as a readable duration: 0.84 sec, 41 sec, 2 min 5 sec, 38 min, 3 hr 20 min, 2 days 4 hr.
 */
export function createDurationFormat(language: Language): (seconds: number) => string {
  const { locale } = languageInfo[language]
  const format = (unit: Unit, digits = 0) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    })
  const whole = {
    day: format('day'),
    hour: format('hour'),
    minute: format('minute'),
    second: format('second'),
  }
  const fine = format('second', 1)
  const finest = format('second', 2)
  return (seconds) => {
    if (seconds < 1) return finest.format(seconds)
    if (seconds < SHORT - 0.05) return fine.format(seconds)
    const parts = partsOf(Math.round(seconds))
    return parts.map(([unit, value]) => whole[unit].format(value)).join(' ')
  }
}

/** At most two units, the second only when the first is small. */
function partsOf(seconds: number): [Unit, number][] {
  for (const [at, { unit, seconds: size }] of UNITS.entries()) {
    if (seconds < size) continue
    const next = UNITS[at + 1] ?? { unit: 'second', seconds: 1 }
    const isShort = seconds < SHORT * size
    const rounded = isShort
      ? Math.round(seconds / next.seconds) * next.seconds
      : Math.round(seconds / size) * size
    const rest = Math.round((rounded % size) / next.seconds)
    const first: [Unit, number] = [unit, Math.floor(rounded / size)]
    return rest > 0 ? [first, [next.unit, rest]] : [first]
  }
  return [['second', seconds]]
}
