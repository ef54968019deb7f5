import { AtSign, Package, PlugZap, Store } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Day } from '#contracts/dates.ts'
import { type ChangedProduct, changes, type TimelineEvent } from '#contracts/catalog/timeline.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { type ChangeGroupName, groupOf } from './timeline-filter.tsx'
import { EvidenceMark } from './evidence.tsx'
import { useItemText } from './item-text.ts'

const icons: Record<ChangeGroupName, typeof Store> = {
  life: Store,
  technology: PlugZap,
  contact: AtSign,
  products: Package,
}

export function TimelineDays({
  days,
}: {
  days: readonly { day: Day; events: readonly TimelineEvent[] }[]
}) {
  const formats = useFormats()
  return (
    <ol className="mt-6 grid grid-cols-1 gap-8">
      {days.map(({ day, events }) => (
        <li key={day}>
          <h2 className="mb-3 text-sm font-semibold text-muted">
            <time dateTime={day}>{formats.day(day)}</time>
          </h2>
          <ul className="ms-3.5 grid grid-cols-1 gap-4 border-s border-line ps-5 sm:ps-6">
            {events.map((event) => (
              <TimelineEventRow key={event.id} event={event} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

function TimelineEventRow({ event }: { event: TimelineEvent }) {
  const { t } = useTranslation(['store-details', 'list'])
  const formats = useFormats()
  const Icon = icons[groupOf(event.kind)]
  const name = t(`list:changes.${event.kind}`)
  const item = useItemText()(event)
  const values = useValueText(event)
  return (
    <li className="relative">
      <span
        aria-hidden
        className="absolute -start-5 top-0 grid size-7 -translate-x-1/2 place-items-center rounded-full border border-line bg-surface text-muted sm:-start-6"
      >
        <Icon className="size-4" />
      </span>
      <div className="ms-2 min-w-0 max-w-3xl">
        <p className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1">
          <strong className="font-semibold">{name}</strong>
          {item && <span className="min-w-0 wrap-anywhere">{item}</span>}
          {values && <span className="min-w-0 text-muted wrap-anywhere">{values}</span>}
          {event.strength === 'weak' && <Badge>{t('timeline.weak')}</Badge>}
        </p>
        {event.products && <ChangedProducts event={event} products={event.products} />}
        {event.strength === 'weak' && (
          <p className="text-sm text-muted">{t('timeline.weakHint')}</p>
        )}
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="-ms-1.5">
            <EvidenceMark of={name} evidence={event.evidence} />
          </span>
          <time dateTime={event.at} className="text-xs text-faint">
            {t('utcMoment', { moment: formats.moment(event.at) })}
          </time>
        </p>
      </div>
    </li>
  )
}

/** From which value to which, or the only one; null where the change has none. */
export function useValueText({ kind, before, after }: TimelineEvent): string | null {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const show = (value: string) => {
    if (changes(kind, 'country')) return formats.country(value)
    return changes(kind, 'currency') ? `${formats.currency(value)} (${value})` : value
  }
  if (before !== null && after !== null)
    return t('timeline.fromTo', { before: show(before), after: show(after) })
  const value = after ?? before
  return value === null ? null : show(value)
}

type ProductsProps = { event: TimelineEvent; products: NonNullable<TimelineEvent['products']> }

function ChangedProducts({ event, products: { total, named } }: ProductsProps) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const others = total - named.length
  return (
    <>
      <p className="text-sm text-muted">{t('timeline.count', formats.counted(total))}</p>
      <ul className="mt-1 grid gap-1 text-sm">
        {named.map((product) => (
          <li key={product.id} className="flex flex-wrap gap-x-2">
            <Link to={paths.product(product.id)} className="link min-h-6 min-w-0 wrap-anywhere">
              {product.title}
            </Link>
            <ProductChange kind={event.kind} product={product} />
          </li>
        ))}
        {others > 0 && (
          <li className="text-muted">{t('timeline.more', formats.counted(others))}</li>
        )}
      </ul>
    </>
  )
}

export function ProductChange({
  kind,
  product,
}: {
  kind: TimelineEvent['kind']
  product: ChangedProduct
}) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const { before, after, currency } = product
  if (before === null && after === null) return null
  const show = (value: string | null) => {
    if (kind === 'best_seller')
      return value === null ? t('timeline.noPlace') : t('timeline.place', { place: value })
    return value === null ? '–' : formats.money(value, currency)
  }
  return (
    <span className="text-muted tabular-nums">
      {t('timeline.fromTo', { before: show(before), after: show(after) })}
    </span>
  )
}
