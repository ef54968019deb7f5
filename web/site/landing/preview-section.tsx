import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import { monthOf, useToday } from '#web/lib/dates/calendar.ts'
import { useDateFormats } from '#web/lib/dates/date-format.ts'
import {
  type DateSelection,
  isSameSelection,
  presetSelection,
  spanOf,
} from '#web/lib/dates/date-selection.ts'
import { useSession, visitorOf } from '#web/lib/session/session.tsx'
import { Card } from '#web/ui/card.tsx'
import { Calendar, CalendarSkeleton } from '#web/ui/date-picker/calendar.tsx'
import { DateChip } from '#web/ui/date-picker/date-presets.tsx'
import { deferred } from './deferred.tsx'
import { firstSampleDay, lastSampleDay, useLandingPreview } from './landing-preview.ts'
import { PreviewCard } from './preview-card.tsx'
import { Section } from './section.tsx'

const members = deferred(async () => (await import('./members-picker.tsx')).MembersPicker)

/** Dates on the landing page: signed-in users get the dashboard's picker, all other visitors a preview of it. */
export function PreviewSection() {
  const { t } = useTranslation('date-picker')
  const isAnonymous = visitorOf(useSession()) === 'anonymous'
  return (
    <Section labelledBy="preview-title" className="border-b border-line">
      <div className="max-w-2xl">
        <h2 id="preview-title" className="text-2xl">
          {t('landing.title')}
        </h2>
        <p className="mt-4 text-lg text-muted">{t(isAnonymous ? 'landing.text' : 'subtitle')}</p>
      </div>
      <div className="mt-10">
        {isAnonymous ? (
          <AnonymousPicker />
        ) : (
          <Suspense fallback={<CalendarSkeleton />}>
            <members.Part />
          </Suspense>
        )}
      </div>
    </Section>
  )
}

/** A calendar beside the results for the picked days; it leads to the sign-up page. */
function AnonymousPicker() {
  const today = useToday()
  const { selection, select, ...preview } = useLandingPreview()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-stretch gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,28rem)]">
      <Card className="min-w-0">
        <QuickDates selection={selection} onChange={select} today={today} />
        <div className="mx-auto max-w-2xl px-4 pt-4 pb-3 sm:px-6">
          <Calendar selection={selection} onChange={select} today={today} monthCount={1} />
        </div>
      </Card>
      <PreviewCard {...preview} selection={selection} select={select} />
    </div>
  )
}

type QuickDatesProps = { selection: DateSelection; onChange: (selection: DateSelection) => void; today: Day }

const quick = ['yesterday', 'last7', 'last28'] as const

/** Common date choices in one click, without the dashboard's letter keys, which visitors here do not know. */
function QuickDates({ selection, onChange, today }: QuickDatesProps) {
  const { t } = useTranslation('date-picker')
  const formats = useDateFormats()
  const sample = spanOf(firstSampleDay, lastSampleDay)
  const chips: [label: string, selection: DateSelection][] = [
    ...quick.map((preset): [string, DateSelection] => [
      t(`presets.${preset}`),
      presetSelection(preset, today),
    ]),
    [t('landing.sampleDays', { month: formats.month(monthOf(firstSampleDay)) }), sample],
  ]
  return (
    <div
      role="group"
      aria-label={t('presets.label')}
      className="flex flex-wrap gap-2 border-b border-line p-4 sm:px-6"
    >
      {chips.map(([label, dates]) => (
        <DateChip
          key={label}
          label={label}
          isChosen={isSameSelection(selection, dates)}
          onChoose={() => onChange(dates)}
        />
      ))}
    </div>
  )
}
