import type { MailboxMessage, StoredMessage } from './mailbox.ts'
import { listPage, messagePage } from './mailbox-pages.ts'

export type MailboxAnswer = {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

/**
 * `/` and `/messages/<id>` for people, `/messages.json` for programs, both with `?to=` for one
 * recipient. `/messages/<id>.html` is the message's own markup, `/messages/<id>.eml` the raw
 * message as received.
 */
export function answerMailbox(url: string, messages: readonly StoredMessage[]): MailboxAnswer {
  const { pathname, searchParams } = new URL(url, 'http://mailbox')
  const to = searchParams.get('to')?.trim().toLowerCase() ?? ''
  const shown = messages.filter(
    (message) => to === '' || message.to.some((one) => one.toLowerCase() === to),
  )
  if (pathname === '/') return page(listPage(shown, { to, recipients: recipientsOf(messages) }))
  if (pathname === '/messages.json') return json(shown.map(withoutSource))
  const [, id, ending = ''] = /^\/messages\/([\da-f-]{36})(\.html|\.eml)?$/.exec(pathname) ?? []
  const message = messages.find((one) => one.id === id)
  if (!message) return { status: 404, headers: typed('text/plain'), body: 'no such message' }
  switch (ending) {
    case '.html':
      return markup(message)
    case '.eml':
      return { status: 200, headers: typed('text/plain'), body: message.source }
    default:
      return page(messagePage(message))
  }
}

const typed = (type: string) => ({
  'content-type': `${type}; charset=utf-8`,
  'x-content-type-options': 'nosniff',
})

const page = (body: string): MailboxAnswer => ({ status: 200, headers: typed('text/html'), body })

const json = (value: unknown): MailboxAnswer => ({
  status: 200,
  headers: typed('application/json'),
  body: JSON.stringify(value),
})

/**
 * Allows no scripts and no network access, even when opened directly; its links open in a new tab.
 */
const markup = ({ html }: MailboxMessage): MailboxAnswer => ({
  status: 200,
  headers: {
    ...typed('text/html'),
    'content-security-policy':
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    'referrer-policy': 'no-referrer',
  },
  body: html.replace(
    /<head(?:\s[^>]*)?>|^(?!.*<head[\s>])/is,
    (start) => `${start}<base target="_blank">`,
  ),
})

const withoutSource = ({ source: _source, ...message }: StoredMessage): MailboxMessage => message

const recipientsOf = (messages: readonly MailboxMessage[]) =>
  [...new Set(messages.flatMap(({ to }) => to.map((one) => one.toLowerCase())))].toSorted()
