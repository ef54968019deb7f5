import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { growthOf, isBeyondChance, isComparable } from '#contracts/catalog/pulse.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Cell } from '#web/ui/table.tsx'
import { type Days, perWeek } from './pulse-steps.ts'

type Props = { compared: Days; days: Days }

/** Growth, and the stores per week that it compares. */
export function ChangeText({ compared, days }: Props) {
  const { text, isCertain } = useGrowth({ compared, days })
  if (!isComparable(days)) return text
  return (
    <>
      {isCertain ? <b className="text-ink">{text}</b> : text}
      {' · '}
      <WeekText compared={compared} days={days} />
    </>
  )
}

/** Stores per week that a growth compares, and whether chance explains it. */
export function WeekText({ compared, days }: Props) {
  const { t } = useTranslation('pulse')
  const formats = useFormats()
  const { isShare, isCertain } = useGrowth({ compared, days })
  const week = (side: keyof Days) => formats.decimal(perWeek(compared[side], days[side]) ?? 0)
  return [
    t('change.week', { now: week('now'), before: week('before') }),
    ...(isShare && !isCertain ? [t('change.chance')] : []),
  ].join(' · ')
}

/** In words where a percentage would say more than the stores do. */
export function useGrowth({ compared, days }: Props) {
  const { t } = useTranslation('pulse')
  const formats = useFormats()
  const growth = growthOf(compared, days)
  const inWords = () => {
    if (!isComparable(days)) return t('change.unknown')
    if (compared.before > 0) return t('change.from', { before: formats.number(compared.before) })
    return t(compared.now > 0 ? 'change.new' : 'change.none')
  }
  return growth === null
    ? { text: inWords(), isShare: false, isCertain: false }
    : { text: formats.change(growth), isShare: true, isCertain: isBeyondChance(compared, days) }
}

/** Stores per week, before and now, and the growth in a separate column. */
export function ChangeCells({ compared, days }: Props) {
  const formats = useFormats()
  const { t } = useTranslation('pulse')
  const { text, isShare, isCertain } = useGrowth({ compared, days })
  const week = (side: keyof Days) => {
    const stores = perWeek(compared[side], days[side])
    return stores === null ? '–' : formats.decimal(stores)
  }
  return (
    <>
      <Cell isNumber className="whitespace-nowrap">
        <span className="text-muted">{week('before')} → </span>
        {week('now')}
      </Cell>
      <Cell
        isNumber
        className={cn('whitespace-nowrap', isCertain ? 'font-semibold' : 'text-muted')}
        title={isShare && !isCertain ? t('change.chance') : undefined}
      >
        {text}
      </Cell>
    </>
  )
}

/** A figure that leads to the list behind it; null where our data does not cover it. */
export function LinkedFigure({ value, to, className }: FigureProps) {
  const formats = useFormats()
  return (
    <Cell isNumber className={cn('last:pe-4', className)}>
      {value ? (
        <Link to={to} className="link">
          {formats.number(value)}
        </Link>
      ) : (
        (value ?? '–')
      )}
    </Cell>
  )
}

type FigureProps = { value: number | null; to: string; className?: string }
