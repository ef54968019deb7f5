import { type JsonRecord, recordOf, textOf } from '#discovery/document/json.ts'
import { organizationsOf } from '#discovery/extract/linked-data.ts'
import type { ParsedPage } from '#discovery/extract/parsed-visit.ts'
import { INLINE_BREAK } from '#discovery/extract/scan-elements.ts'
import { type Fact, factOf } from '#discovery/extract/store-snapshot.ts'
import {
  ADDRESS_LABEL,
  COMPANY_LABEL,
  COMPANY_LINE,
  FURTHER_ADDRESS_LABEL,
  OTHERS_BEGIN,
  RESPONSIBLE_LABEL,
  TRADE_NAME_LABEL,
} from './legal-words.ts'

export type CompanyFacts = {
  company: Fact<string> | null
  responsible: Fact<string> | null
  address: Fact<string> | null
}

// A legal notice is more reliable than a contact page.
const RANK = { legal: 0, labelled: 1 }

/**
 * Company, responsible person and address, as a legal notice, contact information or structured
 * data prints them.
 */
export function extractCompany(pages: ParsedPage[]): CompanyFacts {
  const facts: CompanyFacts = { company: null, responsible: null, address: null }
  const legal = pages.flatMap((page) => {
    const found = legalPageOf(page)
    return found ? [{ page, ...found }] : []
  })
  for (const { page, kind, lines } of legal.toSorted((a, b) => RANK[a.kind] - RANK[b.kind])) {
    const { company, responsible, address } = readLegalLines({ kind, lines })
    if (company) facts.company ??= factOf(company.value, 'detected', page.page, company.path)
    if (responsible)
      facts.responsible ??= factOf(responsible, 'detected', page.page, 'legal notice label')
    if (address) facts.address ??= factOf(address, 'detected', page.page, 'legal notice address')
  }
  for (const page of pages) fromLinkedData(page, facts)
  return facts
}

export const postalAddress = (node: JsonRecord): string | null => {
  const address = recordOf(node['address'])
  const street = textOf(address['streetAddress'], 150)
  const place = [textOf(address['postalCode'], 20), textOf(address['addressLocality'], 80)]
    .filter(Boolean)
    .join(' ')
  return street && place !== '' ? `${street}, ${place}` : null
}

function fromLinkedData(page: ParsedPage, facts: CompanyFacts): void {
  for (const node of organizationsOf(page.linkedData)) {
    const name = textOf(node['legalName'], 120)
    const address = postalAddress(node)
    if (name)
      facts.company ??= factOf(name, 'observed', page.page, 'JSON-LD Organization.legalName')
    if (address)
      facts.address ??= factOf(address, 'observed', page.page, 'JSON-LD Organization.address')
  }
}

export type LegalNotice = {
  company: { value: string; path: string } | null
  responsible: string | null
  address: string | null
}

const ANY_LABEL = [COMPANY_LABEL, TRADE_NAME_LABEL, RESPONSIBLE_LABEL, ADDRESS_LABEL]
const CONTACT_LINE =
  /@|(?:^|\s)(?:tel|telefon|phone|téléphone|teléfono|e-?mail|fax|ust|vat|siret|nif|cif|hrb|www\.)\b|\+\d/iu
const PLATFORM = /shopify/i
/** Japanese notices are tables of unmistakable labels, each with its value in the next cell. */
const JAPANESE = /^(?=.*[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}])[^:：。]{2,40}$/u
const JAPANESE_PLACE = /[都道府県].*[市区町村郡].*[\d０-９]/u

/** The text after a label, on the same line or on the next one. */
function labelled(
  lines: string[],
  label: RegExp,
  accept: (value: string, isBelow: boolean) => string | null,
): string | null {
  for (const [at, line] of lines.entries()) {
    const [whole] = label.exec(line) ?? []
    if (whole === undefined) continue
    const own = line.slice(whole.length).trim()
    const value = own === '' ? (lines[at + 1] ?? '') : own
    const accepted =
      own === '' && ANY_LABEL.some((other) => other.test(value)) ? null : accept(value, own === '')
    if (accepted) return accepted
  }
  return null
}

/**
 * The line after a bare `Company` is more often a menu than a name, unless it ends in a company
 * form.
 */
