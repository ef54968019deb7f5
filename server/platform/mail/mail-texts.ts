import * as z from 'zod'
import { Category, LaunchConfidence } from '#contracts/catalog/facts.ts'
import { type Language, languageInfo } from '#i18n/languages.ts'
import de from '#i18n/locales/de/email.json' with { type: 'json' }
import en from '#i18n/locales/en/email.json' with { type: 'json' }
import es from '#i18n/locales/es/email.json' with { type: 'json' }
import fr from '#i18n/locales/fr/email.json' with { type: 'json' }
import pt from '#i18n/locales/pt/email.json' with { type: 'json' }
import tr from '#i18n/locales/tr/email.json' with { type: 'json' }
import { readEveryLocale, readLocale } from '#i18n/read-locale.ts'

/** Optional parts may be missing. */
export type TemplateTexts = {
  subject: string
  /** The preview text beside the subject in a mailbox. */
  preheader: string
  title: string
  text: string
  /** What to do if the reader did not cause the event, in mails sent for that reason. */
  notYouFirst?: string
  button?: string
  valid?: string
  /** The same as `notYouFirst`, where it is less important. */
  notYou?: string
  /** Stands before the second link, which is about a new password unless named. */
  secondText?: string
  secondLink?: string
  /** Why this person received it, unless it concerns the account's security. */
  why?: string
  turnOff?: string
}

export type MailTexts = typeof en

export type MailTemplate = {
  [Key in keyof MailTexts]: MailTexts[Key] extends TemplateTexts ? Key : never
}[keyof MailTexts]

/** Imported, so that a broken file stops the start and not a user's mail. */
const texts: Record<Language, MailTexts> = { en, tr, es, fr, de, pt }

export const mailTexts = (language: Language): MailTexts => texts[language]

/** Fills the placeholders in one pass: placeholders within a value stay as they are. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/{{\s*(\w+)\s*}}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? placeholder) : placeholder,
  )

const Common = z.object({ confidence: z.record(z.enum(LaunchConfidence.options), z.string()) })
const StoreDetails = z.object({ category: z.record(z.enum(Category.options), z.string()) })

/** Shared with the screens. */
type SharedWords = z.infer<typeof Common> & z.infer<typeof StoreDetails>

export const sharedWords = readEveryLocale((language): SharedWords => ({
  ...Common.parse(readLocale(language, 'common')),
  ...StoreDetails.parse(readLocale(language, 'store-details')),
}))

/** Figures, days and places as a language writes them. Days are UTC. */
export function mailFormats(language: Language) {
  const { locale } = languageInfo[language]
  const atStart = (day: string) => new Date(`${day}T00:00:00Z`)
  const dayFormat = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  return {
    number: (value: number) => new Intl.NumberFormat(locale).format(value),
    /** 0.12 → +12%. */
    change: (share: number) =>
      new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'exceptZero' }).format(share),
    day: (day: string) => dayFormat({ dateStyle: 'medium' }).format(atStart(day)),
    /** Without its year. */
    shortDay: (day: string) => dayFormat({ day: 'numeric', month: 'long' }).format(atStart(day)),
    weekday: (day: string) =>
      dayFormat({ weekday: 'long', day: 'numeric', month: 'long' }).format(atStart(day)),
    country: (code: string) => {
      try {
        return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
      } catch {
        return code // not a country: shops may publish anything
      }
    },
  }
}

/**
 * Day and time as the language writes them. The reader's time zone is unknown here, so the text
 * names the zone.
 */
export const formatMoment = (language: Language, moment: Date): string =>
  `${new Intl.DateTimeFormat(languageInfo[language].locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(moment)} UTC`

const MAX_LINE_LENGTH = 90
const INVISIBLE_OR_SPACE = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\s]+/gu

/** Foreign text, e.g. a shop's name, made safe for one line of a mail. */
export function oneLine(text: string): string {
  const characters = [...text.replaceAll(INVISIBLE_OR_SPACE, ' ').trim()]
  return characters.length > MAX_LINE_LENGTH
    ? `${characters.slice(0, MAX_LINE_LENGTH - 1).join('')}…`
    : characters.join('')
}

/** Longer ones are sentences. */
const MAX_NAME_LENGTH = 40
const MAX_NAME_WORDS = 4

/**
 * Mail programs turn such texts into links, with or without markup. The dots are those that address
 * bars accept as one.
 */
const LOOKS_LIKE_AN_ADDRESS = /[@/\\]|:\S|www|[\p{L}\p{N}][.。．｡․][\p{L}\p{N}]/iu
/** They turn these into telephone links. */
const LOOKS_LIKE_A_NUMBER = /\p{N}.*\p{N}.*\p{N}.*\p{N}.*\p{N}/u
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u

/**
 * A name that is safe for our mail: people may type a name to target another person's mailbox.
 * Empty if it could be read as an address, a number or a message; the mail then has no name in its
 * greeting.
 */
export function safeName(name: string): string {
  const shown = name.normalize('NFKC').trim().replaceAll(/ +/g, ' ')
  if ([...shown].length > MAX_NAME_LENGTH || shown.split(' ').length > MAX_NAME_WORDS) return ''
  if (INVISIBLE.test(shown) || LOOKS_LIKE_AN_ADDRESS.test(shown) || LOOKS_LIKE_A_NUMBER.test(shown))
    return ''
  return shown
}
