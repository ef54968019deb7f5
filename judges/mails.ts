import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { testBrief } from '#contracts/workspace/brief.ts'
import { baseLanguage, FALLBACK_LANGUAGE, languages } from '#i18n/languages.ts'
import { allMails } from '#server/create-context.ts'
import { parseConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { createLog } from '#server/platform/log.ts'
import { mailTexts } from '#server/platform/mail/mail-texts.ts'
import { type Seen, sumUp } from './findings.ts'
import type { Judge } from './judge.ts'
import { type QueuedMail, queueEveryMail } from './queue-every-mail.ts'
import { makeKeys } from './make-keys.ts'
import { signInWith } from './members.ts'
import type { Product } from './product.ts'
import { askPython, versionOfModule } from './python.ts'

/** What the product sent through its own client, as it arrived at the world's mail server. */
export const mails: Judge = {
  name: 'mails',
  tool: 'python email, dkimpy',
  version: () => versionOfModule('dkim'),
  skip: '`apt-get install -y python3-dkim`',
  async judge(start) {
    const product = await start()
    const queued = await queueMails(product)
    const received = await receive(product, queued)
    const findings = [
      ...missing(queued, received),
      ...(await askPython('mails.py', 'dkim', await readSources(product, received))),
      ...(await unsubscribeAll(received)),
    ]
    return { checked: `${received.length} mails`, findings: sumUp(findings) }
  },
}

async function queueMails(product: Product): Promise<QueuedMail[]> {
  const config = parseConfig({ DATABASE_URL: product.databaseUrl })
  const log = createLog({ LOG_LEVEL: 'warn' })
  // The database belongs to a demo, which other programs are refused.
  const database = await openDatabase(config, log, { admit: async () => undefined })
  try {
    for (const language of languages)
      await (await signInWith(product, language)).post(testBrief.path, { channel: 'mail' })
    return await queueEveryMail(database.db)
  } finally {
    await database.close()
  }
}

const Message = z.object({
  id: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
})
type Message = z.infer<typeof Message>
type Received = { where: string; isBulk: boolean; message: Message }

const BRIEF = 'brief'
const WITHIN_MS = 5 * 60_000

/** The product sends what is due each minute, at most 200 mails at once. */
async function receive({ mailbox }: Product, queued: readonly QueuedMail[]): Promise<Received[]> {
  const untilMs = Date.now() + WITHIN_MS
  for (;;) {
    const answer = await fetch(`${mailbox}/messages.json`)
    const messages = z.array(Message).parse(await answer.json())
    const received = messages.map((message) => identify(message, queued))
    if (missing(queued, received).length === 0 || Date.now() > untilMs) return received
    await sleep(2_000)
  }
}

const header = ({ headers }: Message, name: string): string =>
  headers.find((each) => each.name === name)?.value ?? ''

function identify(message: Message, queued: readonly QueuedMail[]): Received {
  const id = header(message, 'message-id').slice(1, -1).split('@')[0]
  const isNews = header(message, 'list-unsubscribe') !== ''
  const kind = queued.find((mail) => mail.id === id)?.kind ?? (isNews ? BRIEF : 'other')
  const isBulk = allMails.some((mail) => mail.kind === kind && mail.isBulk)
  return { where: `${kind} in ${header(message, 'content-language')}`, isBulk, message }
}

/** Each kind in each language has to arrive. */
function missing(queued: readonly QueuedMail[], received: readonly Received[]): Seen[] {
  const there = Map.groupBy(received, ({ where }) => where)
  return allMails.flatMap(({ kind }) =>
    languages.flatMap((language) => {
      const where = `${kind} in ${language}`
      const wanted = queued.filter((mail) => mail.kind === kind && mail.language === language)
      const lacks = (there.get(where)?.length ?? 0) < Math.max(1, wanted.length)
      return lacks ? [{ what: 'a mail did not arrive', where }] : []
    }),
  )
}

async function readSources({ mailbox }: Product, received: readonly Received[]): Promise<object[]> {
  const keys = makeKeys()
  const mails = []
  for (const { where, isBulk, message } of received) {
    const answer = await fetch(`${mailbox}/messages/${message.id}.eml`)
    const source = Buffer.from(await answer.arrayBuffer()).toString('base64')
    const { from, to } = message
    mails.push({ where, isBulk, source, from, to, onlyHtml: onlyHtml(message), ...keys })
  }
  return mails
}

/** A text shows each address once: below its item, without a word, and beside its button. */
function onlyHtml(message: Message): string[] {
  const language = baseLanguage(header(message, 'content-language')) ?? FALLBACK_LANGUAGE
  const { openAddress, briefWords } = mailTexts(language)
  return [openAddress, briefWords.open, briefWords.evidence, briefWords.seeStores]
}

/** As a mail program does when its person presses the button: RFC 8058, 3.2. */
async function unsubscribeAll(received: readonly Received[]): Promise<Seen[]> {
  const seen: Seen[] = []
  for (const { where, message } of received) {
    const address = header(message, 'list-unsubscribe').slice(1, -1)
    if (!address) continue
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    for (const body of [form, new URLSearchParams('List-Unsubscribe=One-Click')]) {
      const { status } = await fetch(address, { method: 'POST', body, redirect: 'manual' })
      if (status !== 200) seen.push({ what: `one click to unsubscribe answers ${status}`, where })
    }
  }
  return seen
}
