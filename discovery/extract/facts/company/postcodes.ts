/** Forms of postcodes by country, and lines of addresses. Tables of data. */
import { foldText, overFolded } from '#discovery/document/fold-text.ts'
import { foldedLine } from './legal-pages.ts'

const FOUR = String.raw`\d{4}`
const FIVE = String.raw`\d{5}`

const FORMS: Record<string, string> = {
  AT: FOUR,
  AU: String.raw`(?:NSW|VIC|QLD|SA|WA|TAS|ACT|NT),? \d{4}`,
  BE: FOUR,
  BG: FOUR,
  BR: String.raw`\d{5}-\d{3}`,
  CA: String.raw`[A-Z]\d[A-Z] ?\d[A-Z]\d`,
  CH: FOUR,
  CY: FOUR,
  CZ: String.raw`\d{3} ?\d{2}`,
  DE: FIVE,
  DK: FOUR,
  EE: FIVE,
  ES: FIVE,
  FI: FIVE,
  FR: FIVE,
  GB: String.raw`[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}`,
  GR: String.raw`\d{3} ?\d{2}`,
  HR: FIVE,
  HU: FOUR,
  IE: String.raw`[A-Z]\d[\dW] ?[A-Z\d]{4}`,
  IN: String.raw`\d{3} ?\d{3}`,
  IT: FIVE,
  JP: String.raw`〒? ?\d{3}[-－‐]\d{4}`,
  KR: FIVE,
  LI: FOUR,
  LT: FIVE,
  LU: FOUR,
  LV: FOUR,
  MX: FIVE,
  NL: String.raw`\d{4} ?[A-Z]{2}`,
  NO: FOUR,
  NZ: FOUR,
  PL: String.raw`\d{2}-\d{3}`,
  PT: String.raw`\d{4}-\d{3}`,
  RO: String.raw`\d{6}`,
  SE: String.raw`\d{3} ?\d{2}`,
  SG: String.raw`\d{6}`,
  SI: FOUR,
  SK: String.raw`\d{3} ?\d{2}`,
  TR: FIVE,
  US: String.raw`[A-Z]{2},? \d{5}(?:-\d{4})?`,
}
/** Where the code may also stand behind the town. */
const BEHIND = new Set('AU BG BR CA ES GB GR IE IN KR LV NZ RO SG TR US'.split(' '))

