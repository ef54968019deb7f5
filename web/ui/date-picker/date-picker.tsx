import { ArrowRight } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useMedia } from '#web/lib/browser/media.ts'
import { writeSessionText } from '#web/lib/browser/browser-storage.ts'
import { useDateFormats } from '#web/lib/dates/date-format.ts'
import type { DateSelection, DatesProps } from '#web/lib/dates/date-selection.ts'
import { PENDING_DATES_KEY, writePendingDates } from '#web/lib/dates/pending-dates.ts'
import { searchPath } from '#web/lib/navigation/search-path.ts'
import { useSession, type Visitor, visitorOf } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { Button, type ButtonSize, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Calendar } from './calendar.tsx'
import { DatePresets, PeriodSteps } from './periods.tsx'
import {
  Counters,
  LongRangeNote,
  type PickerMode,
  type Preview,
  PreviewFailure,
  RisingSun,
  usePreview,
} from './preview.tsx'
import { TypedDates } from './typed-dates.tsx'

export function DatePicker(props: DatesProps) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]">
      <DatesCard {...props} />
      <PreviewPanel {...props} />
    </div>
  )
}

/** From this width on, two months fit side by side beside the preview. */
const ROOM_FOR_TWO_MONTHS = '(min-width: 72rem)'

function DatesCard(props: DatesProps) {
  const { t } = useTranslation(['date-picker', 'common'])
  const hasRoom = useMedia(ROOM_FOR_TWO_MONTHS)
  return (
    <Card className="min-w-0">
      <h2 className="sr-only">{t('date-picker:datesHeading')}</h2>
      <div className="border-b border-line p-4 sm:px-6">
        <DatePresets {...props} />
      </div>
      <div className="px-4 pt-4 sm:px-6">
        <Calendar {...props} monthCount={hasRoom ? 2 : 1} />
      </div>
      <div className="border-t border-line px-4 py-4 sm:px-6">
        <TypedDates {...props} isLimited className="sm:grid-cols-2" />
        <p className="text-sm text-muted">{t('date-picker:utcNote')}</p>
      </div>
    </Card>
  )
}

export function PreviewPanel({ selection, onChange, today }: DatesProps) {
  const { t } = useTranslation('date-picker')
  const formats = useDateFormats()
  const [preview, load] = usePreview(selection, 'landing', today)
  const whyId = useId()
  const hasDates = selection.kind !== 'none'
  return (
    <Card className="overflow-hidden lg:sticky lg:top-[calc(var(--spacing-below)+1.5rem)]">
      <div className="relative overflow-hidden border-b border-rule px-5 pt-4 pb-5 sm:px-6">
        <RisingSun />
        <div className="flex min-h-9 items-center justify-between gap-2">
          <p className="eyebrow">{t(`selection.${selection.kind}`)}</p>
          {hasDates && <PeriodSteps className="-me-2" {...{ selection, onChange, today }} />}
        </div>
        <h2 className="mt-1 min-h-9.5 pe-16 text-xl" aria-live="polite">
          {hasDates ? formats.selection(selection) : t('selection.prompt')}
        </h2>
      </div>
      <Counters preview={preview} pathTo={null} />
      <div className="grid gap-3 border-t border-line px-5 py-5 sm:px-6">
        {preview.state === 'failed' && <PreviewFailure preview={preview} />}
        {preview.state === 'tooLong' && <LongRangeNote id={whyId} {...{ selection, onChange }} />}
        <PickerAction
          mode="landing"
          selection={selection}
          preview={preview}
          onLoad={load}
          whyId={whyId}
        />
      </div>
    </Card>
  )
}

type PickerActionProps = {
  mode: PickerMode
  selection: DateSelection
  preview: Preview
  onLoad: () => void
  whyId?: string
  size?: ButtonSize
}

/** `app`: it searches. `landing`: it loads the figures, then leads on by the visitor's plan. */
export function PickerAction({
  mode,
  selection,
  preview,
  onLoad,
  whyId,
  size = 'lg',
}: PickerActionProps) {
  const { t } = useTranslation('date-picker')
  const visitor = visitorOf(useSession())
  if (selection.kind === 'none') {
    return (
      <Button size={size} disabled title={t('selectFirst')}>
        {t(mode === 'app' ? 'search' : 'selectFirst')}
      </Button>
    )
  }
  if (preview.state === 'tooLong') {
    return (
      <Button size={size} disabled aria-describedby={whyId}>
        {t(mode === 'app' ? 'search' : 'getPreview')}
      </Button>
    )
  }
  if (mode === 'app')
    return <ActionLink to={searchPath(selection)} label={t('search')} size={size} />
  if (preview.state === 'ready') {
    return (
      <ActionLink
        to={landingTarget(visitor)}
        label={t('seeAll')}
        size={size}
        // The dashboard picks the dates up, however long signing in takes.
        onFollow={() => writeSessionText(PENDING_DATES_KEY, writePendingDates(selection))}
      />
    )
  }
  return (
    <Button size={size} isBusy={preview.state === 'loading'} onClick={onLoad}>
      {t('getPreview')}
    </Button>
  )
}

type ActionLinkProps = { to: string; label: string; size: ButtonSize; onFollow?: () => void }

function ActionLink({ to, label, size, onFollow }: ActionLinkProps) {
  return (
    <LinkButton to={to} size={size} onClick={onFollow}>
      {label}
      <ArrowRight className={size === 'lg' ? 'size-5' : 'size-4'} aria-hidden />
    </LinkButton>
  )
}

/** A visitor without access is redirected from there. */
function landingTarget(visitor: Visitor): string {
  switch (visitor) {
    // Probably a member: the dashboard waits for the session check and decides.
    case 'unknown':
    case 'paid':
      return paths.app()
    case 'guest':
      return paths.pricing()
    case 'anonymous':
      return paths.login()
    default:
      return visitor satisfies never
  }
}
