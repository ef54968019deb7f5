/** Patterns of company numbers, over folded text. */
import type { RegistrationKind } from '#contracts/catalog/facts.ts'
import { alternativesOf, overFolded, startIndex, wordsOf } from '#discovery/document/fold-text.ts'
import { check, digits, isFrench, isVat, VAT_FORMS } from './number-checks.ts'
import { COURT, LABELLED_NUMBERS } from './registration-labels.ts'

/**
 * Finds numbers in folded text: group 1. `accepts` checks the compact number (letters and digits in
 * capitals), by its check digit where the country has one.
 */
export type RegistrationRule = {
  kind: RegistrationKind
  pattern: RegExp
  /** Its labels or their beginnings, without which a text need not be searched. */
  starts: readonly string[]
  /** The fewest digits of such a number, if fewer than eight. */
  least?: number
  accepts: (compact: string) => boolean
}

const BEGIN = String.raw`(?<![\p{L}\d])`
// A longer number is another number; tax offices append their abbreviation.
const END = String.raw`(?!(?!mva|mwst|tva|iva)[\p{L}\d]|[ .\/-]?\d)`
/** Enough for the name of an office or a town; only for numbers with a check digit. */
const FAR = String.raw`[^\d]{0,60}?`

/** After nothing, or glued to a label. */
const VAT_BEGIN = String.raw`(?<=^|[^\p{L}\d]|nr|id|vat|tva|iva|cif|nif|btw|uid|moms|ust)`
const vatPattern = overFolded(
  `${VAT_BEGIN}(${Object.entries(VAT_FORMS)
    .map(([prefix, { form }]) => String.raw`${prefix.toLowerCase()}[ .:-]{0,2}(?:${form})`)
    .join('|')})${END}`,
  'g',
)

export const LEAST_DIGITS = 8

/** Letters of countries, and labels to which they may be glued. */
const VAT_STARTS = [
  ...Object.keys(VAT_FORMS).map((prefix) => prefix.toLowerCase()),
  ...'nr id va tv iv ci ni bt ui mo us um pa'.split(' '),
]

/** The rules of the table, each with its labels alone. */
export const LABELLED = LABELLED_NUMBERS.map(({ kind, labels, form, gap, accepts, least }) => ({
  kind,
  labels,
  starts: wordsOf(labels),
  least: least ?? LEAST_DIGITS,
  label: overFolded(`^(?:${alternativesOf(labels)})$`),
  // The label may be glued to the number, but is no part of a longer word.
  pattern: overFolded(
    String.raw`${BEGIN}(?:${alternativesOf(labels)})(?:(?!\p{L})${gap ?? FAR}(?<!\p{L})|)(${form})${END}`,
    'g',
  ),
  accepts: accepts ?? (() => true),
}))

export const RULES: readonly RegistrationRule[] = [
  { kind: 'vat', pattern: vatPattern, accepts: isVat, starts: VAT_STARTS, least: 6 },
  // Swiss companies have one number; tax offices append MWST, TVA or IVA.
  {
    kind: 'vat',
    pattern: overFolded(String.raw`${BEGIN}(che[ .:-]{0,2}${digits(9)})${END}`, 'g'),
    accepts: check('CH', 'uid'),
    starts: ['che'],
  },
  {
    kind: 'register',
    starts: ['hr', 'gnr'],
    pattern: overFolded(
      String.raw`${BEGIN}((?:hr[ .-]?[ab]|gnr)[ .:-]{0,3}(?:(?:nr|nummer)[ .:]{0,3})?(?:\d{1,3}[ .]\d{3}|\d{2,6})${COURT})${END}`,
      'g',
    ),
    accepts: () => true,
    least: 2,
  },
  {
    kind: 'register',
    starts: ['pr', 'vr'],
    pattern: overFolded(
      String.raw`${BEGIN}((?:pr|vr)[ .:]{1,3}(?:(?:nr|nummer)[ .:]{0,3})?\d{2,6})(?=[\s,(]{1,3}(?:beim\s)?(?:amtsgericht|registergericht|ag\s))`,
      'g',
    ),
    accepts: () => true,
    least: 2,
  },
  ...LABELLED,
  // "418 307 294 RCS Paris"
  {
    kind: 'register',
    starts: ['rcs', 'rm'],
    pattern: overFolded(
      String.raw`(?<![\d\p{L}][ .]?)(${digits(9)})(?=[\s,(]{1,3}(?:r\.?c\.?s|r\.?m)(?!\p{L}))`,
      'g',
    ),
    accepts: isFrench,
  },
]

const rulesStarting = startIndex(
  RULES.flatMap((rule) => rule.starts.map((start) => [start, rule] as const)),
)

/** The rules whose labels may begin in a folded text, in their order. */
export function rulesFor(folded: string): RegistrationRule[] {
  const found = rulesStarting(folded)
  return found.size === 0 ? [] : RULES.filter((rule) => found.has(rule))
}
