import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Formats, useFormats } from '#web/lib/i18n/format.ts'
import { Cell } from '#web/ui/table.tsx'
import { growthOf } from './pulse-steps.ts'

type Change = { now: number; before: number }

/** The difference with its sign, and in relation to before. */
export function ChangeText({ change }: { change: Change }) {
  const { t } = useTranslation('pulse')
  const formats = useFormats()
  return (
    <>
      {differenceText(change, formats)}
      {' · '}
      {growthText(change, formats) ?? t(change.now > 0 ? 'change.new' : 'change.none')}
    </>
  )
}

const signed = (text: string, value: number) => (value > 0 ? `+${text}` : text)

function differenceText({ now, before }: Change, formats: Formats): string {
  return signed(formats.number(now - before), now - before)
}

/** Null where there was nothing before. */
function growthText(change: Change, formats: Formats): string | null {
  const growth = growthOf(change)
  return growth === null ? null : signed(formats.wholePercent(growth), growth)
}

/** The difference and the growth in columns of their own. */
export function ChangeCells({ change }: { change: Change }) {
  const { t } = useTranslation('pulse')
  const formats = useFormats()
  const growth = growthText(change, formats)
  return (
    <>
      <Cell isNumber className="whitespace-nowrap">
        {differenceText(change, formats)}
      </Cell>
      <Cell
        isNumber
        className={growth === null ? 'whitespace-nowrap text-muted' : 'whitespace-nowrap'}
      >
        {growth ?? t('change.new')}
      </Cell>
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
