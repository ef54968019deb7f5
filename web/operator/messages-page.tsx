import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  answerContactMessage,
  closeContactMessage,
  type ContactMessage,
  listContactMessages,
  MessageState,
} from '#contracts/operator/messages.ts'
import { qKept } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { Field, Select, Textarea } from '#web/ui/form/form-controls.tsx'
import { AccountLink, CallAction, ConsolePage, SearchBox, useAction, useFilters } from './parts.tsx'

function MessagesPage() {
  const { t } = useTranslation('operator')
  const { params, page, change } = useFilters()
  const text = params.get('q') ?? ''
  const state = MessageState.safeParse(params.get('state')).data ?? 'open'
  const messages = useQuery(
    qKept(listContactMessages, { query: { page: String(page), state, q: text || undefined } }),
  )
  return (
    <ConsolePage
      title={t('menu.messages')}
      filters={
        <div className="mt-6 flex flex-wrap gap-3">
          <SearchBox label={t('messages.search')} />
          <Select
            aria-label={t('messages.state')}
            value={state}
            onChange={({ target: { value } }) => change('state', value === 'open' ? '' : value)}
            className="max-sm:w-full"
          >
            {MessageState.options.map((each) => (
              <option key={each} value={each}>
                {t(`messages.states.${each}`)}
              </option>
            ))}
          </Select>
        </div>
      }
      query={messages}
    >
      {({ content }) =>
        content.length === 0 ? (
          <Card>
            <EmptyState title={t(`messages.none.${text ? 'found' : state}`)}>
              {t('messages.none.text')}
            </EmptyState>
          </Card>
        ) : (
          content.map((message) => <Message key={message.id} message={message} />)
        )
      }
    </ConsolePage>
  )
}

export { MessagesPage as Component }

type Props = { message: ContactMessage }

function Message({ message }: Props) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const { topic, fullName, email, accountId, language, createdAt, answeredAt, answer } = message
  return (
    <Card className="grid gap-3 px-5 py-4">
      <header>
        <h2 className="font-semibold wrap-anywhere">{topic}</h2>
        <p className="text-sm wrap-anywhere text-muted">
          {fullName} · {accountId ? <AccountLink id={accountId}>{email}</AccountLink> : email}
        </p>
        <p className="text-sm text-muted">
          <time dateTime={createdAt}>{formats.moment(createdAt)}</time> ·{' '}
          {formats.capitalised(formats.language(language))}
        </p>
      </header>
      <p className="max-w-prose wrap-anywhere whitespace-pre-wrap">{message.message}</p>
      {answeredAt ? (
        <div className="border-s-2 border-line ps-4">
          <p className="text-sm text-muted">
            {t(answer === null ? 'messages.closedAt' : 'messages.answeredAt', {
              at: formats.moment(answeredAt),
            })}
          </p>
          {answer !== null && (
            <p className="mt-1 max-w-prose wrap-anywhere whitespace-pre-wrap">{answer}</p>
          )}
        </div>
      ) : (
        <Reply message={message} />
      )}
    </Card>
  )
}

const MAX_ANSWER = 5_000

/**
 * Unsent answers by message. They outlive their field, because the console asks for a code every
 * hour.
 */
const drafts = new Map<ContactMessage['id'], string>()

/** It takes the place of the button that opened it. */
const focus = (field: HTMLTextAreaElement | null) => field?.focus()

function Reply({ message: { id, email } }: Props) {
  const { t } = useTranslation('operator')
  const [isWriting, setWriting] = useState(() => drafts.has(id))
  const [answer, setAnswer] = useState(() => drafts.get(id) ?? '')
  const send = useCall(answerContactMessage)
  const { run } = useAction(listContactMessages)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (answer.trim() === '') return
    const isSent = await run(
      () => send.mutateAsync({ params: { id }, body: { answer } }),
      t('messages.sent', { email }),
    )
    if (isSent) drafts.delete(id)
  }
  return (
    <form className="grid gap-3" onSubmit={(event) => void submit(event)}>
      {isWriting && (
        <Field label={t('messages.answer')} hint={t('messages.answerHint', { email })}>
          {(control) => (
            <Textarea
              {...control}
              ref={focus}
              required
              rows={6}
              maxLength={MAX_ANSWER}
              value={answer}
              onChange={({ target }) => {
                drafts.set(id, target.value)
                setAnswer(target.value)
              }}
            />
          )}
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        {isWriting ? (
          <Button type="submit" size="sm" isBusy={send.isPending} disabled={answer.trim() === ''}>
            {t('messages.send')}
          </Button>
        ) : (
          <Button variant="secondary" size="sm" onClick={() => setWriting(true)}>
            {t('messages.write')}
          </Button>
        )}
        <CallAction
          call={closeContactMessage}
          input={{ params: { id } }}
          done={t('messages.closed')}
          reload={[listContactMessages]}
          label={t('messages.close')}
          title={t('messages.closeTitle')}
          text={t('messages.closeText', { email })}
          variant="quiet"
          size="sm"
        />
      </div>
    </form>
  )
}
