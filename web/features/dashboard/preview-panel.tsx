import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowRight, RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { getPublicStats } from '#contracts/public.ts'
import { q } from '#web/api/query.ts'
import { useDateFormats } from '#web/lib/date-format.ts'
import { dateQueryOf, type DateSelection } from '#web/lib/date-selection.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { searchQuery } from './dashboard-address.ts'
import { Counters } from './counters.tsx'

/** What was found on the chosen dates. The figures stay in place, dimmed, while the next ones are on their way. */
export function PreviewPanel({ selection }: { selection: DateSelection }) {
  const { t } = useTranslation('date-picker')
  const formats = useDateFormats()
  const hasDates = selection.kind !== 'none'
  const stats = useQuery({
    ...q(getPublicStats, { query: dateQueryOf(selection) }),
    enabled: hasDates,
    placeholderData: keepPreviousData,
  })
  // Offline the query waits for the connection; for the visitor that is a failure like any other.
  const hasFailed = hasDates && !stats.isSuccess && (stats.isError || stats.fetchStatus === 'paused')
  return (
    <Card className="overflow-hidden lg:sticky lg:top-22">
      <div className="relative overflow-hidden border-b border-rule px-5 pt-5 pb-5 sm:px-6">
        <RisingSun />
        <p className="eyebrow">{hasDates ? t(`selection.${selection.kind}`) : t('selection.none')}</p>
        <h2 className="mt-1 min-h-9.5 pe-16 text-xl" aria-live="polite">
          {hasDates ? formats.selection(selection) : t('selection.prompt')}
        </h2>
      </div>
      <Counters
        stats={hasDates && stats.data && !hasFailed ? stats.data : null}
        state={
          !hasDates
            ? 'empty'
            : hasFailed
              ? 'failed'
              : stats.isFetching && (stats.isPlaceholderData || stats.isPending)
                ? 'loading'
                : 'ready'
        }
      />
      <div className="grid gap-3 border-t border-line px-5 py-5 sm:px-6">
        {hasFailed && (
          <p role="alert" className="flex flex-wrap items-center justify-between gap-2 text-sm text-bad">
            {t('stats.failed')}
            <Button variant="quiet" size="sm" onClick={() => void stats.refetch()}>
              <RotateCw className="size-4" aria-hidden />
              {t('stats.retry')}
            </Button>
          </p>
        )}
        {hasDates ? (
          <LinkButton to={paths.list(searchQuery(selection))} size="lg">
            {t('search')}
            <ArrowRight className="size-5" aria-hidden />
          </LinkButton>
        ) : (
          <Button size="lg" disabled>
            {t('selectFirst')}
          </Button>
        )}
      </div>
    </Card>
  )
}

/** The mark's half sun on the line under the heading. Decoration only. */
function RisingSun() {
  return (
    <svg viewBox="0 0 120 60" className="absolute -end-3 bottom-0 h-15" fill="none" aria-hidden>
      <path d="M36 60a24 24 0 0 1 48 0z" className="fill-sun" />
      <path
        d="M22 60a38 38 0 0 1 76 0M6 60a54 54 0 0 1 108 0"
        className="stroke-sun"
        strokeDasharray="1 5"
        strokeLinecap="round"
        strokeWidth="1.5"
        opacity="0.6"
      />
    </svg>
  )
}
