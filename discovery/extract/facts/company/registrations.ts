import type { RegistrationKind } from '#contracts/catalog/facts.ts'
import {
  alternativesOf,
  foldText,
  matchesOf,
  overFolded,
  startIndex,
  wordsOf,
} from '#discovery/document/fold-text.ts'
import { textOf } from '#discovery/document/json.ts'
import type { ParsedPage } from '#discovery/extract/parsed-visit.ts'
import { oneLine } from '#discovery/extract/scan-elements.ts'
import { type Fact, factOf, type Registration } from '#discovery/extract/store-snapshot.ts'
import { legalLinesOf } from './legal-pages.ts'
import { check, digits, isFrench, isVat, VAT_FORMS } from './number-checks.ts'
import { COURT, LABELLED_NUMBERS } from './registration-labels.ts'

const MAX_REGISTRATIONS = 10

/**
 * Numbers under which the company is registered, from legal notices, contact pages, footers and
 * structured data.
 */
export function extractRegistrations(pages: ParsedPage[]): Fact<Registration>[] {
  const found = new Map<string, Fact<Registration>>()
  for (const page of pages) {
    for (const { kind, number, path } of [...inText(page), ...inLinkedData(page)]) {
      const key = number.replaceAll(/[^\p{L}\d]/gu, '')
      const isNew = ![...found.keys()].some((known) => known.endsWith(key) || key.endsWith(known))
      if (isNew && found.size < MAX_REGISTRATIONS)
        found.set(
          key,
          factOf(
            { kind, number },
            path.startsWith('JSON') ? 'observed' : 'detected',
            page.page,
            path,
          ),
        )
    }
  }
  return [...found.values()]
}

type Trace = Registration & { path: string }

function inText(page: ParsedPage): Trace[] {
  const legal = legalLinesOf(page) ?? []
  const footer = page.scan.textBlocks
    .filter(({ region, text }) => region === 'footer' && /\d{5}/.test(text))
    .slice(0, 200)
    .map(({ text }) => oneLine(text))
  return [
    ...withLabelAbove(legal).flatMap((text) =>
      registrationsInText(text).map((each) => ({ ...each, path: 'legal notice text' })),
    ),
    ...footer.flatMap((text) =>
      registrationsInText(text).map((each) => ({ ...each, path: 'footer text' })),
    ),
  ]
}

const HAS_NUMBER = /(?:\d[ ./-]?){5}/

/** A table has the label in one cell and the number in the next. */
const withLabelAbove = (lines: string[]): string[] =>
  lines.map((line, at) => {
    const above = lines[at - 1]
    return above === undefined || HAS_NUMBER.test(above) ? line : `${above} ${line}`
  })

const inLinkedData = ({ organizations }: ParsedPage): Trace[] =>
  organizations.flatMap((node) =>
    (['vatID', 'taxID'] as const).flatMap((field) => {
      const number = textOf(node[field], 30)
      const isNumber = number !== null && /\d{5}/.test(number.replaceAll(/[\s./-]/g, ''))
      return isNumber
        ? [
            {
              kind: field === 'vatID' ? 'vat' : 'tax',
              number,
              path: `JSON-LD Organization.${field}`,
            } as const,
          ]
        : []
    }),
  )

// A number of something else lies between the label and these digits.
const OTHERS_BETWEEN =
  /(?<!\p{L})(?:tel|telefon|telefono|phone|fax|iban|order|bestellung|commande|pedido|ordine|siparis|capital|capitale|kapital|cap|plz|konto)(?!\p{L})/u
const NO_COURT = new Set(['AG', 'KG', 'UG', 'SE', 'EK', 'EU', 'ID', 'NR', 'NO', 'DE', 'AT'])

/** `HRB 20249 KI`, but `HRB 20249` of `HRB 20249 in Kiel` and of `HRB 20249 AG Kiel`. */
function withoutWord(number: string): string {
  const [, digits = number, word = ''] = /^(HR.*\d)[ -]?(\p{L}{1,2})$/u.exec(number) ?? []
  return word !== word.toUpperCase() || NO_COURT.has(word) ? digits : number
}

const compactOf = (text: string): string => text.replaceAll(/[^\p{L}\d]/gu, '').toUpperCase()

function numbersOf({ kind, pattern, accepts }: RegistrationRule, text: string, folded: string) {
  return matchesOf(pattern, folded).flatMap((match) => {
    const [whole, number = ''] = match
    const start = match.index + whole.length - number.length
    const printed = text.slice(start, start + number.length)
    const isOther = OTHERS_BETWEEN.test(whole.slice(0, whole.length - number.length))
    return isOther || !accepts(compactOf(number))
      ? []
      : [{ kind, number: withoutWord(printed.normalize('NFKC').trim()) }]
  })
}

/** Enough digits for a number of a company; German ones may be short. */
const HAS_DIGITS = /[\d０-９](?:[ ./-]{0,2}[\d０-９]){3}|HR[ .-]?[AB]|(?<!\p{L})(?:GnR|[PV]R)[ .]/iu

export function registrationsInText(line: string): Registration[] {
  if (!HAS_DIGITS.test(line)) return []
  const text = line.replaceAll(/\s+/g, ' ')
  const folded = foldText(text)
  const count = folded.replaceAll(/\D/g, '').length
  const found: Registration[] = []
  for (const rule of rulesFor(folded)) {
    if (count < (rule.least ?? LEAST_DIGITS)) continue
    for (const registration of numbersOf(rule, text, folded)) {
      const key = compactOf(registration.number)
      const isKnown = found.some(({ number }) => {
        const known = compactOf(number)
        return known.endsWith(key) || key.endsWith(known)
      })
      if (!isKnown) found.push(registration)
    }
  }
  return found
}

/**
 * Finds numbers in folded text: group 1. `accepts` checks the compact number (letters and digits in
 * capitals), by its check digit where the country has one.
 */
type RegistrationRule = {
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

const LEAST_DIGITS = 8

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

/** Patterns of company numbers, over folded text. */
const RULES: readonly RegistrationRule[] = [
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
function rulesFor(folded: string): RegistrationRule[] {
  const found = rulesStarting(folded)
  return found.size === 0 ? [] : RULES.filter((rule) => found.has(rule))
}
