import { Package } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Brief, BriefCluster } from '#contracts/workspace/brief.ts'
import { changeIcons, useSentence } from '#web/catalog/changes/change-sentence.ts'
import { groupByStore, type StoreNews } from '#web/catalog/dashboard/today-changes.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { ActionLink, BRIEF_LINES, BriefGroup, BriefLine, GroupLink } from './brief-group.tsx'

/** Stores never take all lines if a followed product has news. */
const CLUSTER_LINES = 2

/** What changed in followed stores, and where followed products are sold now. */
export function Followed({ brief: { changes, clusters, counts } }: { brief: Brief }) {
  const { t } = useTranslation('brief')
  const formats = useFormats()
  const moved = clusters.filter(({ storesNow, storesBefore }) => storesNow !== storesBefore)
  const news = groupByStore(changes)
  if (news.length + moved.length === 0) return null
  const kept = Math.max(BRIEF_LINES - moved.length, BRIEF_LINES - CLUSTER_LINES)
  const stores = news.slice(0, kept)
  const count = Math.max(counts.changes, news.length + moved.length)
  return (
    <BriefGroup
      title={t('follows.title')}
      count={count}
      note={t('follows.note', { count })}
      more={
        <GroupLink to={paths.changes({ followed: 'yes' })}>
          {t('all', { total: formats.number(count) })}
        </GroupLink>
      }
    >
      {stores.map((each) => (
        <StoreLine key={each.store.id} news={each} />
      ))}
      {moved.slice(0, BRIEF_LINES - stores.length).map((each) => (
        <ClusterLine key={each.cluster.id} news={each} />
      ))}
    </BriefGroup>
  )
}

function StoreLine({ news: { store, kind, at, changes } }: { news: StoreNews }) {
  const { t } = useTranslation('brief')
  const formats = useFormats()
  const Icon = changeIcons[kind]
  return (
    <BriefLine
      sign={<Icon className="size-4 text-faint" aria-hidden />}
      to={paths.listStore(store.slug)}
      name={store.name}
      text={useSentence(changes)}
      aside={
        <time dateTime={at} className="text-faint">
          {formats.time(at)}
        </time>
      }
      action={
        <ActionLink to={paths.store(store.id, { tab: 'timeline' })} of={store.name}>
          {t('follows.evidence')}
        </ActionLink>
      }
    />
  )
}

function ClusterLine({ news: { cluster, storesNow, storesBefore } }: { news: BriefCluster }) {
  const { t } = useTranslation('brief')
  const formats = useFormats()
  const change = storesNow - (storesBefore ?? 0)
  const key = storesBefore === null ? 'first' : change > 0 ? 'more' : 'fewer'
  return (
    <BriefLine
      sign={<Package className="size-4 text-faint" aria-hidden />}
      to={paths.cluster(cluster.id)}
      name={cluster.title}
      text={t(`follows.${key}`, {
        count: Math.abs(change),
        change: formats.number(Math.abs(change)),
        total: formats.number(storesNow),
      })}
      aside={null}
      action={
        <ActionLink to={paths.clusterStores(cluster.id, 0)} of={cluster.title}>
          {t('follows.stores')}
        </ActionLink>
      }
    />
  )
}