function companyName(value: string, isBelow: boolean): string | null {
  if (isBelow && !COMPANY_LINE.test(value) && !JAPANESE.test(value)) return null
  // The final dot of `A.Ş.` belongs to the name.
  const endsInForm = /(?:^|[^\p{L}])\p{L}{1,4}\.$/u.test(value)
  const name = endsInForm ? value : value.replace(/(?<![.,;])[.,;]+$/, '')
  const isName =
    name.length >= 2 &&
    name.length <= 90 &&
    /^["“„«]?[\p{L}\p{N}]/u.test(name) &&
    !CONTACT_LINE.test(name)
  return isName && !PLATFORM.test(name) && name.split(' ').length <= 10 ? name : null
}

const PARTICLE = String.raw`(?:von|van|de|da|do|dos|das|del|della|der|den|di|du|la|le|el|al|bin|zu|y|e)`
const TITLE = String.raw`(?:(?:Herrn?|Frau|Mrs?|Ms|Mme|Mlle|M|Sra?|Dña|Dr|Prof|Dipl|Ing|Sig|Sn|Bay|Bayan)\.?\s+)*`
const NAME = String.raw`\p{Lu}[\p{L}'’.-]{0,30}`
const PERSON = new RegExp(
  String.raw`^${TITLE}(${NAME}(?:\s+(?:${PARTICLE}\s+)*${NAME}){1,3})$`,
  'u',
)
const JAPANESE_PERSON =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,6}[\s　]?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,6}$/u
// Rules out a person's name: a company, a job title, a heading.
const NOT_A_PERSON =
  /(?:GmbH|UG|Ltd|LLC|Inc|SARL|SAS|S\.L|Shop|Store|Team|Impressum|Kontakt|Contact|Service|Street|Stra(?:ß|ss)e|Shopify)(?![\p{L}])/iu

