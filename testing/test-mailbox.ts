import { type MailboxMessage, startMailbox } from '#sim/mailbox/mailbox.ts'

export async function startTestMailbox() {
  const mailbox = await startMailbox()
  return {
    /** Its page, and `/messages.json` below it. */
    url: mailbox.url,
    smtpUrl: mailbox.smtpUrl,
    async messages(to = ''): Promise<MailboxMessage[]> {
      const response = await fetch(`${mailbox.url}/messages.json?to=${encodeURIComponent(to)}`)
      return ((await response.json()) as MailboxMessage[]).toReversed()
    },
    [Symbol.asyncDispose]: () => mailbox[Symbol.asyncDispose](),
  }
}
