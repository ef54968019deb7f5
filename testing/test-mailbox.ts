import { type MailboxMessage, startMailbox } from '#sim/mailbox/mailbox.ts'

export type TestMailbox = AsyncDisposable & {
  /** Its page, and `/messages.json` below it. */
  url: string
  smtpUrl: string
  messages: (to?: string) => Promise<MailboxMessage[]>
}

export async function startTestMailbox(): Promise<TestMailbox> {
  const mailbox = await startMailbox()
  return {
    url: mailbox.url,
    smtpUrl: mailbox.smtpUrl,
    async messages(to = '') {
      const response = await fetch(`${mailbox.url}/messages.json?to=${encodeURIComponent(to)}`)
      return ((await response.json()) as MailboxMessage[]).toReversed()
    },
    [Symbol.asyncDispose]: () => mailbox[Symbol.asyncDispose](),
  }
}
