import { appendFile, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { createTestFolder } from '#testing/test-folder.ts'
import { openMails } from './kept-mails.ts'
import { type MailboxMessage, startMailbox } from './mailbox.ts'

/** Speaks SMTP by hand: the test shows the wire, not a mail library. */
async function deliver(smtpUrl: string, lines: string[]): Promise<void> {
  const socket = connect(Number(new URL(smtpUrl).port), '127.0.0.1')
  try {
    for await (const answer of createInterface({ input: socket })) {
      if (answer.startsWith('250-')) continue
      if (Number(answer.slice(0, 3)) >= 400) throw new Error(answer)
      const next = lines.shift()
      if (next === undefined) break
      socket.write(`${next}\r\n`)
    }
  } finally {
    socket.destroy()
  }
}

const letter = [
  'From: a@x.test',
  'To: shown@x.test',
  'Subject: <b>Hello</b>',
  'Content-Type: text/html',
  '',
]
  .concat('<html><head></head><script>1</script><p>Hi</p></html>', '.')
  .join('\r\n')

const deliverTo = (smtpUrl: string, recipient: string) =>
  deliver(smtpUrl, [
    'EHLO test',
    'MAIL FROM:<a@x.test>',
    `RCPT TO:<${recipient}>`,
    'DATA',
    letter,
    'QUIT',
  ])

test('a mail shows up on the page with its markup escaped, addressed by its envelope', async () => {
  await using mailbox = await startMailbox()
  await deliverTo(mailbox.smtpUrl, 'real@x.test')
  const read = async (path: string) => (await fetch(`${mailbox.url}${path}`)).text()
  const [message] = JSON.parse(await read('/messages.json?to=Real@x.test')) as MailboxMessage[]
  expect(message).toMatchObject({ to: ['real@x.test'], html: expect.stringContaining('<p>Hi</p>') })
  expect(message?.headers).toContainEqual({ name: 'to', value: 'shown@x.test' })
  expect(JSON.parse(await read('/messages.json?to=shown@x.test'))).toEqual([])
  expect(await read('/')).toContain('&lt;b&gt;Hello&lt;/b&gt;')
  expect(await read('/?to=%3Cb%3E')).toContain('No mail to &lt;b&gt; yet')
  expect(await read(`/messages/${message?.id}`)).not.toContain('<script>1')
  expect(await read(`/messages/${message?.id}.eml`)).toContain('Subject: <b>Hello</b>')
})

test('the markup of a mail runs no script, and its links open in a new tab', async () => {
  await using mailbox = await startMailbox()
  await deliverTo(mailbox.smtpUrl, 'real@x.test')
  const [message] = (await (await fetch(`${mailbox.url}/messages.json`)).json()) as MailboxMessage[]
  const response = await fetch(`${mailbox.url}/messages/${message?.id}.html`)
  expect(await response.text()).toContain('<head><base target="_blank">')
  expect(response.headers.get('content-security-policy')).toMatch(
    /^sandbox allow-popups [^;]*; default-src 'none'/,
  )
  expect(response.headers.get('content-security-policy')).not.toContain('allow-scripts')
})

test.each([
  ['nobody@x.test', '550'],
  ['later+1@x.test', '451'],
  ['unwanted@x.test', '554'],
])('%s is answered with %s', async (recipient, code) => {
  await using mailbox = await startMailbox()
  await expect(deliverTo(mailbox.smtpUrl, recipient)).rejects.toThrow(code)
  expect(await (await fetch(`${mailbox.url}/messages.json`)).json()).toEqual([])
})

test('an empty mailbox says that it is empty', async () => {
  await using mailbox = await startMailbox()
  expect(await (await fetch(mailbox.url)).text()).toContain('No mail yet')
})

test('the latest mails survive a restart, even one in the middle of a line', async () => {
  const dataDir = await createTestFolder()
  const read = async (url: string, path: string) => (await fetch(`${url}${path}`)).text()
  const list = async (url: string) =>
    (JSON.parse(await read(url, '/messages.json')) as MailboxMessage[]).map(({ id, to }) => ({
      id,
      to,
    }))
  const before = await (async () => {
    await using mailbox = await startMailbox({ dataDir })
    for (const to of ['first@x.test', 'second@x.test']) await deliverTo(mailbox.smtpUrl, to)
    return await list(mailbox.url)
  })()
  expect(before.map(({ to }) => to)).toEqual([['second@x.test'], ['first@x.test']])
  await appendFile(join(dataDir, 'mailbox.jsonl'), '{"id":"cut sh')
  await using again = await startMailbox({ dataDir })
  expect(await list(again.url)).toEqual(before)
  expect(await read(again.url, `/messages/${before[0]?.id}.eml`)).toContain('Subject: <b>Hello</b>')
  await deliverTo(again.smtpUrl, 'third@x.test')
  expect(await list(again.url)).toHaveLength(3)
})

test('the file of a mailbox holds a thousand mails at most, and the latest of them stay', async () => {
  const dataDir = await createTestFolder()
  const message = (at: number) => ({
    id: `${at}`,
    receivedAt: '',
    from: '',
    to: [],
    subject: '',
    text: '',
    html: '',
    headers: [],
    source: Buffer.from('Grüße, 日本'),
  })
  const mails = openMails(dataDir)
  for (let at = 1; at <= 1_100; at += 1) mails.add(message(at))
  const lines = (await readFile(join(dataDir, 'mailbox.jsonl'), 'utf8')).trim().split('\n')
  expect(lines.length).toBeLessThanOrEqual(1_000)
  const { messages } = openMails(dataDir)
  expect(messages).toHaveLength(500)
  expect(messages[0]).toEqual(message(1_100))
  expect(messages.at(-1)?.id).toBe('601')
})
