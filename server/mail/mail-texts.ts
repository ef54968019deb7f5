import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { type Language, languages } from '#i18n/languages.ts'

const LOCALES_FOLDER = join(import.meta.dirname, '../../i18n/locales')

/** The texts of one kind of mail; optional parts may be missing. */
const Template = z.strictObject({
  subject: z.string(),
  /** The preview text beside the subject in a mailbox. */
  preheader: z.string(),
  title: z.string(),
  text: z.string(),
  /** What to do if the reader did not cause the event, in mails sent for that reason. */
  notYouFirst: z.optional(z.string()),
  button: z.optional(z.string()),
  /** How long its link works. */
  valid: z.optional(z.string()),
  /** The same as `notYouFirst`, where it is less important. */
  notYou: z.optional(z.string()),
  secondText: z.optional(z.string()),
  secondLink: z.optional(z.string()),
  /** Why this person received it. */
  why: z.string(),
  /** The text of the unsubscribe link. */
  turnOff: z.optional(z.string()),
})
export type TemplateTexts = z.infer<typeof Template>

/** Words about a store. */
const StoreWords = z.strictObject({
  heading: z.string(),
  launched: z.string(),
  notDated: z.string(),
  products: z.string(),
  more: z.string(),
})

const DigestWords = z.strictObject({
  stores: z.string(),
  leads: z.string(),
  trending: z.string(),
  busiestDay: z.string(),
  categories: z.string(),
  countries: z.string(),
  /** A figure beside the previous week's, with and without the percentage of change. */
  compared: z.string(),
  comparedWithNone: z.string(),
  topProducts: z.string(),
  inStores: z.string(),
  searches: z.string(),
  newMatches: z.string(),
})

/** Labels for the details of a contact message. */
const ContactWords = z.strictObject({
  name: z.string(),
  email: z.string(),
  topic: z.string(),
  language: z.string(),
})

const BillingWords = z.strictObject({
  plan: z.string(),
  amount: z.string(),
  invoice: z.string(),
  openUntil: z.string(),
  renewsOn: z.string(),
})

const MailTexts = z.strictObject({
  greeting: z.string(),
  greetingPlain: z.string(),
  openAddress: z.string(),
  neverAsk: z.string(),
  questions: z.string(),
  device: z.string(),
  unknownDevice: z.string(),
  time: z.string(),
  newAddress: z.string(),
  erasedAt: z.string(),
  verify: Template,
  alreadyRegistered: Template,
  reset: Template,
  passwordChanged: Template,
  newSignIn: Template,
  confirmEmailChange: Template,
  emailChangeRequested: Template,
  emailChanged: Template,
  identityLinked: Template,
  deletion: Template,
  optOut: Template,
  searchMatches: Template,
  digest: Template,
  contact: Template,
  newsletterConfirm: Template,
  newsletterAlready: Template,
  newsletter: Template,
  paymentReceived: Template,
  paymentFailed: Template,
  subscriptionCancelled: Template,
  subscriptionEnded: Template,
  renewalSoon: Template,
  billingWords: BillingWords,
  storeWords: StoreWords,
  digestWords: DigestWords,
  contactWords: ContactWords,
})
export type MailTexts = z.infer<typeof MailTexts>

export type MailTemplate = {
  [Key in keyof MailTexts]: MailTexts[Key] extends TemplateTexts ? Key : never
}[keyof MailTexts]

/** Read at startup, so that a broken file stops the start and not a user's mail. */
const texts = new Map<Language, MailTexts>(
  languages.map((language) => [language, readTexts(join(LOCALES_FOLDER, language, 'email.json'))]),
)

function readTexts(file: string): MailTexts {
  return MailTexts.parse(JSON.parse(readFileSync(file, 'utf8')))
}

export function mailTexts(language: Language): MailTexts {
  const found = texts.get(language)
  if (!found) throw new Error(`no mail texts in ${language}`)
  return found
}

/** Fills the placeholders in one pass: placeholders within a value stay as they are. */
export const fillPlaces = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/{{\s*(\w+)\s*}}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? place) : place,
  )
