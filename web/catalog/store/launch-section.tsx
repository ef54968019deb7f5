import { useTranslation } from 'react-i18next'
import { DAY_MS } from '#contracts/dates.ts'
import type { StoreDetails, StatusSpan } from '#contracts/catalog/stores.ts'
import type storeDetails from '#i18n/locales/en/store-details.json'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Summary } from '#web/ui/accordion.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Confidence, StoreStatus } from '#web/ui/store/labels.tsx'
import { Cell, HeadCell, Row, Table } from '#web/ui/table.tsx'
import { EvidenceMark } from './evidence.tsx'

/**
 * When the store opened, how sure that is, which rule decided, and every dated signal that the rule
 * considered.
 */
export function LaunchSection({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const { launchReason: reason } = store
  return (
    <>
      <div className="border-b border-line px-4 pb-3">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
          <strong className="text-lg font-semibold">
            {store.launchDate ? formats.day(store.launchDate) : t('launchUnknown')}
          </strong>
          {store.launchConfidence !== 'high' && (
            <Confidence level={store.launchConfidence} className="text-sm text-muted" />
          )}
          {store.movedHere && <Badge tone="ink">{t('moved.badge')}</Badge>}
        </p>
        <p className="mt-1.5 max-w-prose text-sm text-muted">
          {isLaunchReason(reason) ? t(`launchReason.${reason}`) : t('launchReason.other')}
        </p>
        {store.movedReason && store.movedReason !== reason && (
          <p className="mt-1.5 max-w-prose text-sm text-muted">
            {t(`moved.reasons.${store.movedReason}`)}
          </p>
        )}
      </div>
      <StatusSpans store={store} />
      {store.signals.length > 0 ? (
        <Signals signals={store.signals} />
      ) : (
        <p className="px-4 py-3 text-sm text-faint">{t('noSignals')}</p>
      )}
    </>
  )
}

type Signal = StoreDetails['signals'][number]

/** Those that decided; the others, which do not matter, are folded in one line. */
function Signals({ signals }: { signals: readonly Signal[] }) {
  const { t } = useTranslation('store-details')
  const deciding = signals.filter(({ role }) => role !== 'neutral')
  const neutral = signals.filter(({ role }) => role === 'neutral')
  const caption = t('signals.neutral', { count: neutral.length })
  return (
    <>
      {deciding.length > 0 && <SignalTable caption={t('signals.caption')} signals={deciding} />}
      {neutral.length > 0 && (
        <details className="group" open={deciding.length === 0}>
          <Summary className="px-4 text-muted hover:text-ink">{caption}</Summary>
          <SignalTable caption={caption} signals={neutral} />
        </details>
      )}
    </>
  )
}

type SignalsProps = { caption: string; signals: readonly Signal[] }

/** Oldest first; their evidence says what they mean. */
function SignalTable({ caption, signals }: SignalsProps) {
  const { t } = useTranslation('store-details')
  const sorted = signals.toSorted((a, b) => a.at.localeCompare(b.at))
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          <HeadCell className="ps-4">{t('signals.kind')}</HeadCell>
          <HeadCell className="pe-4">{t('signals.date')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {sorted.map((signal) => (
          <SignalRow
            key={`${signal.kind} ${signal.at} ${signal.evidence.sourceUrl}`}
            signal={signal}
          />
        ))}
      </tbody>
    </Table>
  )
}

function SignalRow({ signal: { kind, at, role, evidence } }: { signal: Signal }) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const name = t(`signals.kinds.${kind}.name`)
  return (
    <Row>
      <Cell className="py-1 ps-4 wrap-anywhere">
        <EvidenceMark
          of={name}
          evidence={evidence}
          note={<p className="mt-1 text-muted">{t(`signals.kinds.${kind}.meaning`)}</p>}
        >
          {name}
        </EvidenceMark>
        {role !== 'neutral' && (
          <span className="block">
            <Badge tone={roleTones[role]}>{t(`signals.roles.${role}`)}</Badge>
          </span>
        )}
      </Cell>
      <Cell className="py-1 pe-4 text-xs whitespace-nowrap">
        <time dateTime={at} title={t('utcMoment', { moment: formats.moment(at) })}>
          {formats.day(at)}
        </time>
      </Cell>
    </Row>
  )
}

/** A role in the verdict above the table; always as a word, not only as a colour. */
const roleTones: Record<Exclude<Signal['role'], 'neutral'>, BadgeTone> = {
  supports: 'good',
  contradicts: 'bad',
}

type LaunchReason = Exclude<keyof (typeof storeDetails)['launchReason'], 'other'>

/** The rules that the locale files explain. A newer server may send a rule that is missing here. */
const reasons: Record<LaunchReason, true> = {
  seen_opening: true,
  recent_products: true,
  recent_assets: true,
  recent_shop_id: true,
  empty_and_recent: true,
  old_products: true,
  old_assets: true,
  imported_catalogue: true,
  old_shop_id: true,
  old_certificate: true,
  no_evidence: true,
}

const isLaunchReason = (text: string): text is LaunchReason => Object.hasOwn(reasons, text)

const STRIPES = 'bg-[repeating-linear-gradient(135deg,var(--color-sun)_0_3px,transparent_3px_7px)]'
const fills: Record<StatusSpan['status'], string> = {
  OPEN: 'bg-good',
  PASSWORD_PROTECTED: `bg-surface ${STRIPES}`,
  CLOSED: 'bg-sunken',
}

/**
 * The life of a store since our first visit: a bar in proportion to its days, and the same as a
 * list.
 */
function StatusSpans({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const { statusSpans: spans, lastCheckedAt } = store
  return (
    <div className="border-b border-line px-4 py-3">
      <h3 className="text-sm font-semibold">{t('spans.title')}</h3>
      <div
        className="mt-2 flex h-3 gap-px overflow-hidden rounded-full border border-control bg-control"
        aria-hidden
      >
        {spans.map(({ status, from, to }) => (
          <span
            key={from}
            className={cn('min-w-2', fills[status])}
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

function SpanRow({
  span: { status, from, to },
  lastCheckedAt,
}: {
  span: StatusSpan
  lastCheckedAt: string
}) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const days = Math.floor((Date.parse(to ?? lastCheckedAt) - Date.parse(from)) / DAY_MS)
  const range = { from: formats.day(from), to: formats.day(to ?? lastCheckedAt) }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <StoreStatus status={status} />
      <span>{t(to === null ? 'spans.open' : 'spans.between', range)}</span>
      <span className="text-muted">
        {t('spans.days', { count: days, days: formats.number(days) })}
      </span>
    </li>
  )
}
