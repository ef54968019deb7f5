import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { StoreDetails } from '#contracts/catalog/stores.ts'
import type { getStoreTimeline } from '#contracts/catalog/timeline.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Section, TabLink } from './section.tsx'
import { TimelineDays } from './timeline-event.tsx'
import { useTimeline } from './timeline-tab.tsx'

const SHOWN = 5

/** The latest changes, with the way to the whole timeline. */
export function LastChanges({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const timeline = useTimeline(store.id, [])
  return (
    <Section name="changes" more={<TabLink tab="timeline">{t('tabs.timeline')}</TabLink>}>
      <div className="px-4 pb-4 [&>ol]:mt-0">
        <Loaded
          query={timeline}
          title={t('timeline.failed')}
          skeleton={
            <Skeleton>
              <Bone className="h-36" />
            </Skeleton>
          }
          empty={({ pages }) =>
            pages[0]?.days.length === 0 && (
              <p className="text-sm text-muted">{t('timeline.empty')}</p>
            )
          }
        >
          {({ pages }) => <TimelineDays days={latest(pages[0]?.days ?? [])} />}
        </Loaded>
      </div>
    </Section>
  )
}

type Days = ResponseOf<typeof getStoreTimeline>['days']

/** The first few events, still by day. */
const latest = (days: Days) =>
  days
    .map(({ day, events }, at) => {
      const before = days.slice(0, at).reduce((total, { events }) => total + events.length, 0)
      return { day, events: events.slice(0, Math.max(0, SHOWN - before)) }
    })
    .filter(({ events }) => events.length > 0)
