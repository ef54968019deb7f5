import { createTransport } from 'nodemailer'
import type { Language } from '#i18n/languages.ts'
import { AppError } from '#server/platform/errors.ts'
import { parseAddress } from './email-address.ts'
import type { MailContent } from './mail.ts'

const SENDER_NAME = 'Storedawn'
const CONNECT_WITHIN_MS = 10_000
const ANSWER_WITHIN_MS = 20_000
/** For the whole of one mail, so that a slow server cannot hold it for ever. */
const SEND_WITHIN_MS = 60_000

export type OutgoingMail = MailContent & {
  id: string
  recipient: string
  language: Language
  /** The id of the request that caused it. */
  requestId?: string | undefined
}

export type SendOutcome = { kind: 'sent' } | MailFailure

/**
 * `refused`: no server will ever accept it for this recipient. `rejected`: the server finally
 * rejected this message. `failed`: now; the next one may succeed. `unavailable`: the server cannot
 * send any mail at the moment.
 */
export type MailFailure = {
  kind: 'refused' | 'rejected' | 'failed' | 'unavailable'
  reason: string
  /** The answer of the server, if there was one. */
  status: number | null
}

export type Smtp = { send: (mail: OutgoingMail, signal: AbortSignal) => Promise<SendOutcome> }

/** Opens a connection per mail. Passwords go over TLS only, whatever the address says. */
export function openSmtp(smtpUrl: string, from: string): Smtp {
  const transport = connectTo(smtpUrl)
  return {
    async send(mail, signal) {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(SEND_WITHIN_MS)])
      try {
        await transport.sendMail({ ...messageOf(mail, from), signal: deadline })
        return { kind: 'sent' }
      } catch (error) {
        return outcomeOf(error)
      }
    },
  }
}

const connectTo = (smtpUrl: string) =>
  createTransport({
    url: smtpUrl,
    requireTLS: new URL(smtpUrl).password !== '',
    connectionTimeout: CONNECT_WITHIN_MS,
    dnsTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

/**
 * Connects and signs in without sending.
 * @throws Error with the server's reason
 */
export const checkSmtp = async (smtpUrl: string): Promise<void> =>
  void (await connectTo(smtpUrl).verify())

function messageOf(
  { id, recipient, language, subject, text, html, headers = {}, replyTo, requestId }: OutgoingMail,
  from: string,
) {
  const address = parseAddress(recipient)
  return {
    // Set explicitly: the mailer would otherwise look for further addresses in the headers.
    envelope: { from, to: [address] },
    from: { name: SENDER_NAME, address: from },
    to: { name: '', address },
    // Untrusted: parsed as exactly one address or refused.
    ...(replyTo !== undefined && { replyTo: { name: '', address: parseAddress(replyTo) } }),
    subject,
    text,
    html,
    // The same at every attempt, so that mailboxes can detect a repetition.
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    xMailer: false as const,
    headers: {
      // Unmodified: some programs cannot read a folded or encoded address.
      ...Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          { prepared: true, value: requireOneLine(value) },
        ]),
      ),
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': language,
      ...(requestId !== undefined && { 'X-Request-Id': requestId }),
    },
  }
}

/** @throws for a value that would begin another header */
function requireOneLine(value: string): string {
  if (/[^\x20-\x7e]/.test(value))
    throw new Error('a header of a mail is more than one line of ASCII')
  return value
}

/** Only codes: the server's message contains the address, and these outcomes are logged. */
function outcomeOf(error: unknown): MailFailure {
  const { code, responseCode, command } = Object(error) as Record<string, unknown>
  const reason = [code, responseCode, command]
    .filter((part) => part !== undefined && part !== '')
    .join(' ')
  const status = typeof responseCode === 'number' ? responseCode : null
  // Not a sendable address, however it came into the table.
  if (error instanceof AppError) return { kind: 'refused', reason, status }
  const isFinal = status !== null && status >= 500
  switch (`${code} ${command}`) {
    case 'EENVELOPE RCPT TO':
      return { kind: isFinal ? 'refused' : 'failed', reason, status }
    // Fails before any server is contacted: no connection can carry the address.
    case 'EENVELOPE API':
      return { kind: 'refused', reason, status }
    case 'EENVELOPE DATA':
    case 'EMESSAGE DATA':
    case 'EMESSAGE MAIL FROM':
      return { kind: isFinal ? 'rejected' : 'failed', reason, status }
    default:
      return { kind: 'unavailable', reason: reason || 'unknown', status }
  }
}
