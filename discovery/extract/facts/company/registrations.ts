import { foldText, matchesOf } from '#discovery/document/fold-text.ts'
import { textOf } from '#discovery/document/json.ts'
import { organizationsOf } from '#discovery/extract/linked-data.ts'
import type { ParsedPage } from '#discovery/extract/parsed-visit.ts'
import { INLINE_BREAK } from '#discovery/extract/scan-elements.ts'
import { type Fact, factOf, type Registration } from '#discovery/extract/store-snapshot.ts'
import { legalLinesOf } from './legal-pages.ts'
import { LEAST_DIGITS, type RegistrationRule, rulesFor } from './registration-rules.ts'

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
    .map(({ text }) => text.slice(0, 400).replaceAll(INLINE_BREAK, ' ').replaceAll(/\s+/g, ' '))
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

const inLinkedData = (page: ParsedPage): Trace[] =>
  organizationsOf(page.linkedData).flatMap((node) =>
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
