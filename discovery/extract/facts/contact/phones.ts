import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/max'
import { foldText, matchesOf } from '#discovery/document/fold-text.ts'
import { recordOf, textOf } from '#discovery/document/json.ts'
import { percentDecoded } from '#discovery/document/urls.ts'
import type { ParsedPage } from '#discovery/extract/parsed-visit.ts'
import { type HtmlScan, INLINE_BREAK, type Region } from '#discovery/extract/scan-elements.ts'
import { type Fact, factOf, type Phone } from '#discovery/extract/store-snapshot.ts'
import {
  CONTACT_LABEL_AT_END,
  OTHER_NUMBER_AT_END,
  PHONE_LABEL,
  PHONE_LABEL_AT_END,
} from './phone-words.ts'

const MAX_PHONES = 10

type Candidate = PhoneCandidate & { path: string; isLink?: true }

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

// Digits in keypad order: `123 456 7890`, `+1 234 567 8900`.
const FICTIONAL = /^\+\d{0,2}(?:1234567890?|2345678900?|0123456789)$/

/**
 * Telephone numbers that the pages publish. `country` = the shop's country, for numbers in national
 * format. A number that fits no numbering plan is kept only if it comes from a telephone link; its
 * `e164` is then null.
 */
export function extractPhones(pages: ParsedPage[], country: CountryCode | null): Fact<Phone>[] {
  const found = new Map<string, Fact<Phone>>()
  const numbers = new Map<string, ReturnType<typeof numberOf>>()
  for (const page of pages) {
    for (const candidate of candidatesOf(page)) {
      const written = `${candidate.text}${candidate.isNorthAmerican}`
      const checked = numbers.get(written) ?? numberOf(candidate, country)
      numbers.set(written, checked)
      if (!checked && !(country === null && isUncheckedLink(candidate))) continue
      const phone = {
        text: (checked?.text ?? candidate.text).slice(0, 40),
        e164: checked?.number.number ?? null,
        country: checked?.number.country ?? null,
      }
      const key = phone.e164 ?? digitsOf(phone.text)
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
  isLink === true && !text.startsWith('+') && !isPlaceholder(digitsOf(text))

/** A link without `+` repeats a number that another place of the page writes in full. */
function withoutRepeats(phones: Fact<Phone>[]): Fact<Phone>[] {
  const checked = phones.flatMap(({ value }) => value.e164 ?? [])
  const isRepeat = ({ text, e164 }: Phone): boolean => {
    const digits = digitsOf(text).replace(/^0+/, '')
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
  VANITY.test(text) ? `+${digitsOf(text.replaceAll(/[a-z]/gi, keyOf)).slice(0, 11)}` : text

function parse(text: string, country: CountryCode | null): PhoneNumber | null {
  const number = parsePhoneNumberFromString(
    dialled(text)
      .replace(/^\((?:\+|00(?=[1-9]))/, '+')
      .replace(/^\+\s+/, '+')
      .replace(/^00(?=[1-9])/, '+'),
    country ?? undefined,
  )
  return number?.isValid() && !FICTIONAL.test(number.number) && !isPlaceholder(number.number)
    ? number
    : null
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
  const [candidate] = phonesInText(`phone ${shown}`)
  return candidate && digitsOf(said).endsWith(digitsOf(candidate.text).slice(-7))
    ? candidate.text
    : said
}

function linkCandidate(link: HtmlScan['contactLinks'][number]): Candidate | null {
  const { href, text, region } = link
  if (/^(?:tel|callto|sms):/i.test(href)) {
    const said =
      percentDecoded(href.replace(/^\w+:(?:\/\/)?/, ''))
        .split(/[;?,]/)[0]
        ?.trim() ?? ''
    if (digitsOf(said).length < 7) return null
    return { text: shownNumber(said, text), isLink: true, path: `${region} a[href^=tel]` }
  }
  const said = messengerNumber(href)
  return said ? { text: said, isLink: true, path: `${region} a[href*=whatsapp]` } : null
}

function linkedDataPhones({ organizations }: ParsedPage): Candidate[] {
  return organizations
    .flatMap((node) => [node, node['contactPoint']].flat())
    .flatMap((point) => textOf(recordOf(point)['telephone'], 40) ?? [])
    .map((text) => ({ text, path: 'JSON-LD Organization.telephone' }))
}

const REGION_ORDER: Record<Region, number> = { footer: 0, page: 1, header: 2 }

// Seven digits of any writing.
const DIGIT = String.raw`\d\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19`
const DIGITS = new RegExp(`(?:[${DIGIT}][^${DIGIT}]*){7}`)

/** A table or list has the label in one block and the number in the next. */
function withLabelBefore(text: string, before: string): string {
  if (before === '' || before.length > 60) return text
  const label = `${before.replaceAll(INLINE_BREAK, '').trim()}: `
  const folded = foldText(label.replace(/:{2,}/, ':'))
  return PHONE_LABEL_AT_END.test(folded) || CONTACT_LABEL_AT_END.test(folded)
    ? `${label}${text.replaceAll(INLINE_BREAK, ' ').trimStart()}`
    : text
}

function candidatesOf(page: ParsedPage): Candidate[] {
  const links = page.scan.contactLinks.map(linkCandidate).filter((candidate) => candidate !== null)
  const blocks = page.scan.textBlocks
    .flatMap(({ text, region }, at, all) =>
      DIGITS.test(text) || (MAY_BE_VANITY.test(text) && text.search(VANITY_IN_TEXT) >= 0)
        ? [{ text: withLabelBefore(text, all[at - 1]?.text ?? ''), region }]
        : [],
    )
    .sort((one, other) => REGION_ORDER[one.region] - REGION_ORDER[other.region])
  const written = blocks.flatMap(({ text, region }) =>
    phonesInText(text).map((found) => ({ ...found, path: `${region} text` })),
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

// A country code, an area code in brackets, and the rest in groups; in Japan `03(1234)5678`.
const CANDIDATE =
  /\b\d{2,4}\(\d{1,4}\)\d{4}(?!\d)|(?:(?:\+\s?|\b00(?=[1-9]))\d{1,3}[\s.-]{0,2}|\b[01][\s.-]{1,2}(?=\())?(?:\(\+?\d{1,5}\)[\s.-]{0,2})?\d(?:[\s.\-–‑/]{0,3}\d){4,15}/g
// `Tel. 030 901820 10178 Berlin`: the last group is the postcode of the city after it.
const POSTCODE_TAIL = /\s\d{4,5}$/

const LABEL_WINDOW_CHARS = 70
const LABEL_AFTER_CHARS = 14

/** `9.00–17.00`: opening hours. */
const HOURS = /^(?:[01]?\d|2[0-4])[.:][0-5]\d\s?[-–]\s?(?:[01]?\d|2[0-4])[.:][0-5]\d$/
const YEARS = /^(?:19|20)\d\d\s?[-–/]\s?(?:19|20)\d\d$/
// The North American format is unmistakable: (833) 603-0888, 888-482-1867, 1-800-…
const NANP_WRITING = /^(?:1[\s.-]?)?(?:\(\d{3}\)[\s.-]?|\d{3}[-.])\d{3}[-.\s]\d{4}$/
// With spaces alone, only where the text calls it a telephone number or says nothing else: 858 939
// 9244.
const NANP_SPACED = /^(?:1 )?[2-9]\d{2} [2-9]\d{2} \d{4}$/
const LETTERS = String.raw`1(?:[-.]8(?:00|33|44|55|66|77|88)|[-. ]?\(8(?:00|33|44|55|66|77|88)\))[-. ](?=[\d.-]*[a-z])(?:[a-z\d]{3}[-. ]?[a-z\d]{4,7}|(?=(?:[a-z\d]-?){7,11}(?![a-z\d-]))[a-z\d]{1,5}(?:-[a-z\d]{1,6}){1,3})`
const VANITY = new RegExp(`^${LETTERS}$`, 'i')
const MAY_BE_VANITY = /1[-. ]?\(?8\d\d/
const VANITY_IN_TEXT = new RegExp(`(?<![\\p{L}\\d.-])${LETTERS}(?![\\p{L}\\d-])`, 'giu')

type PhoneCandidate = { text: string; isNorthAmerican?: boolean }

const isNorthAmerican = (text: string): boolean => NANP_WRITING.test(text) || NANP_SPACED.test(text)

function isTouchingOtherText(text: string, start: number, end: number): boolean {
  const before = text[start - 1] ?? ' '
  const after = text[end] ?? ' '
  const isAfterLabel = (): boolean =>
    PHONE_LABEL_AT_END.test(foldText(text.slice(Math.max(0, start - LABEL_WINDOW_CHARS), start)))
  return (
    (/[\p{L}\d#$€£¥₺@_=&/.,-]/u.test(before) && !isAfterLabel()) ||
    /[\p{L}\d%€$£¥₺@_=/]/u.test(after) ||
    /^[.,-]\d/.test(text.slice(end, end + 2))
  )
}

/** `Tel./Fax: …`: a telephone label right before a fax label. */
const isSharedLabel = (before: string): boolean => {
  const near = before.slice(-18)
  return !/\d/.test(near) && PHONE_LABEL.test(near)
}

function labelAround(text: string, start: number, end: number): 'phone' | 'other' | 'none' {
  const before = foldText(text.slice(Math.max(0, start - LABEL_WINDOW_CHARS), start))
  // In Brazil a service line, in France a bag.
  if (/(?<![a-z])sac\s$/.test(before) && /^(?:0[38]00|400\d)\D/.test(text.slice(start, start + 5)))
    return 'phone'
  const contact = CONTACT_LABEL_AT_END.exec(before)
  const other = OTHER_NUMBER_AT_END.exec(before.trimEnd())
  if (contact && (!other || contact.index < other.index)) return 'phone'
  if (other && !isSharedLabel(before)) return 'other'
  if (PHONE_LABEL.test(before)) return 'phone'
  return PHONE_LABEL.test(foldText(text.slice(end, end + LABEL_AFTER_CHARS))) ? 'phone' : 'none'
}

const isDayAndMonth = (one: number, other: number): boolean =>
  one >= 1 && other >= 1 && Math.min(one, other) <= 12 && Math.max(one, other) <= 31

/**
 * `20.11.2025`, alone or at the beginning. Pairs of digits with dots or dashes are a date only if
 * there are three of them and they can be a day, a month and a year.
 */
function beginsWithDate(text: string): boolean {
  const [first = ''] = text.split(/\s|(?<=[./]\d{2,4})-/)
  const [, one = '', , two = '', three = ''] =
    /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/.exec(first) ?? []
  if (three === '') return false
  return one.length === 4
    ? isDayAndMonth(Number(two), Number(three))
    : (three.length === 2 || /^(?:19|20)\d\d$/.test(three)) &&
        isDayAndMonth(Number(one), Number(two))
}

function isPhoneLike(text: string, start: number, match: string): boolean {
  const digits = digitsOf(match)
  if (
    beginsWithDate(match) ||
    YEARS.test(match) ||
    HOURS.test(match) ||
    /^(\d)\1+$/.test(digits) ||
    digits === '1234567890'
  )
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
  return digitsOf(shorter).length >= 7 ? shorter : written
}

// A second number after the first, with its own area code.
const SECOND_NUMBER = /(?<=\d[\d\s.()-]{5,20}\d)\s?[/|]\s?(?=\+|\(?0(?:[\s.()/-]{0,3}\d){7})/g
const FOREIGN_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff01-\uff5e]/
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Full-width, Arabic and Indian digits in ASCII, dashes and dots of any kind as `-` and `.`. */
const plainDigits = (text: string): string =>
  (FOREIGN_DIGITS.test(text) ? text.replaceAll(new RegExp(FOREIGN_DIGITS, 'g'), foldText) : text)
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/(?<=\d)[·•‧∙](?=\d)/g, '.')

/**
 * Texts that may be telephone numbers: in international format, in North American format, or next
 * to a telephone label. Leaves out prices, dates, ranges, ids and company numbers. Not yet checked
 * against a numbering plan.
 */
function phonesInText(block: string): PhoneCandidate[] {
  const text = plainDigits(block)
    .replaceAll(new RegExp(`${INLINE_BREAK}+`, 'gu'), ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\b1\+(?=\(?\d{3}\D)/g, '1-')
    .replaceAll(SECOND_NUMBER, ' ; ')
  const found: PhoneCandidate[] = []
  for (const match of matchesOf(CANDIDATE, text)) {
    if (found.length >= MAX_CANDIDATES) break
    const start = match.index
    const written = withoutPostcode(match[0], text.slice(start + match[0].length))
    if (digitsOf(written).length < 7) continue
    if (
      isTouchingOtherText(text, start, start + written.length) ||
      !isPhoneLike(text, start, written)
    )
      continue
    found.push({ text: written.trim(), isNorthAmerican: isNorthAmerican(written) })
  }
  const inLetters = matchesOf(VANITY_IN_TEXT, text).slice(0, MAX_CANDIDATES)
  return [...found, ...inLetters.map(([written]) => ({ text: written, isNorthAmerican: true }))]
}

const countryOf = (code: string): CountryCode | null => (isSupportedCountry(code) ? code : null)

// Country domains that are used worldwide.
const GENERIC_USE = new Set(
  'ai cc co fm gg io la ly me sh st to tv vc ws xyz eu id is so im pw bz'.split(' '),
)

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
