import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { addDays, type Day, daysBetween, isDay } from '#contracts/dates.ts'
import { PulseGroup } from '#contracts/catalog/pulse.ts'
import { cn } from '#web/lib/cn.ts'
import { ChipLinks, TabLinks } from '#web/ui/choices.tsx'
import { useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { Input } from '#web/ui/form/form-controls.tsx'
import { LENGTHS, type PulseAddress, pulsePath, withEnd } from './pulse-address.ts'

type Props = { address: PulseAddress; today: Day }

/** Over which days is counted: in the bar where it fits, else in a line below it. */
export function PulsePeriod({ address, today, className }: Props & { className: string }) {
  const { t } = useTranslation('pulse')
  const length = address.to === today ? daysBetween(address.from, address.to) : null
  return (
    <div className={cn('flex-wrap items-center gap-2 print:hidden', className)}>
      <ChipLinks
        label={t('controls.period')}
        choices={LENGTHS}
        chosen={LENGTHS.find((days) => days === length) ?? null}
        hrefOf={(days) =>
          pulsePath({ ...address, from: addDays(today, 1 - days), to: today }, today)
        }
      >
        {(days) => t('controls.days', { days })}
      </ChipLinks>
      <OwnDays address={address} today={today} />
    </div>
  )
}

/** What is counted. Links, because each choice has its own address. */
export function PulseGroups({ address, today }: Props) {
  const { t } = useTranslation('pulse')
  const labels = useFilterLabels()
  return (
    <TabLinks
      label={t('controls.by')}
      className="min-w-0 shrink-[9999] gap-x-3! self-stretch text-sm *:min-h-bar print:hidden"
      tabs={PulseGroup.options}
      current={address.by}
      hrefOf={(by) => pulsePath({ ...address, by, value: null }, today)}
    >
      {labels.name}
    </TabLinks>
  )
}

function OwnDays({ address, today }: Props) {
  const { t } = useTranslation('pulse')
  const navigate = useNavigate()
  const change = (end: 'from' | 'to', day: Day): Day => {
    const span = withEnd(address, end, day, today)
    void navigate(pulsePath({ ...address, ...span }, today), {
      preventScrollReset: true,
      replace: true,
    })
    return span[end]
  }
  return (
    <div className="flex flex-wrap gap-2">
      {(['from', 'to'] as const).map((end) => (
        <DayField
          key={end}
          label={t(`controls.${end}`)}
          day={address[end]}
          today={today}
          onChange={(day) => change(end, day)}
        />
      ))}
    </div>
  )
}

type DayFieldProps = {
  label: string
  day: Day
  today: Day
  /** @returns the day that is set, which is the nearest possible one */
  onChange: (day: Day) => Day
}

/** Applies a day on Enter or when the field loses the focus. Undoes a half-typed day. */
function DayField({ label, day, today, onChange }: DayFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current) field.current.value = day
  }, [day])
  const apply = (input: HTMLInputElement) => {
    if (input.value === day) return
    input.value = isDay(input.value) ? onChange(input.value) : day
  }
  return (
    <Input
      aria-label={label}
      ref={field}
      type="date"
      max={today}
      defaultValue={day}
      onBlur={(event) => apply(event.target)}
      onKeyDown={(event) => event.key === 'Enter' && apply(event.currentTarget)}
      className="w-36! px-2! text-sm! sm:min-h-9"
    />
  )
}
