import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  applyPaymentEvent,
  deleteWaitingMail,
  listWaitingEvents,
  listWaitingMails,
  listWaitingWebhooks,
  sendWaitingMail,
  type WaitingEvent,
  type WaitingMail,
  type WaitingWebhook,
} from '#contracts/operator/deliveries.ts'
import { getSystemState } from '#contracts/operator/system.ts'
import { qKept } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import {
  AccountLink,
  Answer,
  Block,
  CallAction,
  FilterSelect,
  List,
  ListRow,
  SectionHead,
  useFilters,
} from './parts.tsx'

function DeliveriesPage() {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const { params, page, pageOf, hrefOf, hrefOfPage } = useFilters()
  const kind = params.get('kind') || undefined
  const mails = useQuery(qKept(listWaitingMails, { query: { page: String(page), kind } }))
  const eventsPage = pageOf('events')
  const events = useQuery(qKept(listWaitingEvents, { query: { page: String(eventsPage) } }))
  const webhooksPage = pageOf('webhooks')
  const webhooks = useQuery(qKept(listWaitingWebhooks, { query: { page: String(webhooksPage) } }))
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
        <Answer query={webhooks}>
          {({ content, totalPages }) => (
            <>
              <Block title={t('webhooks.title')} text={t('webhooks.text')}>
                <List items={content} none={t('webhooks.none')}>
                  {(webhook) => <WebhookRow key={webhook.id} webhook={webhook} />}
                </List>
              </Block>
              <Pagination
                page={webhooksPage}
                totalPages={totalPages}
                hrefOf={hrefOfPage('webhooks')}
              />
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
                    <FilterSelect
                      name="kind"
                      label={t('mails.kind')}
                      all={t('mails.allKinds')}
                      value={kind ?? ''}
                      options={kinds.map(({ kind, count }) => [
                        kind,
                        t('mails.option', { kind, mails: formats.number(count) }),
                      ])}
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

function MailRow({ mail }: { mail: WaitingMail }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const { id, kind, recipient, tries, createdAt, dueAt } = mail
  const call = { input: { params: { id } }, reload: [listWaitingMails, getSystemState] }
  return (
    <ListRow
      actions={
        <>
          <CallAction
            {...call}
            call={sendWaitingMail}
            done={t('mails.sending', { recipient })}
            label={t('mails.send')}
            title={t('mails.sendTitle')}
            text={t('mails.sendText', { recipient, kind })}
            size="sm"
          />
          <CallAction
            {...call}
            call={deleteWaitingMail}
            done={t('mails.deleted')}
            label={t('mails.delete')}
            title={t('mails.deleteTitle')}
            text={t('mails.deleteText', { recipient, kind })}
            variant="quiet"
            size="sm"
            isDangerous
          />
        </>
      }
    >
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
    </ListRow>
  )
}

function EventRow({ event }: { event: WaitingEvent }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const { provider, id, kind, customerId, receivedAt } = event
  return (
    <ListRow
      actions={
        customerId === null ? (
          <p className="text-sm text-muted">{t('events.noCustomer')}</p>
        ) : (
          <CallAction
            call={applyPaymentEvent}
            input={{ body: { provider, id } }}
            done={t('events.applying')}
            reload={[listWaitingEvents, getSystemState]}
            label={t('events.apply')}
            title={t('events.applyTitle')}
            text={t('events.applyText', { customer: customerId })}
            size="sm"
          />
        )
      }
    >
      <p className="font-semibold">
        <code className="font-mono wrap-anywhere">{kind}</code>
      </p>
      <p className="text-sm wrap-anywhere text-muted">
        {[provider, customerId, id].filter(Boolean).join(' · ')}
      </p>
      <p className="text-sm text-muted">{t('events.since', { at: formats.moment(receivedAt) })}</p>
    </ListRow>
  )
}

function WebhookRow({ webhook }: { webhook: WaitingWebhook }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const { host, userId, waiting, oldestAt, dueAt, failingSince, lastAttemptAt } = webhook
  const answer =
    webhook.lastStatus === null
      ? t(lastAttemptAt === null ? 'webhooks.untried' : 'webhooks.noAnswer')
      : t('webhooks.answer', { status: webhook.lastStatus })
  return (
    <ListRow
      actions={
        <AccountLink id={userId} className="text-sm">
          {t('audit.account')}
        </AccountLink>
      }
    >
      <p className="font-semibold wrap-anywhere">{host}</p>
      <p className="text-sm text-muted">
        {t('webhooks.waiting', { count: waiting, waiting: formats.number(waiting) })}
        {' · '}
        {t('webhooks.since', { at: formats.moment(oldestAt) })}
        {' · '}
        {t('webhooks.next', { at: formats.moment(dueAt) })}
      </p>
      <p className={failingSince === null ? 'text-sm text-muted' : 'text-sm text-bad'}>
        {answer}
        {failingSince !== null && (
          <>
            {' · '}
            {t('webhooks.failing', { at: formats.moment(failingSince) })}
          </>
        )}
      </p>
    </ListRow>
  )
}
