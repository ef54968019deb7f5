import {
  ArrowRightLeft,
  DoorClosed,
  DoorOpen,
  LockKeyhole,
  Palette,
  Puzzle,
  Radio,
  TrendingDown,
  TrendingUp,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Today } from '#contracts/catalog/today.ts'
import type { Change } from '#contracts/workspace/changes.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { BoardCard, Empty, lineClass, LINES, MoreLink } from './board-card.tsx'
import { LineBone } from './newest-stores.tsx'

/** The weightiest first: it speaks for a store with several changes. */
const icons = {
  opened: DoorOpen,
  reopened: DoorOpen,
  closed: DoorClosed,
  protected: LockKeyhole,
  moved: ArrowRightLeft,
  theme_changed: Palette,
  price_down: TrendingDown,
  price_up: TrendingUp,
  app_added: Puzzle,
  app_removed: Puzzle,
  pixel_added: Radio,
  pixel_removed: Radio,
}
type Kind = keyof typeof icons
const isShown = (kind: string): kind is Kind => kind in icons

/** What happened to one store today: the changes of its weightiest kind, and the other kinds. */
export type StoreNews = {
  store: Change['store']
  kind: Kind
  /** The latest of all. */
  at: string
  changes: Change[]
  others: Kind[]
}

/** Grouped by store; the store with the latest change comes first. */
export function groupByStore(changes: readonly Change[]): StoreNews[] {
  const byStore = Map.groupBy(
    changes.filter(({ kind }) => isShown(kind)),
    ({ store }) => store.id,
  )
  return [...byStore.values()].flatMap((own) => {
    const kinds = Object.keys(icons).filter(isShown)
    const [kind, ...others] = kinds.filter((each) => own.some((change) => change.kind === each))
    const [latest] = own
    if (!kind || !latest) return []
    const { store, at } = latest
    return [{ store, kind, at, others, changes: own.filter((change) => change.kind === kind) }]
  })
}

export function TodayChanges({ changes }: { changes: Today['changes'] | null }) {
  const { t } = useTranslation('today')
  const news = changes && groupByStore(changes).slice(0, LINES)
  return (
    <BoardCard
      title={t('changed.title')}
      note={t('changed.note')}
      more={
        <>
          <MoreLink to={paths.changes({ saved: 'yes' })}>{t('changed.saved')}</MoreLink>
          <MoreLink to={paths.changes()}>{t('changed.all')}</MoreLink>
        </>
      }
    >
      {news?.length === 0 ? (
        <Empty>{t('changed.none')}</Empty>
      ) : (
        <ul>
          {news
            ? news.map((each, at) => <Row key={each.store.id} news={each} at={at} />)
            : Array.from({ length: LINES }, (_, at) => <LineBone key={at} at={at} />)}
        </ul>
      )}
    </BoardCard>
  )
}

function Row({ news, at }: { news: StoreNews; at: number }) {
  const { t } = useTranslation(['today', 'list'])
  const formats = useFormats()
  const { store, kind, others } = news
  const Icon = icons[kind]
  const what = useWhat()(news)
  const rest = others.map((other) => t(`list:changes.${other}`)).join(', ')
  return (
    <li className={`${lineClass(at)} hover:bg-canvas`}>
      <Icon className="size-4 shrink-0 text-muted" aria-hidden />
      <p className="min-w-0 flex-1 truncate text-sm text-muted" title={`${store.name} ${what}`}>
        <Link
          to={paths.store(store.id, { tab: 'timeline' })}
          className="font-semibold text-ink after:absolute after:inset-0"
        >
          {store.name}
        </Link>{' '}
        {what}
      </p>
      {others.length > 0 && (
        <span role="img" aria-label={rest} title={rest} className="relative text-xs text-faint">
          +{formats.number(others.length)}
        </span>
      )}
      <time dateTime={news.at} className="shrink-0 text-xs text-muted">
        {formats.time(news.at)}
      </time>
    </li>
  )
}

const MAX_ITEMS = 2

/** What the store did, as the rest of a sentence that begins with its name. */
function useWhat(): (news: StoreNews) => string {
  const { t } = useTranslation('today')
  const formats = useFormats()
  return ({ kind, changes }) => {
    switch (kind) {
      case 'theme_changed': {
        const { before, after } = changes.at(0) ?? { before: null, after: null }
        return before && after ? t('changed.moved_theme', { before, after }) : t('changed.theme')
      }
      case 'price_down':
      case 'price_up': {
        const count = changes.reduce((sum, { products }) => sum + (products?.total ?? 0), 0)
        const share = mostChanged(changes)
        const prices = t(`changed.${kind}`, { count, total: formats.number(count) })
        return share === 0
          ? prices
          : `${prices}, ${t('changed.upTo', { share: formats.change(share) })}`
      }
      case 'app_added':
      case 'app_removed':
      case 'pixel_added':
      case 'pixel_removed': {
        const items = changes.flatMap(({ item }) => item ?? [])
        const more = items.length - MAX_ITEMS
        const named = items.slice(0, MAX_ITEMS).join(', ')
        const list = more > 0 ? `${named} +${formats.number(more)}` : named
        return t(`changed.${kind}`, { items: list })
      }
      case 'opened':
      case 'reopened':
      case 'closed':
      case 'protected':
      case 'moved':
        return t(`changed.${kind}`)
      default:
        return kind satisfies never
    }
  }
}

/** The largest change of a named price, −0.7 for a cut of 70 %; 0 when none is known. */
export function mostChanged(changes: readonly Change[]): number {
  const shares = changes
    .flatMap(({ products }) => products?.named ?? [])
    .flatMap(({ before, after }) =>
      Number(before) > 0 && after !== null ? Number(after) / Number(before) - 1 : [],
    )
  return shares.reduce((most, share) => (Math.abs(share) > Math.abs(most) ? share : most), 0)
}
