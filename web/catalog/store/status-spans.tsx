import { useTranslation } from 'react-i18next'
import type { StatusSpan, StoreDetails } from '#contracts/stores/stores.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { StoreStatus } from '#web/ui/store/store-status.tsx'

const DAY_MS = 24 * 60 * 60 * 1000
const STRIPES = 'bg-[repeating-linear-gradient(135deg,var(--color-sun)_0_3px,transparent_3px_7px)]'
const fills: Record<StatusSpan['status'], string> = {
  OPEN: 'bg-good',
  PASSWORD_PROTECTED: STRIPES,
  CLOSED: 'bg-sunken',
}

/** The life of a store since our first visit: a bar in proportion to its days, and the same as a list. */
export function StatusSpans({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const { statusSpans: spans, lastCheckedAt } = store
  return (
    <div className="border-b border-line px-4 py-4 sm:px-5">
      <h3 className="text-sm font-semibold">{t('spans.title')}</h3>
      <div
        className="mt-2 flex h-3 gap-px overflow-hidden rounded-full border border-control bg-control"
        aria-hidden
      >
        {spans.map(({ status, from, to }) => (
          <span
            key={from}
            className={cn('min-w-2 bg-surface', fills[status])}
            style={{ flexGrow: Math.max(1, Date.parse(to ?? lastCheckedAt) - Date.parse(from)) }}
          />
        ))}
      </div>
      <ol className="mt-3 grid gap-1.5 text-sm">
        {spans.map((span) => (
          <SpanRow key={span.from} span={span} lastCheckedAt={lastCheckedAt} />
        ))}
      </ol>
    </div>
  )
}

function SpanRow({ span: { status, from, to }, lastCheckedAt }: { span: StatusSpan; lastCheckedAt: string }) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const days = Math.floor((Date.parse(to ?? lastCheckedAt) - Date.parse(from)) / DAY_MS)
  const [first, last] = [formats.day(from.slice(0, 10)), formats.day((to ?? lastCheckedAt).slice(0, 10))]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <StoreStatus status={status} />
      <span>
        {to === null
          ? t('spans.open', { from: first, to: last })
          : t('spans.between', { from: first, to: last })}
      </span>
      <span className="text-muted">{t('spans.days', { count: days, days: formats.number(days) })}</span>
    </li>
  )
}
