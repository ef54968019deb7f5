import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/max'
import { listOf, recordOf, textOf } from '#discovery/document/json.ts'
import { organizationsOf } from '#discovery/extract/linked-data.ts'
import type { ParsedPage } from '#discovery/extract/parsed-visit.ts'
import { type HtmlScan, INLINE_BREAK, type Region } from '#discovery/extract/scan-elements.ts'
import { type Fact, factOf, type Phone } from '#discovery/extract/store-snapshot.ts'

const MAX_PHONES = 10

type Candidate = { text: string; isNorthAmerican: boolean; isLink: boolean; path: string }

// Digits in keypad order: `123 456 7890`, `+1 234 567 8900`.
const FICTIONAL = /^\+\d{0,2}(?:1234567890?|2345678900?|0123456789)$/

/**
 * Telephone numbers that the pages publish. `country` = the shop's country, for numbers in national
 * format. A number that fits no numbering plan is kept only if it comes from a telephone link; its
 * `e164` is then null.
 */
export function extractPhones(pages: ParsedPage[], country: CountryCode | null): Fact<Phone>[] {
  const found = new Map<string, Fact<Phone>>()
  for (const page of pages) {
    for (const candidate of candidatesOf(page)) {
      const checked = numberOf(candidate, country)
      if (!checked && !(country === null && isUncheckedLink(candidate))) continue
      const phone = {
        text: (checked?.text ?? candidate.text).slice(0, 40),
        e164: checked?.number.number ?? null,
        country: checked?.number.country ?? null,
      }
      const key = phone.e164 ?? phone.text.replaceAll(/\D/g, '')
      if (found.has(key) || found.size >= MAX_PHONES) continue
      found.set(
        key,
        factOf(phone, candidate.isLink ? 'observed' : 'detected', page.page, candidate.path),
      )
    }
  }
  return withoutRepeats([...found.values()])
}

/** Unset theme settings: area code 555, 555-5555 and 555-1234, with or without the country code. */
const PLACEHOLDER = /^1?(?:555\d{7}|\d{3}555(?:5555|1234)|(\d)\1{6,})$/

const isPlaceholder = (number: string): boolean =>
  PLACEHOLDER.test(number.startsWith('+1') ? number.slice(1) : number)

const isUncheckedLink = ({ isLink, text }: Candidate): boolean =>
  isLink && !text.startsWith('+') && !isPlaceholder(text.replaceAll(/\D/g, ''))

/** A link without `+` repeats a number that another place of the page writes in full. */
function withoutRepeats(phones: Fact<Phone>[]): Fact<Phone>[] {
  const checked = phones.flatMap(({ value }) => value.e164 ?? [])
  const isRepeat = ({ text, e164 }: Phone): boolean => {
    const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '')
    return e164 === null && digits.length >= 7 && checked.some((number) => number.endsWith(digits))
  }
  return phones.filter(({ value }) => !isRepeat(value))
}

const KEYPAD = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz']
const keyOf = (letter: string): string => {
  const at = KEYPAD.findIndex((letters) => letters.includes(letter.toLowerCase()))
  return at < 0 ? letter : String(at + 2)
}

/** `1-844-iHR-5509` → `1-844-447-5509`. Only freephone numbers are written with letters. */
const dialled = (text: string): string =>
  VANITY.test(text) ? text.replaceAll(/[a-z]/gi, keyOf).replace(/^1/, '+1') : text

