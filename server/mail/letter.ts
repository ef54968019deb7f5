import type { Language } from '#i18n/languages.ts'

export type LetterLink = { label: string; href: string }

export type LetterItem = {
  title: string
  /** The target of the title's link. */
  href?: string
  detail: string
}

/** A list under its own heading. */
export type LetterSection = {
  title: string
  items: LetterItem[]
  /** A line about the items that are not listed. */
  more?: string
}

/** A mail before formatting: plain texts in reading order, nothing escaped. */
export type Letter = {
  language: Language
  subject: string
  preheader: string
  title: string
  greeting: string
  /** Before the button. */
  paragraphs: string[]
  facts: { label: string; value: string }[]
  /** Text by another person, verbatim; below the facts. */
  quote: string | null
  sections: LetterSection[]
  button: LetterLink | null
  /** After the button. */
  notes: string[]
  second: (LetterLink & { text: string }) | null
  /** The line above the button's full address. */
  openAddress: string
  footer: string[]
  /** The link that unsubscribes. */
  turnOff: LetterLink | null
  /** Every occurrence becomes a link. */
  supportEmail: string
  origin: string
}
