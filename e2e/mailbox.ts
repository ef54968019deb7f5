import { expect } from '@playwright/test'
import { requireEnv } from './world.ts'

type Mail = { to: string[]; subject: string; text: string }

export async function linkOfMail(to: string, subject: string): Promise<string> {
  await expect
    .poll(async () => (await mailsTo(to)).map((mail) => mail.subject), `mails to ${to}`)
    .toContain(subject)
  const mail = (await mailsTo(to)).find((one) => one.subject === subject)
  const links = mail?.text.match(/https?:\/\/\S+/g) ?? []
  const link = links.find((one) => new URL(one).searchParams.has('token'))
  if (!link?.startsWith(requireEnv('E2E_ORIGIN')))
    throw new Error(`no link of ours in: ${mail?.text}`)
  return link
}

/** From the demo's mailbox, unless the caller names another. */
export async function mailsTo(
  address: string,
  mailbox = requireEnv('E2E_MAILBOX'),
): Promise<Mail[]> {
  const url = `${mailbox}/messages.json?to=${encodeURIComponent(address)}`
  return (await (await fetch(url)).json()) as Mail[]
}
