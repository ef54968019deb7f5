import { useQuery } from '@tanstack/react-query'
import { Mail, Webhook } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import {
  DeliveryChannel,
  DELIVERY_LOG_DAYS,
  listDeliveries,
  type LoggedDelivery,
} from '#contracts/workspace/deliveries.ts'
import { Section, SettingsPage } from '#web/accounts/api.ts'
import { qKept } from '#web/api/query.ts'
import { pageLoader } from '#web/lib/app/page.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'
import { readPage } from '#web/lib/navigation/page-number.ts'
import { paths } from '#web/paths.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Segmented } from '#web/ui/choices.tsx'
import { Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { Pagination } from '#web/ui/pagination.tsx'

function DeliveriesPage() {
  return (
    <SettingsPage name="deliveries">{(user) => user && <DeliveryLog key={user.id} />}</SettingsPage>
  )
}

export { DeliveriesPage as Component }

export const loader = pageLoader(['deliveries'])

/** The address holds what is shown. */
function useAddress() {
  const [params, setParams] = useSearchParams()
  const channel = DeliveryChannel.options.find((each) => each === params.get('channel'))
  const failed = params.get('failed') === 'yes' ? ('yes' as const) : undefined
  const change = (next: { channel?: DeliveryChannel | undefined; failed?: 'yes' | undefined }) => {
    const after = new URLSearchParams()
    for (const [key, value] of Object.entries({ channel, failed, ...next }))
      if (value) after.set(key, value)
    setParams(after, { replace: true, preventScrollReset: true })
  }
  return { channel, failed, page: readPage(params), change }
}

export function DeliveryLog() {
  const { t } = useTranslation('deliveries')
  const { channel, failed, page, change } = useAddress()
  const query = { page: String(page), channel, failed }
  const deliveries = useQuery(qKept(listDeliveries, { query }))
  return (
    <Section title={t('title')} text={t('text', { days: DELIVERY_LOG_DAYS })}>
      <div className="mb-4 flex flex-wrap gap-2">
        <Segmented
          label={t('channel')}
          choices={['all', ...DeliveryChannel.options]}
          value={channel ?? 'all'}
          onChange={(each) => change({ channel: each === 'all' ? undefined : each })}
        >
          {(each) => t(`channels.${each}`)}
        </Segmented>
        <Segmented
          label={t('outcome')}
          choices={['all', 'failed']}
          value={failed ? 'failed' : 'all'}
          onChange={(each) => change({ failed: each === 'failed' ? 'yes' : undefined })}
        >
          {(each) => t(`outcomes.${each}`)}
        </Segmented>
      </div>
      <Loaded
        query={deliveries}
        title={t('failed')}
        isLive
        skeleton={<Skeleton className="grid gap-3" bones={['h-16', 'h-16', 'h-16', 'h-16']} />}
        empty={({ totalElements }) =>
          totalElements === 0 && (
            <p className="py-6 text-sm text-muted">
              {t(channel || failed ? 'noneChosen' : 'none')}
            </p>
          )
        }
      >
        {({ content, totalPages }) => (
          <>
            <ul className="divide-y divide-line border-y border-line">
              {content.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} />
              ))}
            </ul>
            <div className="mt-4">
              <Pagination
                page={page}
                totalPages={totalPages}
                hrefOf={(at) =>
                  paths.settingsDeliveries({ channel, failed, page: at > 0 ? at + 1 : undefined })
                }
              />
            </div>
          </>
        )}
      </Loaded>
    </Section>
  )
}

const icons = { mail: Mail, webhook: Webhook } as const
const tones: Record<LoggedDelivery['outcome'], BadgeTone> = {
  sent: 'good',
  failed: 'sun',
  paused: 'bad',
}

function DeliveryRow({ delivery }: { delivery: LoggedDelivery }) {
  const { t } = useTranslation('deliveries')
  const formats = useFormats()
  const { channel, kind, subject, target, at, outcome } = delivery
  const Icon = icons[channel]
  const what = subject ?? t(kind === 'test' ? 'test' : `untitled.${channel}`)
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Icon className="mt-0.5 size-5 text-muted" aria-hidden />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="sr-only">{t(`channels.${channel}`)}</span>
          <span className="min-w-0 font-medium wrap-anywhere">{what}</span>
          <Badge tone={tones[outcome]}>{t(`states.${outcome}`)}</Badge>
        </p>
        <p className="text-sm wrap-anywhere text-muted">{target}</p>
        <Reason delivery={delivery} />
      </div>
      <time dateTime={at} className="text-sm text-muted max-sm:col-start-2 sm:mt-0.5">
        {formats.moment(at)}
      </time>
    </li>
  )
}

/** Why an attempt failed, and what follows. */
function Reason({ delivery }: { delivery: LoggedDelivery }) {
  const { t } = useTranslation('deliveries')
  const formats = useFormats()
  const { channel, reason, status, nextAt, outcome } = delivery
  if (outcome === 'sent' || reason === null) return null
  const answer =
    status !== null && reason !== 'status'
      ? t('answer', { status: channel === 'mail' ? `SMTP ${status}` : `HTTP ${status}` })
      : null
  return (
    <p className="text-sm">
      {[
        t(`reasons.${reason}`, { status }),
        answer,
        outcome === 'paused'
          ? t('paused')
          : nextAt === null
            ? t('over')
            : t('next', { at: formats.moment(nextAt) }),
      ]
        .filter((part) => part !== null)
        .join(' ')}
    </p>
  )
}