function parse(text: string, country: CountryCode | null): PhoneNumber | null {
  const number = parsePhoneNumberFromString(
    dialled(text)
      .replace(/^\(\+/, '+')
      .replace(/^\+\s+/, '+')
      .replace(/^00(?=[1-9])/, '+'),
    country ?? undefined,
  )
  return number?.isValid() && !FICTIONAL.test(number.number) && !isPlaceholder(number.number)
    ? number
    : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function messengerNumber(href: string): string | null {
  const digits = /(?:wa\.me\/|[?&]phone=)(?:\+|%2B)?(\d{7,15})(?!\d)/i.exec(href)?.[1]
  return digits ? `+${digits}` : null
}

/**
 * The number as the link text shows it if the digits are the same; else the number in the link's
 * address.
 */
function shownNumber(said: string, shown: string): string {
  const digits = said.replaceAll(/\D/g, '')
  const [candidate] = phonesInText(`phone ${shown}`)
  return candidate && digits.endsWith(candidate.text.replaceAll(/\D/g, '').slice(-7))
    ? candidate.text
    : said
}

function linkCandidate(link: HtmlScan['contactLinks'][number]): Candidate | null {
  const { href, text, region } = link
  if (/^(?:tel|callto|sms):/i.test(href)) {
    const said =
      decoded(href.replace(/^\w+:(?:\/\/)?/, ''))
        .split(/[;?,]/)[0]
        ?.trim() ?? ''
    if (said.replaceAll(/\D/g, '').length < 7) return null
    return {
      text: shownNumber(said, text),
      isNorthAmerican: false,
      isLink: true,
      path: `${region} a[href^=tel]`,
    }
  }
  const said = messengerNumber(href)
  return said
    ? { text: said, isNorthAmerican: false, isLink: true, path: `${region} a[href*=whatsapp]` }
    : null
}

function linkedDataPhones(page: ParsedPage): Candidate[] {
  return organizationsOf(page.linkedData).flatMap((node) =>
    [node, node['contactPoint'], ...listOf(node['contactPoint'])].flatMap((point) => {
      const text = textOf(recordOf(point)['telephone'], 40)
      return text
        ? [{ text, isNorthAmerican: false, isLink: false, path: 'JSON-LD Organization.telephone' }]
        : []
    }),
  )
}

const REGION_ORDER: Record<Region, number> = { footer: 0, page: 1, header: 2 }

function candidatesOf(page: ParsedPage): Candidate[] {
  const links = page.scan.contactLinks.map(linkCandidate).filter((candidate) => candidate !== null)
  const blocks = page.scan.textBlocks
    .filter(({ text }) => (text.match(/\d/g)?.length ?? 0) >= 7 || text.search(VANITY_IN_TEXT) >= 0)
    .sort((one, other) => REGION_ORDER[one.region] - REGION_ORDER[other.region])
  const written = blocks.flatMap(({ text, region }) =>
    phonesInText(text).map((found) => ({ ...found, isLink: false, path: `${region} text` })),
  )
  return [...links, ...linkedDataPhones(page), ...written]
}

/**
 * Parses the candidate and returns the text used: without trailing groups that are a postcode or
 * house number.
 */
function numberOf(
  candidate: Candidate,
  country: CountryCode | null,
): { number: PhoneNumber; text: string } | null {
  const groups = candidate.text.split(' ')
  for (let left = groups.length; left > 0 && left >= groups.length - 2; left--) {
    const text = groups.slice(0, left).join(' ')
    const number = parse(text, country ?? (candidate.isNorthAmerican ? 'US' : null))
    if (number) return { number, text }
  }
  return null
}

const MAX_CANDIDATES = 60

// A country code, an area code in brackets, and the rest in groups.
const CANDIDATE =
  /(?:(?:\+\s?|\b00(?=[1-9]))\d{1,3}[\s.-]{0,2}|\b[01][\s.-]{1,2}(?=\())?(?:\(\+?\d{1,5}\)[\s.-]{0,2})?\d(?:[\s.\-–‑/]{0,3}\d){4,15}/g
// `Tel. 030 901820 10178 Berlin`: the last group is the postcode of the city after it.
const POSTCODE_TAIL = /\s\d{4,5}$/

// Labels of company numbers, order numbers and dates; the nearest word before the digits decides.
const OTHER_LABEL =
  /(?<!\p{L})(?:vat|ust|umsatzsteuer|steuer|tax|tva|iva|cif|nif|nie|siret|siren|rcs|kvk|btw|abn|acn|ein|crn|company\s*(?:no|number|reg)\w*|registration|registered|handelsregister|hrb|hra|order|bestell|commande|pedido|siparis|sipariş|sku|isbn|ean|gtin|upc|asin|mersis|vergi|cnpj|cpf|cep|zip|plz|postal|iban|bic|swift|account|konto|fax|telefax|tracking|model|item|art|ref|nr|no|id|ico|dic|p\.?\s?iva|license|licence|lizenz|patent|serial|batch|code|cod|since|copyright|weeks?|days?|hours?|opening)\s*(?:number|nummer|nr|no|n°|id)?\.?\s*[#:.°]?\s*(?:[a-z]{2})?$/iu
const PHONE_LABEL =
  /(?<!\p{L})(?:phone|telephone|(?:telefon|telefoon|ruf|mobil|mobiel|handy|service)(?:nummer|nr)?|telefono|teléfono|téléphone|telephon|telefone|tel|tél|mobile|móvil|movil|cell|celular|cep\s?telefon|gsm|call|calls|calling|text|sms|dial|ring|reach us|toll[- ]free|hotline|helpline|customer (?:service|care|support)|whats?\s?app|viber|signal|anruf|anrufen|rufen|appel|appelez|appeler|llama|llámanos|llamar|ligue|ligar|fone|ara|arayın|arayin|numara|numarası|destek hattı|bel ons|chiama|chiamaci|cellulare)(?!\p{L})|電話|☎|📞|✆/iu
const LABEL_WINDOW_CHARS = 70
const LABEL_AFTER_CHARS = 14

const DATE = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?:\D|$)/
const YEARS = /^(?:19|20)\d\d\s?[-–/]\s?(?:19|20)\d\d$/
// The North American format is unmistakable: (833) 603-0888, 888-482-1867, 1-800-…
const NANP_WRITING = /^(?:1[\s.-]?)?(?:\(\d{3}\)[\s.-]?|\d{3}[-.])\d{3}[-.\s]\d{4}$/
// With spaces alone, only where the text calls it a telephone number or says nothing else: 858 939
// 9244.
const NANP_SPACED = /^(?:1 )?[2-9]\d{2} [2-9]\d{2} \d{4}$/
const VANITY = /^1[-.]8(?:00|33|44|55|66|77|88)[-. ](?=[\d.-]*[a-z])[a-z\d]{3}[-. ]?[a-z\d]{4,7}$/i
const VANITY_IN_TEXT =
  /(?<![\p{L}\d.-])1[-.]8(?:00|33|44|55|66|77|88)[-. ](?=[\d.-]*[a-z])[a-z\d]{3}[-. ]?[a-z\d]{4,7}(?![\p{L}\d-])/giu

export type PhoneCandidate = { text: string; isNorthAmerican: boolean }

const isNorthAmerican = (text: string): boolean => NANP_WRITING.test(text) || NANP_SPACED.test(text)

function isTouchingOtherText(text: string, start: number, end: number): boolean {
  const before = text[start - 1] ?? ' '
  const after = text[end] ?? ' '
  return (
    /[\p{L}\d#$€£¥₺@_=&/.,-]/u.test(before) ||
    /[\p{L}\d%€$£¥₺@_=/]/u.test(after) ||
    /^[.,-]\d/.test(text.slice(end, end + 2))
  )
}

function labelAround(text: string, start: number, end: number): 'phone' | 'other' | 'none' {
  const before = text.slice(Math.max(0, start - LABEL_WINDOW_CHARS), start)
  if (OTHER_LABEL.test(before.trimEnd()) && !PHONE_LABEL.test(before.slice(-12))) return 'other'
  if (PHONE_LABEL.test(before)) return 'phone'
  return PHONE_LABEL.test(text.slice(end, end + LABEL_AFTER_CHARS)) ? 'phone' : 'none'
}

function isPhoneLike(text: string, start: number, match: string): boolean {
  const digits = match.replaceAll(/\D/g, '')
  if (DATE.test(match) || YEARS.test(match) || /^(\d)\1+$/.test(digits) || digits === '1234567890')
    return false
  const label = labelAround(text, start, start + match.length)
  if (label === 'other') return false
  const isAlone = NANP_SPACED.test(match) && text.trim() === match
  return (
    label === 'phone' ||
    match.startsWith('+') ||
    match.startsWith('(+') ||
    NANP_WRITING.test(match) ||
    isAlone
  )
}

function withoutPostcode(written: string, after: string): string {
  if (!/^\s\p{Lu}\p{L}+/u.test(after)) return written
  const shorter = written.replace(POSTCODE_TAIL, '')
  return shorter.replaceAll(/\D/g, '').length >= 7 ? shorter : written
}

/**
 * Texts that may be telephone numbers: in international format, in North American format, or next
 * to a telephone label. Leaves out prices, dates, ranges, ids and company numbers. Not yet checked
 * against a numbering plan.
 */
function phonesInText(block: string): PhoneCandidate[] {
  const text = block
    .replaceAll(new RegExp(`${INLINE_BREAK}+`, 'gu'), ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\b1\+(?=\(?\d{3}\D)/g, '1-')
  const found: PhoneCandidate[] = []
  for (const match of text.matchAll(CANDIDATE)) {
    if (found.length >= MAX_CANDIDATES) break
    const start = match.index
    const written = withoutPostcode(match[0], text.slice(start + match[0].length))
    if (written.replaceAll(/\D/g, '').length < 7) continue
    if (
      isTouchingOtherText(text, start, start + written.length) ||
      !isPhoneLike(text, start, written)
    )
      continue
    found.push({ text: written.trim(), isNorthAmerican: isNorthAmerican(written) })
  }
  const inLetters = [...text.matchAll(VANITY_IN_TEXT)].slice(0, MAX_CANDIDATES)
  return [...found, ...inLetters.map(([written]) => ({ text: written, isNorthAmerican: true }))]
}

const countryOf = (code: string): CountryCode | null => (isSupportedCountry(code) ? code : null)

// Country domains that are used worldwide.
const GENERIC_USE = new Set([
  'ai',
  'cc',
  'co',
  'fm',
  'gg',
  'io',
  'la',
  'ly',
  'me',
  'sh',
  'st',
  'to',
  'tv',
  'vc',
  'ws',
  'xyz',
  'eu',
  'id',
  'is',
  'so',
  'im',
  'pw',
  'bz',
])

/**
 * Country whose national phone format a shop most likely uses: the shop's own country, else the one
 * of its domain. The visitor's market says nothing about it.
 */
export function phoneCountryFor(
  shopCountry: string | null,
  hosts: (string | null | undefined)[],
): CountryCode | null {
  const own = shopCountry ? countryOf(shopCountry) : null
  if (own) return own
  for (const host of hosts) {
    const label = host?.split('.').at(-1)?.toLowerCase() ?? ''
    if (label.length !== 2 || GENERIC_USE.has(label)) continue
    const country = countryOf(label === 'uk' ? 'GB' : label.toUpperCase())
    if (country) return country
  }
  return null
}
