import {
  CircleQuestionMark,
  EyeOff,
  History,
  LockKeyhole,
  type LucideIcon,
  TrendingUp,
} from 'lucide-react'
import { Link } from 'react-router'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import { DAY_MS, dayStart } from '#contracts/dates.ts'
import { cn } from '#web/lib/cn.ts'
import { useToday } from '#web/lib/dates/calendar.ts'
import { priceBand } from '#web/lib/i18n/price-band.ts'
import { paths } from '#web/paths.ts'
import { externalUrl } from '#web/ui/external-link.tsx'
import { CountryPlate } from '#web/ui/store/labels.tsx'
import { StoreLogo } from '#web/ui/store/picture.tsx'
import { RemoveLineButton, SaveIcon } from '#web/workspace/api.ts'
import { RowLink } from './row-link.tsx'
import { useRowTexts } from './row-texts.tsx'

export type CellProps = { store: StoreSummary }

/** A quiet dash for a value that we do not know; why is in its tooltip. */
export const Unknown = ({ why }: { why: string }) => (
  <span title={why} className="text-faint">
    <span aria-hidden>–</span>
    <span className="sr-only">{why}</span>
  </span>
)

export function NotPublished() {
  const { common } = useRowTexts()
  return <Unknown why={common('notPublished')} />
}

/** The link of the row, with the shop's own address beside it or, on phones, below it. */
export function StoreCell({ store, hasDomain }: CellProps & { hasDomain: boolean }) {
  const { t, formats } = useRowTexts()
  const { logoUrl, name, domain, country } = store
  return (
    <div className="flex min-w-0 items-center gap-2.25 max-work:contents">
      <StoreLogo
        url={logoUrl}
        name={name}
        className="size-6.5! text-2xs max-work:in-data-ticking:hidden max-work:row-span-2 max-work:size-8.5! max-work:self-center max-work:text-xs"
      />
      <RowLink store={store} />
      {store.hiddenBy !== null && <HiddenReason line={store.hiddenBy} className={SECOND_LINE} />}
      {hasDomain && store.hiddenBy === null && (
        <span
          className={cn(
            'flex min-w-0 flex-[1_1_0] items-center gap-1.5 text-xs text-muted work:min-w-6.5 work:@max-[50rem]/results:hidden',
            SECOND_LINE,
          )}
        >
          {country && (
            <CountryPlate code={country} name={formats.country(country)} className="work:hidden" />
          )}
          <a
            href={externalUrl(`https://${domain}`) ?? undefined}
            target="_blank"
            rel="noopener nofollow ugc noreferrer"
            title={t('domain', { domain })}
            className={cn('relative z-1 min-w-0 leading-6 hover:text-link hover:underline', cut)}
          >
            {domain.replace(/^www\./, '')}
          </a>
        </span>
      )}
    </div>
  )
}

/** The place below the name on phones. */
export const SECOND_LINE = 'max-work:col-start-2 max-work:row-start-2'

/** What sets this store apart; nothing where all is as expected. */
export function StoreMarks({
  store,
  view,
}: CellProps & { view: 'stores' | 'leads' | 'prelaunch' }) {
  const { t, common } = useRowTexts()
  const { status, launchConfidence } = store
  const isShut = status === 'CLOSED' || (status === 'PASSWORD_PROTECTED' && view !== 'prelaunch')
  return (
    <span className="flex justify-end gap-0.75 text-faint">
      {isShut && <Mark Icon={LockKeyhole} text={common(`status.${status}`)} />}
      {launchConfidence !== 'high' && view !== 'prelaunch' && (
        <Mark
          Icon={CircleQuestionMark}
          text={`${t('filter.launched.name')}: ${common(`confidence.${launchConfidence}`)}`}
        />
      )}
      {store.movedHere && <Mark Icon={History} text={t('marks.moved')} />}
      {store.hasTrending && (
        <Mark Icon={TrendingUp} text={t('marks.trending')} className="text-sun-ink" />
      )}
    </span>
  )
}

type MarkProps = { Icon: LucideIcon; text: string; className?: string }

const Mark = ({ Icon, text, className }: MarkProps) => (
  <span
    role="img"
    aria-label={text}
    title={text}
    className={cn('relative z-1 shrink-0', className)}
  >
    <Icon className="size-4" aria-hidden />
  </span>
)

