import type { Language } from '#i18n/languages.ts'
import type { Config } from '#server/platform/config.ts'
import { type Letter, letterHtml, type LetterSection, letterText } from './letter.ts'
import {
  fillPlaceholders,
  type MailTemplate,
  mailTexts,
  type MailTexts,
  safeName,
  type TemplateTexts,
} from './mail-texts.ts'
import type { MailContent } from './mail.ts'

type MailSender = Pick<Config, 'PUBLIC_ORIGIN' | 'SUPPORT_EMAIL'>

type FactLabel = 'device' | 'time' | 'newAddress' | 'erasedAt'

export type MailValues = {
  /** How to address the person, as they typed it. */
  name: string
  /** Templates without a button need none. */
  link?: string
  /** The second link's target, for templates that have one. */
  secondLink?: string
  facts?: { label: FactLabel; value: string }[]
  /** Facts of this mail only, as text. */
  figures?: { label: string; value: string }[]
  quote?: string
  sections?: LetterSection[]
  /** The unsubscribe link's target, for templates that have one. */
  unsubscribeUrl?: string
  /** Further placeholder values. */
  fill?: Readonly<Record<string, string>>
  provider?: string
}

/**
 * Renders a mail from the `email` texts in this language, as HTML and as plain text. Every value is
 * shown verbatim, never interpreted as markup or as a placeholder.
 * @throws when the template needs a link that is missing
 */
export function writeMail(
  sender: MailSender,
  language: Language,
  template: MailTemplate,
  values: MailValues,
): MailContent {
  const letter = composeLetter(sender, language, template, values)
  return { subject: letter.subject, html: letterHtml(letter), text: letterText(letter) }
}

function composeLetter(
  { PUBLIC_ORIGIN, SUPPORT_EMAIL }: MailSender,
  language: Language,
  template: MailTemplate,
  {
    name,
    link,
    secondLink,
    unsubscribeUrl,
    facts = [],
    figures = [],
    quote,
    sections = [],
    provider = '',
    fill: fills = {},
  }: MailValues,
): Letter {
  const texts = mailTexts(language)
  const own: TemplateTexts = texts[template]
  const fill = (text: string) =>
    fillPlaceholders(text, { ...fills, provider, support: SUPPORT_EMAIL })
  return {
    language,
    subject: fill(own.subject),
    preheader: fill(own.preheader),
    title: fill(own.title),
    greeting: greet(texts, name),
    paragraphs: [own.text, own.notYouFirst].filter((text) => text !== undefined).map(fill),
    facts: [...facts.map(({ label, value }) => ({ label: texts[label], value })), ...figures],
    quote: quote ?? null,
    sections,
    button: own.button ? { label: own.button, href: requireLink(link, template) } : null,
    notes: [own.valid, own.notYou].filter((text) => text !== undefined).map(fill),
    second: own.secondText
      ? {
          text: fill(own.secondText),
          label: own.secondLink ?? texts.setNewPassword,
          href: requireLink(secondLink, template),
        }
      : null,
    openAddress: texts.openAddress,
    footer: [
      fill(own.why ?? texts.securityWhy),
      texts.neverAsk,
      fillPlaceholders(texts.questions, { email: SUPPORT_EMAIL }),
    ],
    unsubscribe: own.turnOff
      ? { label: own.turnOff, href: requireLink(unsubscribeUrl, template) }
      : null,
    supportEmail: SUPPORT_EMAIL,
    origin: PUBLIC_ORIGIN,
  }
}

function greet(texts: MailTexts, name: string): string {
  const shown = safeName(name)
  return shown ? fillPlaceholders(texts.greeting, { name: shown }) : texts.greetingPlain
}

function requireLink(link: string | undefined, template: MailTemplate): string {
  if (!link) throw new Error(`a link is missing for the mail ${template}`)
  return link
}
