import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Highlights, MaskedStore, OpenStore } from '#contracts/site/highlights.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useSession, type Visitor, visitorOf } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import {
  ConfidenceDot,
  cell,
  Hatched,
  head,
  MaskedNameCell,
  NameCell,
  OfferCell,
  OriginCell,
  row,
  TechnologyCell,
  WaysCell,
} from '#web/site/open-store/row-parts.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Bone } from '#web/ui/feedback/loaded.tsx'
import { LedgerFigures } from './ledger-figures.tsx'
import { Arrow } from './section.tsx'

type Props = { highlights: Highlights | null; isPending: boolean }

/** The product itself: the newest stores, three of them open, the next ones masked by the server. */
export function NewestStores({ highlights, isPending }: Props) {
  const recent = highlights?.recent ?? []
  const isSample = recent.length === 0 && !isPending
  return (
    <div className="@container relative overflow-hidden rounded-lg border border-line bg-surface shadow-float">
      <LedgerFigures highlights={highlights} isPending={isPending} isSample={isSample} />
      {isPending ? (
        <Bone className="m-4 h-80" />
      ) : isSample ? (
        <SampleRows />
      ) : (
        <StoreTable recent={recent} masked={highlights?.masked ?? []} />
      )}
      <Foot highlights={highlights} />
    </div>
  )
}

/** Fixed widths, so that nothing moves when a new store comes in. */
const columns = [
  ['found', 'w-28 ps-4.5 @max-[38rem]:hidden'],
  ['store', ''],
  ['origin', 'w-[32%] @[60rem]:w-[18%]'],
  ['offer', 'w-[14%] @max-[60rem]:hidden'],
  ['technology', 'w-[17%] @max-[74rem]:hidden'],
  ['contact', 'w-24 @max-[60rem]:hidden'],
  ['launched', 'w-26 @max-[60rem]:hidden'],
] as const

function StoreTable({ recent, masked }: Pick<Highlights, 'recent' | 'masked'>) {
  const { t } = useTranslation('hero')
  return (
    <table className="w-full table-fixed text-sm @max-[38rem]:block">
      <caption className="sr-only">{t('ledger.caption')}</caption>
      <thead className="@max-[38rem]:hidden">
        <tr>
          {columns.map(([name, className]) => (
            <th key={name} scope="col" className={cn(head, className)}>
              {t(`ledger.${name}`)}
            </th>
          ))}
          <th scope="col" className={cn(head, 'w-24 pe-4.5')}>
            <span className="sr-only">{t('ledger.open')}</span>
          </th>
        </tr>
      </thead>
      <tbody className="@max-[38rem]:block">
        {recent.map((store, at) => (
          <OpenRow key={`${store.foundAt} ${store.domain}`} store={store} isFirst={at === 0} />
        ))}
        {masked.map((store, at) => (
          <MaskedRow key={`${store.foundAt} ${at}`} store={store} at={at} />
        ))}
      </tbody>
    </table>
  )
}

/** With seconds; the same in every language. */
const TimeCell = ({ at }: { at: string }) => (
  <td className={cn(cell, 'ps-4.5 text-muted @max-[38rem]:hidden')}>
    <time dateTime={at}>{at.slice(11, 19)}</time>
  </td>
)

const viewCell =
  'pe-4.5 text-end whitespace-nowrap @max-[38rem]:col-start-3 @max-[38rem]:row-span-2 @max-[38rem]:row-start-1 @max-[38rem]:pe-0'

