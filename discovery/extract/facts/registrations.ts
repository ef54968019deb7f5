import type { RegistrationKind } from '#contracts/stores/facts.ts'
import { textOf } from '#discovery/document/json.ts'
import { organizationsOf } from '#discovery/extract/linked-data.ts'
import type { ParsedPage } from '#discovery/extract/parsed-visit.ts'
import { INLINE_BREAK } from '#discovery/extract/scan-elements.ts'
import { type Fact, factOf, type Registration } from '#discovery/extract/store-snapshot.ts'
import { legalLinesOf } from './company.ts'

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
  // A table has the label in one cell and the number in the next.
  const windows = legal.map(
    (line, at) => `${line} ${/\d{5}/.test(line) ? '' : (legal[at + 1] ?? '')}`,
  )
  return [
    ...windows.flatMap((text) =>
      registrationsInText(text).map((each) => ({ ...each, path: 'legal notice text' })),
    ),
    ...footer.flatMap((text) =>
      registrationsInText(text).map((each) => ({ ...each, path: 'footer text' })),
    ),
  ]
}

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

const END = String.raw`(?![\p{L}\d])`
const rule = (label: string, number: string): RegExp =>
  new RegExp(String.raw`(?<!\p{L})(?:${label})[\s:：.#°ºn-]{0,6}(${number})${END}`, 'iu')

const VAT_PREFIX =
  '(?:AT|BE|BG|CH|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|NO|PL|PT|RO|SE|SI|SK|XI)'

/**
 * Each label with the form of its number. Numbers that identify a private person (CPF, Spanish DNI)
 * are left out.
 */
const RULES: [RegistrationKind, RegExp][] = [
  [
    'vat',
    rule(
      String.raw`ust\.?-?\s?id(?:ent)?\.?-?\s?(?:nr|nummer)?|umsatzsteuer-?\s?id(?:entifikations)?-?(?:nummer|nr)|vat(?:\s(?:id|reg(?:istration)?))?(?:\s(?:number|no))?|(?:n°\s(?:de\s)?)?tva(?:\sintracommunautaire)?|partita\siva|p\.?\s?iva|btw(?:[-\s]?(?:nummer|nr|id))?`,
      String.raw`${VAT_PREFIX}[A-Z\d]{0,2}\s?\d[\d .]{5,13}\d(?:B\d\d)?|\d{11}|\d{3}\s\d{4}\s\d{2}`,
    ),
  ],
  ['vat', /(?<![\p{L}\d])(DE\s?\d{3}\s?\d{3}\s?\d{3})(?![\p{L}\d]|\s\d)/u],
  ['tax', rule(String.raw`steuer-?(?:nummer|nr)`, String.raw`\d{2,3}[\s/]\d{3,4}[\s/]\d{4,5}`)],
  ['tax', rule('CIF|NIF', String.raw`[ABCDEFGHJNPQRSUVW]-?\d{7}[\dA-J]`)],
  ['tax', rule(String.raw`codice\sfiscale`, String.raw`\d{11}`)],
  ['tax', rule(String.raw`vergi\s(?:kimlik\s)?(?:no|numarası)`, String.raw`\d{10}`)],
  ['tax', rule('登録番号', String.raw`T\d{13}`)],
  ['register', /(?<![\p{L}\d])(HR[AB]\s?(?:Nr\.?\s?)?\d{2,6}(?:\s[A-Z])?)(?![\p{L}\d])/u],
  ['register', rule('SIRET', String.raw`\d{3}\s?\d{3}\s?\d{3}\s?\d{5}`)],
  [
    'register',
    rule(String.raw`SIREN|RCS\s\p{Lu}[\p{L}-]{2,30}`, String.raw`\d{3}\s?\d{3}\s?\d{3}`),
  ],
  ['register', rule(String.raw`kvk(?:[-\s]?(?:nummer|nr))?`, String.raw`\d{8}`)],
  [
    'register',
    rule(String.raw`company\s(?:registration\s)?(?:number|no)`, String.raw`[A-Z]{0,2}\d{6,8}`),
  ],
  ['register', rule('CNPJ', String.raw`\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2}`)],
  ['register', rule(String.raw`mersis(?:\s(?:no|numarası))?`, String.raw`\d{16}`)],
  ['register', rule('ЕИК|БУЛСТАТ', String.raw`\d{9}(?:\d{4})?`)],
  ['register', rule('ABN', String.raw`\d{2}\s?\d{3}\s?\d{3}\s?\d{3}`)],
  ['register', rule('法人番号', String.raw`\d{13}`)],
]

export function registrationsInText(text: string): Registration[] {
  const found = RULES.flatMap(([kind, pattern]) => {
    const number = pattern.exec(text)?.[1]?.replaceAll(/\s+/g, ' ').trim()
    return number ? [{ kind, number }] : []
  })
  return found.filter(
    ({ number }, at) => found.findIndex((other) => other.number === number) === at,
  )
}
