import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Today } from '#contracts/catalog/today.ts'
import type { ChangeKind } from '#contracts/catalog/timeline.ts'
import { keysOf } from '#contracts/keys.ts'
import type { Change } from '#contracts/workspace/changes.ts'
import { changeIcons, useSentence } from '#web/catalog/changes/change-sentence.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { BoardCard, Empty, lineClass, LINES, MoreLink } from './board-card.tsx'
import { LineBone } from './newest-stores.tsx'

/** What happened to one store today: the changes of its weightiest kind, and the other kinds. */
export type StoreNews = {
  store: Change['store']
  kind: ChangeKind
  /** The latest of all. */
  at: string
  changes: Change[]
  others: ChangeKind[]
}

/** Grouped by store; the store with the latest change comes first. */
export function groupByStore(changes: readonly Change[]): StoreNews[] {
  const byStore = Map.groupBy(changes, ({ store }) => store.id)
  return [...byStore.values()].flatMap((own) => {
    const kinds = keysOf(changeIcons)
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
  const Icon = changeIcons[kind]
  const what = useSentence(news.changes)
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
