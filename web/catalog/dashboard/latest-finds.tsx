import type { UseQueryResult } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { NewestStore, Today } from '#contracts/catalog/today.ts'
import { dayOf } from '#contracts/dates.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Country } from '#web/ui/store/country.tsx'
import { StoreLogo } from '#web/ui/store/store-logo.tsx'
import { CardBody } from './dashboard-card.tsx'

const SHOWN = 6

/** The latest stores of all; those found since the last visit are marked. */
export function LatestFinds({ dashboard }: { dashboard: UseQueryResult<Today> }) {
  const { t } = useTranslation('date-picker')
  return (
    <Card className="min-w-0 overflow-hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-rule px-5 py-4 sm:px-6">
        <h2 className="text-lg font-semibold">{t('latest.title')}</h2>
        <Link to={paths.list()} className="link inline-flex items-center gap-1 text-sm">
          {t('latest.all')}
          <ArrowRight className="size-4" aria-hidden />
        </Link>
      </div>
      <CardBody query={dashboard} failed={t('latest.failed')} skeleton={<RowBones />}>
        {({ newest, since }) => <Rows stores={newest.slice(0, SHOWN)} since={since} />}
      </CardBody>
    </Card>
  )
}

function Rows({ stores, since }: { stores: readonly NewestStore[]; since: string }) {
  const { t } = useTranslation('date-picker')
  if (stores.length === 0)
    return <p className="px-5 py-8 text-center text-muted sm:px-6">{t('latest.none')}</p>
  return (
    <ul>
      {stores.map((store) => (
        <StoreRow key={store.id} store={store} isNew={store.foundAt > since} />
      ))}
    </ul>
  )
}

function StoreRow({ store, isNew }: { store: NewestStore; isNew: boolean }) {
  const { t } = useTranslation('date-picker')
  const formats = useFormats()
  return (
    <li className="relative flex min-h-17 items-center gap-3 border-b border-line px-5 py-2.5 last:border-0 hover:bg-canvas sm:px-6">
      <StoreLogo url={store.logoUrl} name={store.name} />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <Link
            to={paths.listStore(store.slug)}
            className="truncate font-semibold after:absolute after:inset-0"
          >
            {store.name}
          </Link>
          {isNew && <Badge tone="sun">{t('latest.isNew')}</Badge>}
        </p>
        <p className="truncate text-sm text-muted">{store.domain}</p>
      </div>
      <div className="hidden max-w-[40%] shrink-0 justify-items-end text-end text-sm text-muted xs:grid">
        {store.country && <Country code={store.country} isOneLine />}
        <span className="whitespace-nowrap">
          {t('latest.found', { day: formats.shortDay(dayOf(new Date(store.foundAt))) })}
        </span>
      </div>
    </li>
  )
}

const RowBones = () => (
  <Skeleton>
    {Array.from({ length: SHOWN }, (_, at) => (
      <div
        key={at}
        className="flex min-h-17 items-center gap-3 border-b border-line px-5 last:border-0 sm:px-6"
      >
        <Bone className="size-10" />
        <Bone className="h-5 w-48" />
      </div>
    ))}
  </Skeleton>
)
