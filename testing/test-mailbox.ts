import { type MailboxMessage, startMailbox } from '#sim/mailbox/mailbox.ts'

export type TestMailbox = AsyncDisposable & {
  smtpUrl: string
  /** What came over the wire, the earliest first. */
  messages: (to?: string) => Promise<MailboxMessage[]>
}

/** The world's mail server by itself. */
export async function startTestMailbox(): Promise<TestMailbox> {
  const mailbox = await startMailbox()
  return {
    smtpUrl: mailbox.smtpUrl,
    async messages(to = '') {
      const response = await fetch(`${mailbox.url}/messages.json?to=${encodeURIComponent(to)}`)
      return ((await response.json()) as MailboxMessage[]).toReversed()
    },
    [Symbol.asyncDispose]: () => mailbox[Symbol.asyncDispose](),
  }
}
