/**
 * `node scripts/check-extraction.ts [shops per language]`: reads pages of the simulated world and
 * prints, by language, how many contacts and companies are right (precision) and found (recall).
 * What is right comes from the world's own data. Exits with 1 below 99 % and 95 %.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { phoneCountryFor } from '#discovery/extract/facts/contact/phones.ts'
import { extractVisit } from '#discovery/extract/extract-visit.ts'
import type { StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
import { shopsOf, visitOf } from '#scripts/extraction/world-pages.ts'
import { LANGUAGES, type Language } from '../sim/shop-platform/catalogue/languages.ts'
import { publicFactsOf } from '../sim/shop-platform/public-facts.ts'
import type { ShopProfile } from '../sim/shop-platform/shop-profile.ts'

const MIN_PRECISION = 0.99
const MIN_RECALL = 0.95
const FIELDS = ['emails', 'phones', 'companies', 'addresses'] as const
type Field = (typeof FIELDS)[number]
type Facts = Record<Field, string[]>
type Count = { right: number; found: number; expected: number }

const count = Number(process.argv[2] ?? 76)
const counts = new Map<string, Count>()
/**
 * A number that no numbering plan admits must not be found; the world has such for countries without
 * numbers for fiction.
 */
function truthOf(profile: ShopProfile): Facts {
  const { contact, brand, city } = profile
  const facts = publicFactsOf(profile)
  const number = parsePhoneNumberFromString(
    contact.phone ?? '',
    phoneCountryFor(brand.country.code, []) ?? undefined,
  )
  return {
    emails: contact.email === null ? [] : [contact.email],
    phones: number?.isValid() ? [number.number] : [],
    companies: [facts.company ?? brand.name],
    addresses: [`${contact.street} ${city}`],
  }
}

const read = (profile: ShopProfile): StoreSnapshot =>
  extractVisit(visitOf(profile), profile.host).snapshot

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

function foundIn({ emails, phones, company, address }: StoreSnapshot): Facts {
  return {
    emails: emails.flatMap(({ value }) => (value.isBusinessContact ? value.address : [])),
    phones: phones.flatMap(({ value }) => value.e164 ?? []),
    companies: company ? [company.value] : [],
    addresses: address ? [address.value] : [],
  }
}

/** An address is right if it has the street and the town, whatever stands between them. */
function isRight(field: Field, found: string, expected: readonly string[]): boolean {
  if (field !== 'addresses') return expected.some((one) => plain(one) === plain(found))
  return expected.some((one) => one.split(' ').every((word) => plain(found).includes(plain(word))))
}

function compare(language: Language, truth: Facts, snapshot: StoreSnapshot): void {
  const found = foundIn(snapshot)
  for (const field of FIELDS) {
    const key = `${language} ${field}`
    const sum = counts.get(key) ?? { right: 0, found: 0, expected: 0 }
    sum.right += found[field].filter((one) => isRight(field, one, truth[field])).length
    sum.found += found[field].length
    sum.expected += truth[field].length
    counts.set(key, sum)
    if (process.argv.includes('--misses')) tellMisses(key, truth[field], found[field], field)
  }
}

function tellMisses(key: string, truth: string[], found: string[], field: Field): void {
  const isSame = truth.length === found.length && found.every((one) => isRight(field, one, truth))
  if (!isSame)
    process.stdout.write(`${key}: ${JSON.stringify(truth)}, found ${JSON.stringify(found)}\n`)
}

const precisionOf = ({ right, found }: Count): number => (found === 0 ? 1 : right / found)
const recallOf = ({ right, expected }: Count): number => (expected === 0 ? 1 : right / expected)

function isTooLow(sum: Count): boolean {
  return precisionOf(sum) < MIN_PRECISION || recallOf(sum) < MIN_RECALL
}

function report(): string {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`.padStart(8)
  const lines = [...counts].map(
    ([key, sum]) =>
      `${key.padEnd(14)} ${percent(precisionOf(sum))} right of ${String(sum.found).padStart(4)} found, ${percent(recallOf(sum))} found of ${String(sum.expected).padStart(4)}${isTooLow(sum) ? '  TOO LOW' : ''}`,
  )
  return `${lines.join('\n')}\n`
}

for (const language of LANGUAGES)
  for (const profile of shopsOf(language, count)) compare(language, truthOf(profile), read(profile))
process.stdout.write(report())
process.exitCode = [...counts.values()].some(isTooLow) ? 1 : 0
