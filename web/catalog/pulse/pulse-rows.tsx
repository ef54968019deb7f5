import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Cell } from '#web/ui/table.tsx'
import { growthOf } from './pulse-steps.ts'

type Change = { now: number; before: number }

/** The difference with its sign, and in relation to before. */
export function ChangeText({ change }: { change: Change }) {
  const { t } = useTranslation('pulse')
  const formats = useFormats()
  const difference = change.now - change.before
  const growth = growthOf(change)
  const signed = (text: string, value: number) => (value > 0 ? `+${text}` : text)
  return (
    <>
      {signed(formats.number(difference), difference)}
      {' · '}
      {growth === null
        ? t(change.now > 0 ? 'change.new' : 'change.none')
        : signed(formats.wholePercent(growth), growth)}
    </>
  )
}

/** A figure that leads to the list behind it. */
export function LinkedFigure({ value, to }: { value: number; to: string }) {
  const formats = useFormats()
  return (
    <Cell isNumber className="last:pe-5 sm:last:pe-6">
      {value === 0 ? (
        '0'
      ) : (
        <Link to={to} className="link">
          {formats.number(value)}
        </Link>
      )}
    </Cell>
  )
}
