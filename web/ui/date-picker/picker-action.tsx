import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { searchPath } from '#web/lib/date-search.ts'
import type { DateSelection } from '#web/lib/date-selection.ts'
import { PENDING_DATES_KEY, writePendingDates } from '#web/lib/pending-dates.ts'
import { useSession, visitorOf } from '#web/lib/session.tsx'
import { writeSessionText } from '#web/lib/use-session-text.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { landingTarget } from '#web/ui/date-picker/landing-target.ts'
import type { PickerMode, Preview } from '#web/ui/date-picker/use-preview.ts'

type Props = {
  mode: PickerMode
  selection: DateSelection
  preview: Preview
  onLoad: () => void
  /** Id of the text that explains why the range is too long. */
  whyId?: string
}

/** The picker's single button: on the dashboard it searches; on the landing page it first shows the figures, then opens the next page. */
export function PickerAction({ mode, selection, preview, onLoad, whyId }: Props) {
  const { t } = useTranslation('date-picker')
  const visitor = visitorOf(useSession())
  if (selection.kind === 'none') {
    return (
      <Button size="lg" disabled>
        {t('selectFirst')}
      </Button>
    )
  }
  if (preview.state === 'tooLong') {
    return (
      <Button size="lg" disabled aria-describedby={whyId}>
        {t(mode === 'app' ? 'search' : 'getPreview')}
      </Button>
    )
  }
  if (mode === 'app') return <ActionLink to={searchPath(selection)} label={t('search')} />
  if (preview.state === 'ready') {
    return (
      <ActionLink
        to={landingTarget(visitor)}
        label={t('seeAll')}
        // The dashboard picks the dates up, however long signing in takes.
        onFollow={() => writeSessionText(PENDING_DATES_KEY, writePendingDates(selection))}
      />
    )
  }
  return (
    <Button size="lg" isBusy={preview.state === 'loading'} onClick={onLoad}>
      {t('getPreview')}
    </Button>
  )
}

function ActionLink({ to, label, onFollow }: { to: string; label: string; onFollow?: () => void }) {
  return (
    <LinkButton to={to} size="lg" onClick={onFollow}>
      {label}
      <ArrowRight className="size-5" aria-hidden />
    </LinkButton>
  )
}
