import { Package } from 'lucide-react'
import { Trans, useTranslation } from 'react-i18next'
import { addDays } from '#contracts/dates.ts'
import type { Brief, BriefCluster, BriefNiche } from '#contracts/workspace/brief.ts'
import { changeIcons, useSentence } from '#web/catalog/changes/change-sentence.ts'
import { groupByStore, type StoreNews } from '#web/catalog/dashboard/today-changes.tsx'
import { useToday } from '#web/lib/dates/calendar.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { searchQuery } from '#web/lib/navigation/search-path.ts'
import { paths } from '#web/paths.ts'
import { ActionLink, BRIEF_LINES, BriefGroup, BriefLine, GroupLink, Plate } from './brief-group.tsx'

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

/** The figures of followed niches, each with the way to exactly those stores. */
export function Niches({ brief: { niches, counts } }: { brief: Brief }) {
  const { t } = useTranslation('brief')
  if (niches.length === 0) return null
  return (
    <BriefGroup
      title={t('niches.title')}
      count={counts.niches}
      more={<GroupLink to={paths.pulse()}>{t('niches.another')}</GroupLink>}
    >
      {niches.slice(0, BRIEF_LINES).map((niche) => (
        <NicheLine key={`${niche.category} ${niche.country}`} niche={niche} />
      ))}
    </BriefGroup>
  )
}

const WEEK_DAYS = 7

function NicheLine({ niche }: { niche: BriefNiche }) {
  const { t } = useTranslation(['brief', 'list'])
  const formats = useFormats()
  const today = useToday()
  const { category, country, now, before, days } = niche
  const name = t(`list:filter.category.options.${category}`)
  const where = t('niches.in', { country: formats.country(country) })
  const week = { kind: 'range', from: addDays(today, 1 - WEEK_DAYS), to: today } as const
  return (
    <BriefLine
      sign={<Plate country={country} />}
      to={paths.niche(category, country)}
      name={
        <>
          {name}
          <span className="sr-only"> {where}</span>
        </>
      }
      text={
        <Trans
          t={t}
          i18nKey={
            before === null ? 'niches.alone' : before === now ? 'niches.same' : 'niches.compared'
          }
          values={{ now: formats.number(now), before: formats.number(before ?? 0) }}
          components={{ b: <b className="font-semibold text-ink" /> }}
        />
      }
      aside={<Bars days={days} />}
      action={
        <ActionLink
          to={paths.list({ category, country, ...searchQuery(week) })}
          of={`${name}, ${where}`}
        >
          {t('niches.show', { total: formats.number(now) })}
        </ActionLink>
      }
    />
  )
}

const [STEP, WIDTH, HEIGHT] = [5, 3.5, 18]

/** The last week is darker. A day without data has no bar, one without a store a line. */
function Bars({ days }: Pick<BriefNiche, 'days'>) {
  const most = Math.max(1, ...days.map((count) => count ?? 0))
  return (
    <svg
      viewBox={`0 0 ${STEP * days.length - (STEP - WIDTH)} ${HEIGHT}`}
      className="block h-4.5"
      aria-hidden
    >
      {days.map((count, at) => {
        if (count === null) return null
        const tall = Math.max(1, (count / most) * HEIGHT)
        return (
          <rect
            key={at}
            x={at * STEP}
            y={HEIGHT - tall}
            width={WIDTH}
            height={tall}
            className={at >= days.length - WEEK_DAYS ? 'fill-muted' : 'fill-rule'}
          />
        )
      })}
    </svg>
  )
}
