import type { Language } from '#i18n/languages.ts'

export type LetterLink = { label: string; href: string }

export type LetterItem = {
  title: string
  /** Where the title leads. */
  href?: string
  detail: string
}

/** A list under its own heading. */
export type LetterSection = {
  title: string
  items: LetterItem[]
  /** What is said of those that are not listed. */
  more?: string
}

/** A mail before it has a form: plain words in the order in which they are read, nothing escaped. */
export type Letter = {
  language: Language
  subject: string
  preheader: string
  title: string
  greeting: string
  /** Before the button. */
  paragraphs: string[]
  facts: { label: string; value: string }[]
  /** What somebody else wrote, as they wrote it; below the facts. */
  quote: string | null
  sections: LetterSection[]
  button: LetterLink | null
  /** After it. */
  notes: string[]
  second: (LetterLink & { text: string }) | null
  /** Above the button's address in full. */
  openAddress: string
  footer: string[]
  /** How to be sent no more of these. */
  turnOff: LetterLink | null
  /** Made a link wherever it stands. */
  supportEmail: string
  origin: string
}
