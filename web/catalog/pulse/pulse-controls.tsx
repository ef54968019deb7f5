import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { addDays, type Day, daysBetween, isDay } from '#contracts/dates.ts'
import { PulseGroup } from '#contracts/stores/pulse.ts'
import { keepCurrentTabVisible } from '#web/lib/browser/elements.ts'
import { cn } from '#web/lib/cn.ts'
import { spanOf } from '#web/lib/dates/date-selection.ts'
import { useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/form-controls.tsx'
import { PillLink } from './pill-link.tsx'
import { LENGTHS, type PulseAddress, pulsePath } from './pulse-address.ts'

type Props = { address: PulseAddress; today: Day }

/** What is counted, and over which days. Links, because each choice has its own address. */
export function PulseControls({ address, today }: Props) {
  return (
    <div className="mt-6 grid gap-4 print:hidden">
      <Groups address={address} today={today} />
      <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
        <Lengths address={address} today={today} />
        <OwnDays address={address} today={today} />
      </div>
    </div>
  )
}

function Groups({ address, today }: Props) {
  const { t } = useTranslation('pulse')
  const labels = useFilterLabels()
  const bar = useRef<HTMLElement>(null)
  useEffect(() => keepCurrentTabVisible(bar.current), [address.by])
  return (
    <nav
      ref={bar}
      aria-label={t('controls.by')}
      className="flex gap-x-6 overflow-x-auto border-b border-line"
    >
      {PulseGroup.options.map((by) => (
        <Link
          key={by}
          to={pulsePath({ ...address, by, value: null }, today)}
          preventScrollReset
          aria-current={by === address.by ? 'page' : undefined}
          className={cn(
            'flex min-h-11 shrink-0 items-center border-b-2 px-1 font-semibold whitespace-nowrap focus-visible:-outline-offset-2',
            by === address.by ? 'border-sun text-ink' : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {labels.name(by)}
        </Link>
      ))}
    </nav>
  )
}

function Lengths({ address, today }: Props) {
  const { t } = useTranslation('pulse')
  const length = address.to === today ? daysBetween(address.from, address.to) : null
  return (
    <nav aria-label={t('controls.period')} className="flex flex-wrap gap-2">
      {LENGTHS.map((days) => (
        <PillLink
          key={days}
          to={pulsePath({ ...address, from: addDays(today, 1 - days), to: today }, today)}
          isChosen={days === length}
        >
          {t('controls.days', { days })}
        </PillLink>
      ))}
    </nav>
  )
}

function OwnDays({ address, today }: Props) {
  const { t } = useTranslation('pulse')
  const navigate = useNavigate()
  const change = (name: 'from' | 'to', day: string) => {
    if (!isDay(day) || day > today) return // half typed
    const span = spanOf(name === 'from' ? day : address.from, name === 'to' ? day : address.to)
    const [from, to] = span.kind === 'range' ? [span.from, span.to] : [day, day]
    void navigate(pulsePath({ ...address, from, to }, today), { preventScrollReset: true, replace: true })
  }
  return (
    <div className="flex flex-wrap gap-3">
      {(['from', 'to'] as const).map((name) => (
        <Field key={`${name} ${address[name]}`} label={t(`controls.${name}`)}>
          {(control) => (
            <Input
              {...control}
              type="date"
              max={today}
              defaultValue={address[name]}
              onBlur={(event) => event.target.value !== address[name] && change(name, event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && change(name, event.currentTarget.value)}
              className="sm:min-h-9"
            />
          )}
        </Field>
      ))}
    </div>
  )
}
