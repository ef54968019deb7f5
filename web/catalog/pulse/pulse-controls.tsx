import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { addDays, type Day, daysBetween, isDay } from '#contracts/dates.ts'
import { PulseGroup } from '#contracts/catalog/pulse.ts'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { ChipLinks } from '#web/ui/choices.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/form-controls.tsx'
import { LENGTHS, type PulseAddress, pulsePath, withEnd } from './pulse-address.ts'

type Props = { address: PulseAddress; today: Day }

/** What is counted, and over which days. Links, because each choice has its own address. */
export function PulseControls({ address, today }: Props) {
  return (
    <div className="grid gap-4 print:hidden">
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
  return (
    <TabLinks
      label={t('controls.by')}
      className="border-b border-line"
      tabs={PulseGroup.options}
      current={address.by}
      hrefOf={(by) => pulsePath({ ...address, by, value: null }, today)}
    >
      {labels.name}
    </TabLinks>
  )
}

function Lengths({ address, today }: Props) {
  const { t } = useTranslation('pulse')
  const length = address.to === today ? daysBetween(address.from, address.to) : null
  return (
    <ChipLinks
      label={t('controls.period')}
      choices={LENGTHS}
      chosen={LENGTHS.find((days) => days === length) ?? null}
      hrefOf={(days) => pulsePath({ ...address, from: addDays(today, 1 - days), to: today }, today)}
    >
      {(days) => t('controls.days', { days })}
    </ChipLinks>
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
    <div className="flex flex-wrap gap-3">
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
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          ref={field}
          type="date"
          max={today}
          defaultValue={day}
          onBlur={(event) => apply(event.target)}
          onKeyDown={(event) => event.key === 'Enter' && apply(event.currentTarget)}
          className="sm:min-h-9"
        />
      )}
    </Field>
  )
}
