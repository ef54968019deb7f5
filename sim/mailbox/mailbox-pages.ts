import { MAILBOX_SCRIPT, MAILBOX_STYLE } from './mailbox-look.ts'
import type { MailboxMessage } from './mailbox.ts'
import { escapeHtml } from '#sim/escape-html.ts'

const frame = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer"><link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title><style>${MAILBOX_STYLE}</style></head>
<body>${body}<script>${MAILBOX_SCRIPT}</script></body></html>`

const time = (iso: string) =>
  `<time datetime="${iso}">${iso.slice(0, 10)} <b>${iso.slice(11, 19)}</b> UTC</time>`

type Filter = {
  /** Empty = all. */
  to: string
  recipients: string[]
}

export function listPage(messages: readonly MailboxMessage[], { to, recipients }: Filter): string {
  const options = [...new Set([...recipients, ...(to ? [to] : [])])].map(
    (each) => `<option${each === to ? ' selected' : ''}>${escapeHtml(each)}</option>`,
  )
  const body = `<header><h1>Mailbox</h1><p>Mail of the demo ends here; nothing leaves this machine.</p></header>
<form><label for="to">Sent to</label> <select id="to" name="to"><option value="">everybody</option>${options.join('')}</select> <button>Show</button></form>
<main id="mail" aria-live="polite">${list(messages, to)}</main>`
  return frame(to ? `Mailbox of ${to}` : 'Mailbox', body)
}

function list(messages: readonly MailboxMessage[], to: string): string {
  if (messages.length === 0)
    return `<p class="none">${to ? `No mail to ${escapeHtml(to)} yet.` : 'No mail yet.'} It shows up here by itself.</p>`
  return `<ol>${messages.map(row).join('')}</ol>`
}

const row = ({ id, subject, to, text, receivedAt }: MailboxMessage) =>
  `<li><a href="/messages/${id}"><span class="subject">${escapeHtml(subject || '(no subject)')}</span>
<span class="start">${escapeHtml(startOf(text, subject))}</span></a>
<span class="to">${escapeHtml(to.join(', '))}</span>${time(receivedAt)}</li>`

/**
 * The frame that shows the message's own markup may not run scripts; its links open in a new tab.
 */
export function messagePage(message: MailboxMessage): string {
  const { id, subject, from, to, receivedAt, text, html } = message
  const recipient = encodeURIComponent(to[0] ?? '')
  const shown = html
    ? `<iframe title="Message" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/messages/${id}.html"></iframe>`
    : ''
  return frame(
    subject,
    `<nav><a href="/">All mail</a> <a href="/?to=${recipient}">Mail to ${escapeHtml(to.join(', '))}</a> <a href="/messages/${id}.eml">As sent</a></nav>
<header><h1>${escapeHtml(subject || '(no subject)')}</h1><p>From ${escapeHtml(from)} to ${escapeHtml(to.join(', '))}, ${time(receivedAt)}</p></header>
${shown}<h2>Text part</h2><pre>${withLinks(text)}</pre>`,
  )
}

/** Escaped, with web addresses turned into links. */
const withLinks = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, at) =>
      at % 2 === 1
        ? `<a href="${escapeHtml(part)}" target="_blank" rel="noreferrer">${escapeHtml(part)}</a>`
        : escapeHtml(part),
    )
    .join('')

/** The first words that the list does not show already. */
const startOf = (text: string, subject: string) =>
  (text.startsWith(subject) ? text.slice(subject.length) : text)
    .trim()
    .replaceAll(/\s+/g, ' ')
    .slice(0, 140)
