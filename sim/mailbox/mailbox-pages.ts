import type { MailboxMessage } from './mailbox.ts'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

const frame = (title: string, body: string, refresh = '') => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${refresh}
<title>${escape(title)}</title>
<style>
:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{padding:.5rem;border-bottom:1px solid #8884;text-align:left}
iframe{width:100%;height:70vh;border:1px solid #8884;background:#fff}pre{white-space:pre-wrap}
</style></head><body>${body}</body></html>`

export function listPage(messages: MailboxMessage[]): string {
  const rows = messages.map(
    ({ id, subject, to, receivedAt }) =>
      `<tr><td><a href="/messages/${id}">${escape(subject || '(no subject)')}</a></td><td>${escape(to.join(', '))}</td><td>${receivedAt}</td></tr>`,
  )
  const table = `<table><tr><th>Subject</th><th>To</th><th>Received (UTC)</th></tr>${rows.join('')}</table>`
  const body = `<h1>Mailbox</h1><p>Mail of the demo ends here; nothing leaves this machine.</p>${rows.length > 0 ? table : '<p>No mail yet.</p>'}`
  return frame('Mailbox', body, '<meta http-equiv="refresh" content="5">')
}

/** The message's own markup is shown in a frame that may run nothing. */
export function messagePage({ subject, from, to, receivedAt, text, html }: MailboxMessage): string {
  const shown = html
    ? `<iframe title="Message" sandbox="allow-popups" srcdoc="${escape(html)}"></iframe>`
    : ''
  return frame(
    subject,
    `<p><a href="/">All mail</a></p><h1>${escape(subject)}</h1><p>From ${escape(from)} to ${escape(to.join(', '))}, ${receivedAt}</p>${shown}<h2>Text</h2><pre>${escape(text)}</pre>`,
  )
}
