import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { type Language, languages } from '#i18n/languages.ts'
import {
  fillPlaceholders,
  formatMoment,
  type MailTemplate,
  mailTexts,
  type TemplateTexts,
} from './mail-texts.ts'
import { type MailValues, writeMail } from './write-mail.ts'

const sender = {
  PUBLIC_ORIGIN: 'https://storedawn.example',
  SUPPORT_EMAIL: 'help@storedawn.example',
}
const link = 'https://storedawn.example/reset-password?token=sdm_x&lang=de'
const secondLink = 'https://storedawn.example/forgot-password'
const unsubscribeUrl = 'https://storedawn.example/unsubscribe?token=x'
const fill = {
  search: 'Lamps',
  count: '12',
  names: 'Lamp & Co',
  total: '40',
  from: 'Monday',
  to: 'Sunday',
  topic: 'Lamps',
  sender: 'Ada',
  plan: 'Plus',
  amount: '79 €',
  day: 'Friday',
  domain: 'lamp.example',
  label: 'CRM',
  summary: '3 steps due',
  first: 'Lamp & Co: Send the offer',
  since: 'Sunday, 07:00',
}
const values: MailValues = {
  name: 'Ada',
  unsubscribeUrl,
  fill,
  link,
  secondLink,
  provider: 'Google',
  facts: [{ label: 'device', value: 'Firefox, Windows' }],
}
const templates = Object.entries(mailTexts('en')).flatMap(([key, texts]) =>
  typeof texts === 'string' || !('subject' in texts) ? [] : [key as MailTemplate],
)
const everyMail = languages.flatMap((language) =>
  templates.map((template) => [language, template] as const),
)

type Reading = { tags: { name: string; attributes: Record<string, string> }[]; text: string }

function readHtml(html: string): Reading {
  const reading: Reading = { tags: [], text: '' }
  const parser = new Parser({
    onopentag: (name, attributes) => reading.tags.push({ name, attributes }),
    ontext: (text) => {
      if (reading.tags.at(-1)?.name !== 'style') reading.text += text
    },
  })
  parser.end(html)
  return reading
}

const linksOf = ({ tags }: Reading) =>
  new Set(tags.flatMap(({ name, attributes }) => (name === 'a' ? [attributes['href'] ?? ''] : [])))

const write = (language: Language, template: MailTemplate, changes: Partial<MailValues> = {}) =>
  writeMail(sender, language, template, { ...values, ...changes })

test.each(everyMail)(
  '%s %s has the same content in both parts and loads nothing remote',
  { tags: ['check-38'] },
  (language, template) => {
    const { subject, html, text } = write(language, template)
    const reading = readHtml(html)
    const texts = mailTexts(language)
    const own: TemplateTexts = texts[template]
    const filled = (line: string) =>
      fillPlaceholders(line, { ...fill, provider: 'Google', support: sender.SUPPORT_EMAIL })
    const { preheader: _, subject: __, ...lines } = own
    const label = own.secondText && (own.secondLink ?? texts.setNewPassword)
    const shared = [label, own.why ?? texts.securityWhy]
    for (const line of [...Object.values(lines), ...shared].filter((each) => each !== undefined)) {
      expect(reading.text).toContain(filled(line))
      expect(text).toContain(filled(line))
    }
    for (const part of [reading.text, text, subject])
      expect(part).not.toMatch(/[{}]|undefined|null/)
    for (const fact of ['Ada', 'Firefox, Windows'])
      for (const part of [reading.text, text]) expect(part).toContain(fact)
    expect(reading.tags[0]).toEqual({ name: 'html', attributes: { lang: language } })
    const active = ['script', 'img', 'link', 'iframe', 'form', 'video', 'object', 'base']
    expect(reading.tags.filter(({ name }) => active.includes(name))).toEqual([])
    expect(html).not.toMatch(/url\(|@import|\son\w+=/i)
    const expected = [
      own.button ? link : null,
      own.secondText ? secondLink : null,
      own.turnOff ? unsubscribeUrl : null,
    ].filter((href) => href !== null)
    expect([...linksOf(reading)].toSorted()).toEqual(
      [...expected, sender.PUBLIC_ORIGIN, `mailto:${sender.SUPPORT_EMAIL}`].toSorted(),
    )
    for (const href of expected) expect(text.split('\n')).toContain(href)
  },
)

test.each(['<img src=x onerror=alert(1)>', '{{7*7}}', '{{ support }}', '"><b>', '&lt;b&gt;'])(
  'the name %s appears exactly as typed',
  { tags: ['check-38'] },
  (name) => {
    const { html, text } = write('en', 'reset', { name })
    const [plain, hostile] = [readHtml(write('en', 'reset').html), readHtml(html)]
    expect(hostile.tags).toEqual(plain.tags)
    expect(hostile.text).toContain(`Hello ${name},`)
    expect(text).toContain(`Hello ${name},`)
  },
)

test('facts appear exactly as given, too', { tags: ['check-38'] }, () => {
  const value = '<a href="https://evil.example">x</a>{{provider}}@x.example'
  const { html, text } = write('en', 'emailChanged', { facts: [{ label: 'newAddress', value }] })
  expect(readHtml(html).text).toContain(value)
  expect(linksOf(readHtml(html))).not.toContain('https://evil.example')
  expect(text).toContain(`New address: ${value}`)
})

test('lists show text from strangers under their headings exactly as written', () => {
  const item = {
    title: '<b>Lamp</b>{{count}}',
    href: 'https://storedawn.example/store/1',
    detail: 'a & b',
  }
  const sections = [{ title: 'Stores', items: [item], more: 'And 3 more' }]
  const { html, text } = write('en', 'searchMatches', { sections })
  for (const line of ['Stores', item.title, item.detail, 'And 3 more'])
    for (const part of [readHtml(html).text, text]) expect(part).toContain(line)
  expect(linksOf(readHtml(html))).toContain(item.href)
  expect(text.split('\n')).toContain(`  ${item.href}`)
})

test('a name that looks like an address is omitted', () => {
  const { html, text } = write('de', 'verify', { name: 'evil.example/x' })
  for (const part of [html, text]) {
    expect(part).not.toContain('evil')
    expect(part).toContain('Guten Tag,')
  }
})

test('a mail that lacks its required link throws', () => {
  expect(() => writeMail(sender, 'en', 'reset', { name: '' })).toThrow(/link is missing/)
})

test.each([
  ['en', 'November 22, 2026 at 12:32 AM UTC'],
  ['de', '22. November 2026 um 00:32 UTC'],
  ['pt', '22 de novembro de 2026 às 00:32 UTC'],
] as const)('a moment in %s is %s', (language, text) => {
  expect(formatMoment(language, new Date('2026-11-22T00:32:00Z')).replaceAll(/\s/g, ' ')).toBe(text)
})
