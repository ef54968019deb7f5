import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { answerMailbox } from './answer-mailbox.ts'
import { openMails } from './kept-mails.ts'

const MOST_BYTES = 5 * 1024 * 1024

export type MailboxMessage = {
  id: string
  receivedAt: string
  /** From the envelope, not the header. */
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  /** Names in lower case, in the order received; unfolded. */
  headers: { name: string; value: string }[]
}

export type StoredMessage = MailboxMessage & { source: Buffer }

export type Mailbox = AsyncDisposable & {
  /** Web page that shows the messages. */
  url: string
  /** For SMTP without authentication. */
  smtpUrl: string
}

/**
 * An SMTP server that delivers nothing, and a page on loopback that lists the received messages,
 * latest first. Recipients whose name begins with an entry of `RECIPIENT_FAULTS` get the error
 * listed there. With a folder, the messages survive a restart.
 */
export async function startMailbox({ dataDir }: { dataDir?: string } = {}): Promise<Mailbox> {
  const { messages, add } = openMails(dataDir)
  const smtp = createSmtp(add)
  const web = createServer((request, response) => {
    const { status, headers, body } = answerMailbox(request.url ?? '/', messages)
    response.writeHead(status, { 'cache-control': 'no-store', ...headers }).end(body)
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

type Fault = { at: 'recipient' | 'message'; code: number; words: string }

/** Keyed by the name before the `@`, up to a `+`. */
const RECIPIENT_FAULTS: Record<string, Fault> = {
  nobody: { at: 'recipient', code: 550, words: 'no such mailbox' },
  later: { at: 'recipient', code: 451, words: 'come back later' },
  unwanted: { at: 'message', code: 554, words: 'message not wanted' },
}

const faultOf = (address: string, at: Fault['at']): Error | null => {
  const fault = RECIPIENT_FAULTS[address.split(/[+@]/)[0] ?? '']
  if (fault?.at !== at) return null
  // Real servers repeat the address in their error message.
  return Object.assign(new Error(`<${address}>: ${fault.words}`), { responseCode: fault.code })
}

function createSmtp(keep: (message: StoredMessage) => void): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: MOST_BYTES,
    disableReverseLookup: true,
    onRcptTo: ({ address }, _session, done) => done(faultOf(address, 'recipient')),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo.map(({ address }) => address)
        const fault = to
          .map((address) => faultOf(address, 'message'))
          .find((found) => found !== null)
        if (fault) return done(fault)
        const source = Buffer.concat(chunks)
        PostalMime.parse(source).then((email) => {
          keep(toMessage(email, { from: mailFrom ? mailFrom.address : '', to, source }))
          done()
        }, done)
      })
    },
  })
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

const toMessage = (
  email: Email,
  envelope: Pick<StoredMessage, 'from' | 'to' | 'source'>,
): StoredMessage => ({
  id: randomUUID(),
  receivedAt: new Date().toISOString(),
  ...envelope,
  subject: email.subject ?? '',
  text: email.text ?? '',
  html: email.html ?? '',
  headers: email.headers.map(({ key, value }) => ({ name: key, value })),
})