// A town, perhaps with its district or region. No further digits.
const TOWN = String.raw`\p{Lu}[\p{L}\p{M}'’.()\/ -]{1,50}`
const TOWN_IN_JAPANESE = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][^:：]{1,60}`
// "D-24103"; a country whose code is written in letters has none.
const PREFIX = String.raw`(?:(?:A|B|BE|BG|CH|CZ|D|DE|DK|E|EE|ES|F|FI|FIN|FL|FR|GR|H|HR|HU|I|IT|L|LT|LU|LV|N|NL|NO|P|PL|PT|RO|S|SE|SI|SK|TR)(?:-| - | )(?=\d))?`

/** `code` = the digits and letters alone, a quick test before the others. */
type Patterns = { code: RegExp; line: RegExp; alone: RegExp }

function patternsOf([country, code]: [string, string]): [string, Patterns] {
  const town = country === 'JP' ? TOWN_IN_JAPANESE : TOWN
  const before = String.raw`(?:.{2,90}[,;·|] ?)?(?:гр\. )?${PREFIX}(?:${code})(?: ?[,–-] ?| )${town}(?: \d{1,2})?(?:,.{0,60})?`
  const behind = String.raw`(?:.{2,90}[,;·|] ?)?(?:гр\. ?)?${TOWN}(?: \d{1,2})?(?:, \p{Lu}[\p{L} ]{2,30})?(?:, ?| [–-] ?| )(?:${code})(?:[, ].{0,60})?`
  return [
    country,
    {
      code: new RegExp(String.raw`(?<!\d)(?:${code})(?!\d)`),
      line: new RegExp(BEHIND.has(country) ? `^(?:${before}|${behind})$` : `^(?:${before})$`, 'u'),
      alone: new RegExp(String.raw`(?:^|, ?)${PREFIX}(?:${code})$`, 'u'),
    },
  ]
}

const PATTERNS = new Map(Object.entries(FORMS).map(patternsOf))

/** Codes of this form are too common among other numbers to be read without the country. */
const ONLY_AT_HOME = new Set(['JP', 'IN', 'RO', 'SG', 'KR'])

const LANGUAGES = 'en de fr es pt tr it nl pl sv da nb fi ja bg cs ro el hu'.split(' ')
const SPOKEN: Record<string, string> = {
  uk: 'GB',
  'united kingdom': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  'great britain': 'GB',
  usa: 'US',
  'u.s.a.': 'US',
  holland: 'NL',
  'the netherlands': 'NL',
  cesko: 'CZ',
  'ceska republika': 'CZ',
  brd: 'DE',
}

let names: Map<string, string> | null = null

function countryNames(): Map<string, string> {
  names ??= new Map([
    ...Object.entries(SPOKEN),
    ...LANGUAGES.flatMap((language) => {
      const display = new Intl.DisplayNames([language], { type: 'region' })
      return Object.keys(FORMS).map((code): [string, string] => [
        foldText(display.of(code) ?? code),
        code,
      ])
    }),
  ])
  return names
}

/** ISO code of the country that a text names, e.g. `Deutschland`. */
export const countryNamed = (text: string): string | null =>
  countryNames().get(foldText(text).replace(/(?<![.\s])[.\s]+$/, '')) ?? null

/** The country that the parts of an address name. */
export function countryIn(parts: string[]): string | null {
  for (const part of parts.flatMap((each) => each.split(/,| [–-] |\(|\)/)).toReversed()) {
    const country = countryNamed(part.trim())
    if (country) return country
  }
  return null
}

/** Many countries share a form. */
const ANYWHERE = [
  ...new Map(
    [...PATTERNS].flatMap(([code, each]) =>
      ONLY_AT_HOME.has(code) ? [] : [[each.line.source, each] as const],
    ),
  ).values(),
]

/** The postcodes an address may have: those of its own country, else of the shop's, else any. */
function candidates(line: string, country: string | null): Patterns[] {
  const home = JAPANESE.test(line) ? 'JP' : country
  const own = home === null ? undefined : PATTERNS.get(home)
  return own ? [own] : ANYWHERE
}

const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}〒]/u
const CODES = new Set(Object.values(FORMS))
const MAY_BE_CODE = new RegExp(String.raw`(?<!\d)(?:${[...CODES].join('|')})(?!\d)`)
const MAX_LINE_CHARS = 220

export const mayBePostcode = (line: string): boolean =>
  line.length <= MAX_LINE_CHARS && MAY_BE_CODE.test(line)

/** Whether a line has postcode and town. */
export const hasPostcode = (line: string, country: string | null): boolean =>
  mayBePostcode(line) &&
  candidates(line, country).some(({ code, line: whole }) => code.test(line) && whole.test(line))

/** Whether a line ends in a postcode whose town comes on the next line. */
export const endsInPostcode = (line: string, country: string | null): boolean =>
  mayBePostcode(line) &&
  candidates(line, country).some(({ code, alone }) => code.test(line) && alone.test(line))

/** Words of lines that are no part of an address: contacts, registers, taxes, banks, hours. */
const OTHER_LINE = overFolded(
  String.raw`@|\+\d|(?<!\p{L})(?:tel|telefon\p{L}*|telefono|telefoon|telephone|phone|mobil\p{L}*|puh|tlf|fon|fax|faks|e-?mail|mail|www|https?|ust|mwst|vat|tva|iva|btw|nip|regon|krs|mersis|vergi|vkn|siret|siren|rcs|nif|cif|nipc|p\.? ?iva|kvk|cvr|cnpj|abn|acn|hr ?[ab]|hr[ab]\d+|handelsregister\p{L}*|registernummer|amtsgericht|registergericht|firmenbuch\p{L}*|fn|org\.? ?(?:nr|nummer)|orgnr|organisationsnummer|organisasjonsnummer|organisation number|y-?tunnus|еик|булстат|法人番号|登録番号|reg\.? ?(?:no|nr)|company (?:no|number)|registration|registered (?:no|number)|iban|bic|swift|blz|bankleitzahl|sparkasse|konto\p{L}*|kto|account|sort ?code|routing|bankgiro|plusgiro|bestell\p{L}*|order|sku|art\.? ?nr|copyright|since|seit|depuis|desde|opening|hours|mo-fr|uhr|capital|kapital|stammkapital)(?!\p{L})|電話|тел|факс`,
)

export const isOtherLine = (line: string): boolean => OTHER_LINE.test(foldedLine(line))

const HOURS = /\d{1,2}[:.]\d{2}\s?[-–]\s?\d{1,2}[:.]\d{2}|^\d{1,2}[./]\d{1,2}[./]\d{2,4}/

/** A street with its number, or a street whose houses have none. */
export const isStreet = (line: string): boolean =>
  line.length <= 80 &&
  /\p{L}{2}/u.test(line) &&
  (/\d/.test(line) || /\bs\/n\b/i.test(line)) &&
  !HOURS.test(line) &&
  !isOtherLine(line)
