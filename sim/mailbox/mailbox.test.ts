import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { startMailbox } from './mailbox.ts'

/** Speaks SMTP by hand: the test shows the wire, not a mail library. */
async function deliver(smtpUrl: string, lines: string[]): Promise<void> {
  const socket = connect(Number(new URL(smtpUrl).port), '127.0.0.1')
  for await (const answer of createInterface({ input: socket })) {
    if (answer.startsWith('250-')) continue
    if (Number(answer.slice(0, 3)) >= 400) throw new Error(answer)
    const next = lines.shift()
    if (next === undefined) break
    socket.write(`${next}\r\n`)
  }
  socket.destroy()
}

test('a mail shows up on the page with its markup escaped, addressed by its envelope', async () => {
  await using mailbox = await startMailbox()
  const mail = [
    'From: a@x.test',
    'To: shown@x.test',
    'Subject: <b>Hello</b>',
    'Content-Type: text/html',
    '',
    '<script>1</script><p>Hi</p>',
    '.',
  ].join('\r\n')
  await deliver(mailbox.smtpUrl, [
    'EHLO test',
    'MAIL FROM:<a@x.test>',
    'RCPT TO:<real@x.test>',
    'DATA',
    mail,
    'QUIT',
  ])
  const [message] = (await (await fetch(`${mailbox.url}/messages.json`)).json()) as {
    id: string
    to: string[]
    html: string
  }[]
  expect(message).toMatchObject({ to: ['real@x.test'], html: expect.stringContaining('<p>Hi</p>') })
  const list = await (await fetch(mailbox.url)).text()
  expect(list).toContain('&lt;b&gt;Hello&lt;/b&gt;')
  const page = await (await fetch(`${mailbox.url}/messages/${message?.id}`)).text()
  expect(page).not.toContain('<script>')
})

test('an empty mailbox says so', async () => {
  await using mailbox = await startMailbox()
  expect(await (await fetch(mailbox.url)).text()).toContain('No mail yet')
})
