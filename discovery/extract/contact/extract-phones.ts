import { parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from 'libphonenumber-js/max'
import { phonesInText } from '#discovery/extract/contact/phone-text.ts'
import { factOf } from '#discovery/extract/fact.ts'
import type { HtmlScan, Region } from '#discovery/extract/html-scan.ts'
import { listOf, recordOf, textOf } from '#discovery/extract/json-value.ts'
import { organizationsOf } from '#discovery/extract/linked-data.ts'
import type { Fact, Phone } from '#discovery/extract/store-snapshot.ts'
import type { ReadPage } from '#discovery/extract/visit.ts'

const MAX_PHONES = 10

type Candidate = { text: string; isNorthAmerican: boolean; isLink: boolean; path: string }

// Digits in keypad order: `123 456 7890`, `+1 234 567 8900`.
const FICTIONAL = /^\+\d{0,2}(?:1234567890?|2345678900?|0123456789)$/

function parse(text: string, country: CountryCode | null): PhoneNumber | null {
  const number = parsePhoneNumberFromString(
    text.replace(/^\(\+/, '+').replace(/^00(?=[1-9])/, '+'),
    country ?? undefined,
  )
  return number?.isValid() && !FICTIONAL.test(number.number) ? number : null
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

/** The number as the link text shows it if the digits are the same; else the number in the link's address. */
function shownNumber(said: string, shown: string): string {
  const digits = said.replaceAll(/\D/g, '')
  const [candidate] = phonesInText(`phone ${shown}`)
  return candidate && digits.endsWith(candidate.text.replaceAll(/\D/g, '').slice(-7)) ? candidate.text : said
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

function linkedDataPhones(page: ReadPage): Candidate[] {
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

function candidatesOf(page: ReadPage): Candidate[] {
  const links = page.scan.contactLinks.map(linkCandidate).filter((candidate) => candidate !== null)
  const blocks = page.scan.textBlocks
    .filter(({ text }) => (text.match(/\d/g)?.length ?? 0) >= 7)
    .sort((one, other) => REGION_ORDER[one.region] - REGION_ORDER[other.region])
  const written = blocks.flatMap(({ text, region }) =>
    phonesInText(text).map((found) => ({ ...found, isLink: false, path: `${region} text` })),
  )
  return [...links, ...linkedDataPhones(page), ...written]
}

/** Parses the candidate and returns the text used: without trailing groups that are a postcode or house number. */
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

/**
 * Telephone numbers that the pages publish. `country` = the shop's country, for numbers in national format. A number that fits no numbering
 * plan is kept only if it comes from a telephone link; its `e164` is then null.
 */
export function extractPhones(pages: ReadPage[], country: CountryCode | null): Fact<Phone>[] {
  const found = new Map<string, Fact<Phone>>()
  for (const page of pages) {
    for (const candidate of candidatesOf(page)) {
      const checked = numberOf(candidate, country)
      if (!checked && !(candidate.isLink && !candidate.text.startsWith('+') && country === null)) continue
      const phone = {
        text: (checked?.text ?? candidate.text).slice(0, 40),
        e164: checked?.number.number ?? null,
        country: checked?.number.country ?? null,
      }
      const key = phone.e164 ?? phone.text.replaceAll(/\D/g, '')
      if (found.has(key) || found.size >= MAX_PHONES) continue
      found.set(key, factOf(phone, candidate.isLink ? 'observed' : 'detected', page.page, candidate.path))
    }
  }
  return [...found.values()]
}
