import type { Language } from '#i18n/languages.ts'

export type LetterLink = { label: string; href: string }

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
  button: LetterLink | null
  /** After it. */
  notes: string[]
  second: (LetterLink & { text: string }) | null
  /** Above the button's address in full. */
  openAddress: string
  footer: string[]
  /** Made a link wherever it stands. */
  supportEmail: string
  origin: string
}