function personName(value: string): string | null {
  const [first = ''] = value.split(/[,;/(|]|\s(?:und|and|et|ve|en|&)\s/u)
  const name = PERSON.exec(first.trim())?.[1] ?? JAPANESE_PERSON.exec(first.trim())?.[0] ?? null
  return name && name.length <= 60 && !NOT_A_PERSON.test(name) ? name : null
}

const POSTCODE_LINE =
  /(?:^|[\s,-])\d{4,5}(?:-\d{3,4})?\s+\p{Lu}|\b\d{4}\s?[A-Z]{2}\s+\p{Lu}|\b[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}\b|\b[A-Z]{2}\s+\d{5}(?:-\d{4})?\b|〒?\d{3}-\d{4}/u
const isStreet = (line: string): boolean =>
  /\d/.test(line) && line.length <= 80 && !CONTACT_LINE.test(line)

/**
 * Lines after the name of a company or its owner: street, then postcode and town, then perhaps the
 * country.
 */
function addressAfter(lines: string[], at: number): string | null {
  const next = lines.slice(at + 1, at + 6)
  const end = next.findIndex((line) => POSTCODE_LINE.test(line) && line.length <= 90)
  if (end < 0 || next.slice(0, end + 1).some((line) => CONTACT_LINE.test(line) || line.length > 90))
    return null
  const street = next[end - 1]
  const isWhole = hasNumberBeforeComma(next[end] ?? '')
  if (!isWhole && (street === undefined || !isStreet(street))) return null
  const from = isWhole ? end : end - 1
  const country = next[end + 1]
  const parts = next.slice(from, end + 1)
  if (country && /^\p{Lu}[\p{L} ]{3,30}$/u.test(country) && country.split(' ').length <= 2)
    parts.push(country)
  return parts.join(', ')
}

/** `〒150-0001` on its own line, then the address; or both on one line. */
function japaneseAddressAfter(lines: string[], at: number): string | null {
  const next = lines.slice(at + 1, at + 3)
  const end = next.findIndex((line) => JAPANESE_PLACE.test(line) && line.length <= 90)
  return end < 0 ? null : next.slice(0, end + 1).join(' ')
}

const addressLabelled = (lines: string[]): string | null =>
  addressesUnder(lines, ADDRESS_LABEL)[0] ?? null

function addressesUnder(lines: string[], label: RegExp): string[] {
  const found: string[] = []
  for (const [at, line] of lines.entries()) {
    const [whole] = label.exec(line) ?? []
    if (whole === undefined) continue
    const own = line.slice(whole.length).trim()
    if (own === '') {
      const below = addressAfter(lines, at) ?? japaneseAddressAfter(lines, at)
      if (below) found.push(below)
    } else if (/\d/.test(own) && own.length >= 8 && own.length <= 200 && !/@|https?:/.test(own)) {
      found.push(own.replace(/(?<![.;])[.;]+$/, ''))
    }
  }
  return found
}

const HEADING = /^(?:angaben|informationen|anbieterkennzeichnung) (?:gemäß|nach|gem\.) §.{1,40}$/iu

/**
 * German sole traders print their name without a label: the paragraph of the law, the name, the
 * street.
 */
function personUnderHeading(lines: string[], kind: LegalPage['kind']): string | null {
  const at = kind === 'legal' ? lines.findIndex((line) => HEADING.test(line)) : -1
  const name = at < 0 ? null : personName(lines[at + 1] ?? '')
  return name !== null && addressAfter(lines, at + 1) !== null ? name : null
}

/**
 * Who runs the shop, if the lines say so in one of the usual forms. Leaves out anything doubtful.
 */
export function readLegalLines({ kind, lines: all }: LegalPage): LegalNotice {
  const othersAt = all.findIndex((line) => OTHERS_BEGIN.test(line))
  const lines = othersAt < 0 ? all : all.slice(0, othersAt)
  const named = labelled(lines, COMPANY_LABEL, companyName)
  const lineAt =
    kind === 'legal'
      ? lines.findIndex((line) => COMPANY_LINE.test(line) && !PLATFORM.test(line))
      : -1
  const traded = labelled(lines, TRADE_NAME_LABEL, companyName)
  const responsible =
    labelled(lines, RESPONSIBLE_LABEL, personName) ?? personUnderHeading(lines, kind)
  const written = lines[lineAt]
  const company = named
    ? { value: named, path: 'legal notice label' }
    : written
      ? { value: written, path: 'legal notice line' }
      : traded
        ? { value: traded, path: 'trade name label' }
        : null
  const ownerAt = company
    ? lines.findIndex((line) => line.includes(company.value))
    : lines.findIndex((line) => responsible !== null && line.includes(responsible))
  const below = kind === 'legal' && ownerAt >= 0 ? addressAfter(lines, ownerAt) : null
  return { company, responsible, address: addressLabelled(lines) ?? below }
}

function hasNumberBeforeComma(line: string): boolean {
  const digit = line.search(/\d/)
  return digit >= 0 && line.includes(',', digit)
}

const LEGAL_PATH =
  /\/(?:policies\/legal-notice|pages\/(?:impressum|imprint|legal-notice|mentions-legales|aviso-legal|note-legali|kunye|tokushoho|tokutei|特定商取引|特商法|правна-информация|за-търговеца|данни-за-търговеца|colofon|legal)[^/]*)\/?$/
const CONTACT_INFORMATION_PATH = /\/policies\/contact-information\/?$/

/** `legal` = prints who runs the shop; `labelled` = may do so, line by line with labels. */
type LegalPage = { kind: 'legal' | 'labelled'; lines: string[] }

const MAX_LINES = 400

function decodedPath(url: string): string {
  const path = URL.parse(url)?.pathname ?? ''
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The page's main text, line by line; null for pages that never carry company details. */
function legalPageOf({ page, scan, isContact }: ParsedPage): LegalPage | null {
  const path = decodedPath(page.url)
    .toLowerCase()
    .replace(/\.html$/, '')
  const isLegal = LEGAL_PATH.test(path)
  if (!isLegal && !CONTACT_INFORMATION_PATH.test(path) && !isContact) return null
  const lines = scan.textBlocks
    .filter(({ region }) => region === 'page')
    .slice(0, MAX_LINES)
    .map(({ text }) =>
      text.slice(0, 400).replaceAll(INLINE_BREAK, ' ').replaceAll(/\s+/g, ' ').trim(),
    )
  return { kind: isLegal ? 'legal' : 'labelled', lines: lines.filter((line) => line !== '') }
}

/** The lines of a page that may say who runs the shop; null for other pages. */
export const legalLinesOf = (page: ParsedPage): string[] | null => legalPageOf(page)?.lines ?? null

export const labelledFurtherAddresses = (page: ParsedPage): string[] =>
  addressesUnder(legalLinesOf(page) ?? [], FURTHER_ADDRESS_LABEL)
