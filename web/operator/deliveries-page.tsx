import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  applyPaymentEvent,
  deleteWaitingMail,
  listWaitingEvents,
  listWaitingMails,
  sendWaitingMail,
  type WaitingEvent,
  type WaitingMail,
} from '#contracts/operator/deliveries.ts'
import { getSystemState } from '#contracts/operator/system.ts'
import { q, useCall } from '#web/api/query.ts'
import { pageLoader } from '#web/lib/app/page.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'
import { ConfirmedAction } from '#web/ui/dialog.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import {
  Block,
  FilterSelect,
  Answer,
  Nothing,
  SectionHead,
  useAction,
  useFilters,
} from './parts.tsx'

/** Mails that wait, and payment events that are not applied. */
function DeliveriesPage() {
  const { t } = useTranslation('operator')
  const { params, page, pageOf, change, hrefOf, hrefOfPage } = useFilters()
  const kind = params.get('kind') ?? ''
  const mails = useQuery({
    ...q(listWaitingMails, { query: { page: String(page), ...(kind && { kind }) } }),
    placeholderData: keepPreviousData,
  })
  const eventsPage = pageOf('events')
  const events = useQuery({
    ...q(listWaitingEvents, { query: { page: String(eventsPage) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <SectionHead title={t('menu.deliveries')} />
      <div className="grid grid-cols-1 gap-6 pt-6">
        <Answer query={events}>
          {({ content, totalPages }) => (
            <>
              <Block title={t('events.title')} text={t('events.text')}>
                <List items={content} none={t('events.none')}>
                  {(event) => <EventRow key={`${event.provider} ${event.id}`} event={event} />}
                </List>
              </Block>
              <Pagination page={eventsPage} totalPages={totalPages} hrefOf={hrefOfPage('events')} />
            </>
          )}
        </Answer>
        <Answer query={mails}>
          {({ content, totalPages, kinds }) => (
            <>
              <Block
                title={t('mails.title')}
                text={t('mails.text')}
                aside={
                  (kinds.length > 0 || kind) && (
                    <KindFilter
                      kinds={kinds}
                      value={kind}
                      onChange={(value) => change('kind', value)}
                    />
                  )
                }
              >
                <List items={content} none={t('mails.none')}>
                  {(mail) => <MailRow key={mail.id} mail={mail} />}
                </List>
              </Block>
              <Pagination page={page} totalPages={totalPages} hrefOf={hrefOf} />
            </>
          )}
        </Answer>
      </div>
    </>
  )
}

export { DeliveriesPage as Component }

export const loader = pageLoader(['operator', 'forms'])

const rowClass = 'grid gap-3 px-5 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center'

type ListProps<Item> = { items: readonly Item[]; none: string; children: (item: Item) => ReactNode }

function List<Item>({ items, none, children }: ListProps<Item>) {
  return items.length === 0 ? (
    <Nothing text={none} />
  ) : (
    <ul className="divide-y divide-line">{items.map(children)}</ul>
  )
}

type KindFilterProps = {
  kinds: readonly { kind: string; count: number }[]
  value: string
  onChange: (kind: string) => void
}

function KindFilter({ kinds, value, onChange }: KindFilterProps) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  return (
    <FilterSelect
      label={t('mails.kind')}
      all={t('mails.allKinds')}
      value={value}
      options={kinds.map(({ kind, count }) => [
        kind,
        t('mails.option', { kind, mails: formats.number(count) }),
      ])}
      onChange={onChange}
    />
  )
}

function MailRow({
  mail: { id, kind, recipient, tries, createdAt, dueAt },
}: {
  mail: WaitingMail
}) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const send = useCall(sendWaitingMail)
  const remove = useCall(deleteWaitingMail)
  const { run, isBusy } = useAction(listWaitingMails.name, getSystemState.name)
  const params = { id }
  return (
    <li className={rowClass}>
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{recipient}</p>
        <p className="text-sm text-muted">
          <code className="font-mono">{kind}</code>
          {' · '}
          {t('mails.since', { at: formats.moment(createdAt) })}
        </p>
        <p className={tries > 0 ? 'text-sm text-bad' : 'text-sm text-muted'}>
          {t('mails.tries', { count: tries, tries: formats.number(tries) })}
          {' · '}
          {t('mails.next', { at: formats.moment(dueAt) })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ConfirmedAction
          label={t('mails.send')}
          title={t('mails.sendTitle')}
          text={t('mails.sendText', { recipient, kind })}
          size="sm"
          isBusy={isBusy}
          onConfirm={() =>
            run(() => send.mutateAsync({ params }), t('mails.sending', { recipient }))
          }
        />
        <ConfirmedAction
          label={t('mails.delete')}
          title={t('mails.deleteTitle')}
          text={t('mails.deleteText', { recipient, kind })}
          variant="quiet"
          size="sm"
          isDangerous
          isBusy={isBusy}
          onConfirm={() => run(() => remove.mutateAsync({ params }), t('mails.deleted'))}
        />
      </div>
    </li>
  )
}

function EventRow({
  event: { provider, id, kind, customerId, receivedAt },
}: {
  event: WaitingEvent
}) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const apply = useCall(applyPaymentEvent)
  const { run, isBusy } = useAction(listWaitingEvents.name, getSystemState.name)
  return (
    <li className={rowClass}>
      <div className="min-w-0">
        <p className="font-semibold">
          <code className="font-mono wrap-anywhere">{kind}</code>
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          {[provider, customerId, id].filter(Boolean).join(' · ')}
        </p>
        <p className="text-sm text-muted">
          {t('events.since', { at: formats.moment(receivedAt) })}
        </p>
      </div>
      {customerId === null ? (
        <p className="text-sm text-muted">{t('events.noCustomer')}</p>
      ) : (
        <ConfirmedAction
          label={t('events.apply')}
          title={t('events.applyTitle')}
          text={t('events.applyText', { customer: customerId })}
          size="sm"
          isBusy={isBusy}
          onConfirm={() =>
            run(() => apply.mutateAsync({ body: { provider, id } }), t('events.applying'))
          }
        />
      )}
    </li>
  )
}
