import { ArrowRight } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useKnownAnswer } from '#web/api/known-answer.ts'
import { useNavigate } from 'react-router'
import type { Day } from '#contracts/dates.ts'
import type { listPublicDays } from '#contracts/site/public.ts'
import { writeSessionText } from '#web/lib/browser/browser-storage.ts'
import { monthOf, useToday } from '#web/lib/dates/calendar.ts'
import { useDateFormats } from '#web/lib/dates/date-format.ts'
import {
  type DatesProps,
  isSameSelection,
  presetSelection,
  spanOf,
} from '#web/lib/dates/date-selection.ts'
import { PENDING_DATES_KEY, writePendingDates } from '#web/lib/dates/pending-dates.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { HydratingSuspense } from '#web/lib/i18n/hydrating-suspense.tsx'
import { useSession, visitorOf } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Calendar, CalendarSkeleton } from '#web/ui/date-picker/calendar.tsx'
import { Chip } from '#web/ui/choices.tsx'
import { Counters, LongRangeNote, PreviewFailure } from '#web/ui/date-picker/preview.tsx'
import { deferred } from '#web/lib/app/deferred.tsx'
import { firstSampleDay, lastSampleDay, useLandingPreview } from './landing-preview.ts'
import { Section } from './section.tsx'

const members = deferred(async () => (await import('./members-picker.tsx')).MembersPicker)

/**
 * Dates on the landing page: signed-in users get the dashboard's picker, all other visitors a
 * preview of it.
 */
export function PreviewSection() {
  const isAnonymous = visitorOf(useSession()) === 'anonymous'
  return (
    <Section labelledBy="preview-title" className="border-b border-line">
      {isAnonymous ? (
        <AnonymousPicker />
      ) : (
        <>
          <Introduction isAnonymous={false} />
          <div className="mt-8">
            <HydratingSuspense fallback={<CalendarSkeleton />}>
              <members.Part />
            </HydratingSuspense>
          </div>
        </>
      )}
    </Section>
  )
}

function Introduction({ isAnonymous }: { isAnonymous: boolean }) {
  const { t } = useTranslation('date-picker')
  return (
    <>
      <h2 id="preview-title" className="text-2xl">
        {t('landing.title')}
      </h2>
      <p className="mt-3 text-muted">{t(isAnonymous ? 'landing.text' : 'subtitle')}</p>
    </>
  )
}

/** The newly launched stores of each day; empty while they are unknown. */
function useDayCounts(): ReadonlyMap<Day, number> {
  const { answer } = useKnownAnswer<typeof listPublicDays>('listPublicDays')
  return new Map(answer?.days.map(({ day, stores }) => [day, stores]))
}

/** A calendar beside the results for the picked days; it leads to the sign-up page. */
function AnonymousPicker() {
  const today = useToday()
  const preview = useLandingPreview()
  const { selection, select } = preview
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-6 md:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,27rem)_minmax(0,20rem)]">
      <div className="md:col-span-full xl:col-span-1">
        <Introduction isAnonymous />
        <QuickDates selection={selection} onChange={select} today={today} />
      </div>
      <Card className="min-w-0 px-3 pt-3 pb-1 sm:px-4">
        <Calendar
          selection={selection}
          onChange={select}
          today={today}
          monthCount={1}
          counts={useDayCounts()}
        />
      </Card>
      <PreviewCard {...preview} />
    </div>
  )
}

const quick = ['yesterday', 'last7', 'last28'] as const

/**
 * Common date choices in one click, without the dashboard's letter keys, which visitors here do not
 * know.
 */
function QuickDates({ selection, onChange, today }: DatesProps) {
  const { t } = useTranslation('date-picker')
  const formats = useDateFormats()
  const chips = [
    ...quick.map((preset) => ({
      label: t(`presets.${preset}`),
      dates: presetSelection(preset, today),
    })),
    {
      label: t('landing.sampleDays', { month: formats.month(monthOf(firstSampleDay)) }),
      dates: spanOf(firstSampleDay, lastSampleDay),
    },
  ]
  return (
    <div role="group" aria-label={t('presets.label')} className="mt-5 flex flex-wrap gap-2">
      {chips.map(({ label, dates }) => (
        <Chip
          key={label}
          label={label}
          isChosen={isSameSelection(selection, dates)}
          onChoose={() => onChange(dates)}
        />
      ))}
    </div>
  )
}

type Props = ReturnType<typeof useLandingPreview>

/** Three counters and one button, which first shows the counts and then leads to the sign-up. */
export function PreviewCard({ selection, figures, source, action, show, select }: Props) {
  const { t } = useTranslation('date-picker')
  const formats = useDateFormats()
  const whyId = useId()
  return (
    <Card className="flex flex-col overflow-hidden shadow-float">
      <div className="border-b border-rule px-5 py-4">
        <p className="eyebrow">{t(`selection.${selection.kind}`)}</p>
        <p className="mt-0.5 min-h-7 text-lg font-semibold tracking-[-0.022em]" aria-live="polite">
          {selection.kind === 'none' ? t('selection.prompt') : formats.selection(selection)}
        </p>
      </div>
      <Counters preview={figures} pathTo={null} />
      <div className="mt-auto grid gap-3 border-t border-line px-5 py-4">
        {figures.state === 'tooLong' ? (
          <LongRangeNote id={whyId} selection={selection} onChange={select} />
        ) : (
          <SourceNote figures={figures} source={source} />
        )}
        <MainButton selection={selection} action={action} show={show} whyId={whyId} />
        <noscript>
          <p className="text-sm text-muted">{t('landing.noScript')}</p>
        </noscript>
      </div>
    </Card>
  )
}

/** States the source of the figures, so that a visitor does not mistake a sample for a count. */
function SourceNote({ figures, source }: Pick<Props, 'figures' | 'source'>) {
  const { t } = useTranslation('date-picker')
  const formats = useFormats()
  if (figures.state === 'failed') return <PreviewFailure preview={figures} />
  const note =
    figures.state !== 'ready'
      ? t('landing.hidden')
      : source.kind === 'sample'
        ? t('landing.shownSample', { day: formats.day(source.day) })
        : t('landing.shownCounted')
  return (
    <p role="status" className="min-h-11 text-sm text-muted">
      {note}
    </p>
  )
}

type ButtonProps = Pick<Props, 'selection' | 'action' | 'show'> & { whyId: string }

/** The same button throughout, so that it keeps the focus while its label changes. */
function MainButton({ selection, action, show, whyId }: ButtonProps) {
  const { t } = useTranslation('date-picker')
  const navigate = useNavigate()
  const getStarted = () => {
    // The dashboard picks the dates up, after however many sign-up screens.
    writeSessionText(PENDING_DATES_KEY, writePendingDates(selection))
    void navigate(paths.register())
  }
  const looks: Record<Props['action'], ComponentProps<typeof Button>> = {
    'select-first': { disabled: true, children: t('selectFirst') },
    'shorten-first': { disabled: true, 'aria-describedby': whyId },
    show: { onClick: show },
    wait: { 'aria-disabled': true },
    'get-started': {
      onClick: getStarted,
      children: (
        <>
          {t('landing.getStarted')}
          <ArrowRight className="size-5" aria-hidden />
        </>
      ),
    },
  }
  const { children = t('getPreview'), ...look } = looks[action]
  return (
    <Button size="lg" {...look}>
      {children}
    </Button>
  )
}
