import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { listPage, messagePage } from './mailbox-pages.ts'

const MOST_MESSAGES = 500
const MOST_BYTES = 5 * 1024 * 1024

export type MailboxMessage = {
  id: string
  receivedAt: string
  /** As the envelope said, not the header. */
  from: string
  to: string[]
  subject: string
  text: string
  html: string
}

export type Mailbox = AsyncDisposable & {
  /** Web page that shows what was sent. */
  url: string
  /** For SMTP without sign-in. */
  smtpUrl: string
}

/** An SMTP server that delivers nothing, and a page on loopback that shows what it was given, the latest first. */
export async function startMailbox(): Promise<Mailbox> {
  const messages: MailboxMessage[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: MOST_BYTES,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const envelope = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((recipient) => recipient.address),
        }
        PostalMime.parse(Buffer.concat(chunks)).then(
          (email) => {
            messages.unshift(toMessage(email, envelope))
            messages.length = Math.min(messages.length, MOST_MESSAGES)
            done()
          },
          (error: Error) => done(error),
        )
      })
    },
  })
  const web = createServer((request, response) => {
    const { status, type, body } = answer(request.url ?? '/', messages)
    response
      .writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' })
      .end(body)
  })
  const smtpPort = await listen(smtp.server)
  const webPort = await listen(web)
  return {
    url: `http://localhost:${webPort}`,
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    async [Symbol.asyncDispose]() {
      web.closeAllConnections()
      await Promise.all([
        new Promise((resolve) => web.close(resolve)),
        new Promise<void>((resolve) => smtp.close(resolve)),
      ])
    },
  }
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

const toMessage = (email: Email, envelope: { from: string; to: string[] }): MailboxMessage => ({
  id: randomUUID(),
  receivedAt: new Date().toISOString(),
  ...envelope,
  subject: email.subject ?? '',
  text: email.text ?? '',
  html: email.html ?? '',
})

type Answer = { status: number; type: string; body: string }

function answer(url: string, messages: MailboxMessage[]): Answer {
  if (url === '/') return { status: 200, type: 'text/html', body: listPage(messages) }
  if (url === '/messages.json')
    return { status: 200, type: 'application/json', body: JSON.stringify(messages) }
  const message = messages.find(({ id }) => url === `/messages/${id}`)
  if (message) return { status: 200, type: 'text/html', body: messagePage(message) }
  return { status: 404, type: 'text/plain', body: 'no such message' }
}