/** Its code, in words where there is room. */
export function CountryCell({ store: { country }, isNamed }: CellProps & { isNamed: boolean }) {
  const { formats } = useRowTexts()
  if (!country) return <NotPublished />
  return (
    <>
      <CountryPlate code={country} name={formats.country(country)} />
      <span className={isNamed ? 'ms-1.75' : 'sr-only'}>{formats.country(country)}</span>
    </>
  )
}

export const TextCell = ({ text }: { text: string | null }) =>
  text === null ? (
    <NotPublished />
  ) : (
    <span className={cn('min-w-0', cut)} title={text}>
      {text}
    </span>
  )

export function LanguageCell({ store: { language } }: CellProps) {
  const { formats } = useRowTexts()
  return <TextCell text={language && formats.language(language)} />
}

export function DiscountCell({ store: { discountShare } }: CellProps) {
  const { formats } = useRowTexts()
  return discountShare === null ? <NotPublished /> : <>{formats.wholePercent(discountShare)}</>
}

export function ConfidenceCell({ store: { launchConfidence } }: CellProps) {
  const { common } = useRowTexts()
  return <>{common(`confidence.${launchConfidence}`)}</>
}

export function CategoryCell({ store }: CellProps) {
  const { t } = useRowTexts()
  if (!store.category) return <Unknown why={t('filters.unknown')} />
  const text = t(`filter.category.options.${store.category}`)
  return <span title={text}>{text}</span>
}

export function ProductCount({ store }: CellProps) {
  const { formats } = useRowTexts()
  return store.productCount === null ? <NotPublished /> : <>{formats.number(store.productCount)}</>
}

export function PriceCell({ store }: CellProps) {
  const { language } = useRowTexts()
  const band = priceBand(store, language)
  return band === null ? <NotPublished /> : <span title={band}>{band}</span>
}

export function LaunchDay({ store: { launchDate } }: CellProps) {
  const { t, formats } = useRowTexts()
  return launchDate ? <>{formats.shortDay(launchDate)}</> : <Unknown why={t('launchUnknown')} />
}

/** How many days it has been in preparation since it could first be found. */
export function PrelaunchAge({ store }: CellProps) {
  const { t, formats } = useRowTexts()
  const days = (dayStart(useToday()).getTime() - dayStart(store.foundDay).getTime()) / DAY_MS
  return <>{t('prelaunch.age', { count: days, days: formats.number(days) })}</>
}

/** The time in a list of one day or under the heading of a day, else the day. */
export function FoundCell({
  store,
  isFresh,
  hasTime,
}: CellProps & { isFresh: boolean; hasTime: boolean }) {
  const { t, formats } = useRowTexts()
  return (
    <time
      dateTime={store.foundAt}
      title={`${formats.moment(store.foundAt)} UTC`}
      className={cn('whitespace-nowrap', isFresh && 'text-ink')}
    >
      {isFresh && (
        <span
          role="img"
          aria-label={t('justFound')}
          title={t('justFound')}
          className="me-1.25 inline-block size-1.75 rounded-full bg-sun align-middle"
        />
      )}
      {hasTime ? formats.time(store.foundAt) : formats.shortDay(store.foundDay)}
    </time>
  )
}

export function SaveCell({ store }: CellProps) {
  const { components } = useRowTexts()
  return (
    <SaveIcon
      subject={{ kind: 'store', storeId: store.id, name: store.name }}
      isSaved={store.isSaved}
      t={components}
      className="size-7! pointer-coarse:size-9!"
    />
  )
}

/**
 * One line, cut off at the end of its box; inside a flex box with `min-w-0`. The rows use this
 * instead of `truncate`, which makes every text a scrollable box: hundreds of layers to paint.
 */
export const cut = 'overflow-clip text-ellipsis whitespace-nowrap'

/** In place of the domain, the line that hides a store: it leads to the line, or ends it. */
function HiddenReason({ line, className }: { line: string; className: string }) {
  const { t } = useRowTexts()
  const reason = t('hidden.by', { line })
  return (
    <span className={cn('flex min-w-14 flex-[1_1_0] items-center', className)}>
      <Link
        to={paths.exclusions({ q: line })}
        title={reason}
        aria-label={reason}
        className="relative z-1 inline-flex min-h-6 min-w-6.5 items-center gap-1 rounded-sm bg-sunken px-1.5 text-2xs font-semibold text-muted hover:text-link hover:underline"
      >
        <EyeOff className="size-3.5 shrink-0" aria-hidden />
        <span className="truncate">{line}</span>
      </Link>
      <RemoveLineButton
        line={line}
        label={t('hidden.stop', { line })}
        className="relative z-1 size-6.5!"
      />
    </span>
  )
}