function OpenRow({ store, isFirst }: { store: OpenStore; isFirst: boolean }) {
  const { t } = useTranslation(['hero', 'common'])
  const visitor = visitorOf(useSession())
  const { shortDay } = useFormats()
  return (
    <tr className={cn(row, isFirst && 'bg-sun-wash')}>
      <TimeCell at={store.foundAt} />
      <NameCell store={store} />
      <OriginCell store={store} />
      <OfferCell store={store} />
      <TechnologyCell store={store} />
      <WaysCell store={store} />
      <td className={cn(cell, '@max-[60rem]:hidden')}>
        <span
          className="inline-flex items-center gap-1.5"
          title={t(`common:confidence.${store.launchConfidence}`)}
        >
          <ConfidenceDot level={store.launchConfidence} />
          {store.launchDate ? shortDay(store.launchDate) : '–'}
        </span>
      </td>
      <td className={viewCell}>
        <Link
          to={storeLink(visitor, store.foundDay)}
          aria-label={t('hero:ledger.viewStore', { name: store.name })}
          className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
        >
          {t('hero:ledger.view')}
        </Link>
      </td>
    </tr>
  )
}

/** Phones have room for fewer. */
const ROWS_ON_PHONES = 3

/** What is hatched here is not in the answer of the server. */
function MaskedRow({ store, at }: { store: MaskedStore; at: number }) {
  const { t } = useTranslation('hero')
  return (
    <tr className={cn(row, 'text-faint', at >= ROWS_ON_PHONES && '@max-[38rem]:hidden')}>
      <TimeCell at={store.foundAt} />
      <MaskedNameCell at={at} />
      <OriginCell store={store} />
      <OfferCell store={store} />
      <td className={cn(cell, '@max-[74rem]:hidden')}>
        <Hatched className="w-32" />
      </td>
      <td className={cn(cell, '@max-[60rem]:hidden')}>
        <Hatched className="w-16" />
      </td>
      <td className={cn(cell, '@max-[60rem]:hidden')}>
        <Hatched className="w-14" />
      </td>
      <td className={viewCell}>{t('ledger.pro')}</td>
    </tr>
  )
}

const samples = { first: 'PT', second: 'CA', third: 'DE' } as const

/** Labelled samples as long as no store was found. */
function SampleRows() {
  const { t } = useTranslation('hero')
  const visitor = visitorOf(useSession())
  const { country } = useFormats()
  return (
    <ul>
      {(['first', 'second', 'third'] as const).map((key) => {
        const name = t(`ledger.samples.${key}`)
        return (
          <li
            key={key}
            className="flex min-h-13 items-center gap-4 border-b border-line px-4.5 text-sm last:border-0"
          >
            <span className="font-semibold">{name}</span>
            <span className="text-muted">{country(samples[key])}</span>
            <Badge className="ms-auto">{t('ledger.sample')}</Badge>
            <Link
              to={storeLink(visitor, '')}
              aria-label={t('ledger.viewStore', { name })}
              className="link"
            >
              {t('ledger.view')}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/**
 * Visitors who are not signed in go to the sign-in page, guests to the prices, members to the
 * store's day in the list.
 */
function storeLink(visitor: Visitor, foundDay: string): string {
  if (visitor === 'anonymous') return paths.login()
  if (visitor === 'guest') return paths.pricing()
  return paths.list(foundDay ? { mode: 'single', date: foundDay } : {})
}

function Foot({ highlights }: { highlights: Highlights | null }) {
  const { t } = useTranslation('hero')
  const { counted } = useFormats()
  const open = highlights?.recent.filter(
    ({ foundAt }) => foundAt.slice(0, 10) === todayOf(highlights),
  )
  const hidden = (highlights?.today.stores ?? 0) - (open?.length ?? 0)
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-rule bg-canvas px-4.5 py-2.5 text-sm @max-[38rem]:px-3.5">
      <p>{hidden > 0 ? t('ledger.masked', counted(hidden)) : t('ledger.maskedAny')}</p>
      <Link to={paths.freshness()} className="link inline-flex items-center gap-1.5 font-semibold">
        {t('ledger.method')}
        <Arrow />
      </Link>
    </div>
  )
}

/** The newest stores may be those of earlier days. */
const todayOf = ({ today, recent }: Highlights) =>
  today.stores > 0 ? recent[0]?.foundAt.slice(0, 10) : undefined
