import { foldText } from '#discovery/document/fold-text.ts'
import { type JsonRecord, recordOf, textOf } from '#discovery/document/json.ts'
import { organizationsOf } from '#discovery/extract/linked-data.ts'
import type { ParsedPage } from '#discovery/extract/parsed-visit.ts'
import { INLINE_BREAK } from '#discovery/extract/scan-elements.ts'
import { type Fact, factOf } from '#discovery/extract/store-snapshot.ts'
import { namesPerson } from './email-kind.ts'
import {
  ADDRESS_LABEL,
  COMPANY_LABEL,
  COMPANY_LINE,
  COMPANY_PREFIX,
  FURTHER_ADDRESS_LABEL,
  NAME_ENDS,
  OPERATED_BY,
  OTHERS_BEGIN,
  OWNER_WORD,
  RESPONSIBLE_LABEL,
  SENTENCE,
  TRADE_NAME_LABEL,
} from './legal-words.ts'
import {
  countryIn,
  countryNamed,
  endsInPostcode,
  hasPostcode,
  isOtherLine,
  isStreet,
} from './postcodes.ts'

export type CompanyFacts = {
  company: Fact<string> | null
  responsible: Fact<string> | null
  address: Fact<string> | null
}

// A legal notice is more reliable than a contact page.
const RANK = { legal: 0, information: 1, labelled: 2 }

/**
 * Company, responsible person and address, as a legal notice, contact information or structured
 * data prints them.
 */
export function extractCompany(pages: ParsedPage[], country: string | null = null): CompanyFacts {
  const facts: CompanyFacts = { company: null, responsible: null, address: null }
  const legal = pages.flatMap((page) => {
    const found = legalPageOf(page)
    return found ? [{ page, ...found }] : []
  })
  for (const { page, kind, lines } of legal.toSorted((a, b) => RANK[a.kind] - RANK[b.kind])) {
    const { company, responsible, address } = readLegalLines({ kind, lines }, country)
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
const isLabel = (line: string): boolean => {
  const folded = foldText(line)
  return ANY_LABEL.some((label) => label.test(folded))
}
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
    const [whole] = label.exec(foldText(line)) ?? []
    if (whole === undefined) continue
    const own = line.slice(whole.length).trim()
    const value = own === '' ? (lines[at + 1] ?? '') : own
    const accepted = own === '' && isLabel(value) ? null : accept(value, own === '')
    if (accepted) return accepted
  }
  return null
}

/**
 * The line after a bare `Company` is more often a menu than a name, unless it ends in a company
 * form.
 */
function companyName(value: string, isBelow: boolean): string | null {
  const name = nameIn(value)
  if (name === null) return null
  return isBelow && !COMPANY_LINE.test(name) && !JAPANESE.test(name) ? null : name
}

/** The name at the beginning of a text, without what a sentence adds to it. */
function nameIn(text: string): string | null {
  const folded = foldText(text)
  if (SENTENCE.test(folded)) return operatorIn(text)
  const end = NAME_ENDS.exec(folded)?.index ?? -1
  const prefix = COMPANY_PREFIX.exec(text)?.[0] ?? ''
  // "Luz y Fieltro SLU – B58304171": after the form, digits are no part of the name.
  const cut = prefix !== '' && /^\s?[–—,(-].*\d/u.test(text.slice(prefix.length)) ? prefix : text
  const value = end > 1 && end < cut.length ? text.slice(0, end) : cut
  // The final dot of `A.Ş.` belongs to the name.
  const endsInForm = /(?:^|[^\p{L}])\p{L}{1,4}\.$/u.test(value)
  const name = (endsInForm ? value : value.replace(/(?<![.,;])[.,;]+$/, '')).trim()
  const isName =
    name.length >= 2 &&
    name.length <= 90 &&
    /^["“„«]?[\p{L}\p{N}]/u.test(name) &&
    !isOtherLine(name)
  return isName && !PLATFORM.test(name) && name.split(' ').length <= 10 ? name : null
}

/** "This website is operated by Alder Mill Ltd, …" */
function operatorIn(text: string): string | null {
  const match = OPERATED_BY.exec(foldText(text))
  const rest = match ? text.slice(match.index + match[0].length) : ''
  const name = COMPANY_PREFIX.exec(rest)?.[0] ?? null
  return name && !PLATFORM.test(name) && !isOtherLine(name) ? name : null
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
  const [first = ''] = value.split(/[,;/(|]|\s(?:und|and|et|ve|en|&|[–—-])\s/u)
  const name = PERSON.exec(first.trim())?.[1] ?? JAPANESE_PERSON.exec(first.trim())?.[0] ?? null
  return name && name.length <= 60 && !NOT_A_PERSON.test(name) && countryNamed(name) === null
    ? name
    : null
}

/** "Lumen Filz, Inh. Jana Holtkamp", "Feltro di Luca Garvani", "Inés Calderón – 12345678Z" */
function ownerIn(line: string): string | null {
  if (line.length > 120) return null
  const match = OWNER_WORD.exec(foldText(line))
  const rest = match ? line.slice(match.index + match[0].length) : ''
  const named = COMPANY_PREFIX.test(rest) ? null : personName(rest)
  const [, after = ''] = /^\p{Lu}.{2,40}\sdi\s(\p{Lu}.{3,40})$/u.exec(line) ?? []
  const byName = namesPerson(after) ? personName(after) : null
  const byNumber = nameBeforeNumber(line) ?? ''
  return named ?? byName ?? (COMPANY_LINE.test(byNumber) ? null : personName(byNumber))
}

const TAX_NUMBER =
  /^(?:(?:c\.?i\.?f|n\.?i\.?f|dni|siren|siret|nipc|p\.? ?iva|vat|nip|cvr|org|kvk|vkn|steuer|ust|mersis|cnpj|еик)[^\d]{0,20}[\d .-]{7,}.{0,4}|[a-z]-?\d{7}[\da-j]|\d{8}[a-z])$/u

/** The name before a dash and a tax number. */
function nameBeforeNumber(line: string): string | null {
  const [, name = '', number = ''] = /^(\p{Lu}[^–—:]{2,60}?)\s?[–—-]\s(.{8,60})$/u.exec(line) ?? []
  return TAX_NUMBER.test(foldText(number)) && !isOtherLine(name) ? name : null
}

const isPartOfAddress = (line: string): boolean =>
  line.length <= 90 && !isOtherLine(line) && !isLabel(line) && !/[!?]/.test(line)

const isTown = (line: string): boolean => /^\p{Lu}[\p{L}\p{M}'’. /-]{1,40}$/u.test(line)

type Block = { text: string; from: number }

/**
 * The address in the lines from `from` on: a street, then postcode and town, then perhaps the
 * country. `first` is what stands behind a label.
 */
function addressIn(
  lines: string[],
  from: number,
  { first, country }: { first?: string; country: string | null },
): Block | null {
  const next = lines.slice(from, from + 6)
  const stop = next.findIndex((line) => !isPartOfAddress(line))
  const parts = [...(first ? [first] : []), ...(stop < 0 ? next : next.slice(0, stop))]
  const home = countryIn(parts.slice(0, 6)) ?? country
  const at = placeAt(parts, home) ?? (home === null ? null : placeAt(parts, null))
  if (!at) return null
  const { end, isSplit } = at
  const isWhole = hasNumberBeforeComma(parts[end] ?? '')
  const begin = first ? 0 : isWhole ? end : end - 1
  const street = parts[begin] ?? ''
  if (begin < 0 || (!first && !isWhole && !isStreet(street))) return null
  const place = parts.slice(end, end + (isSplit ? 2 : 1)).join(' ')
  const after = parts[end + (isSplit ? 2 : 1)] ?? ''
  const text = [...parts.slice(begin, end), place, ...(countryNamed(after) ? [after] : [])].join(
    ', ',
  )
  return { text, from: from + begin - (first ? 1 : 0) }
}

/** The line with the postcode; `isSplit` = the town has a line of its own. */
function placeAt(
  parts: string[],
  country: string | null,
): { end: number; isSplit: boolean } | null {
  for (const [end, line] of parts.entries()) {
    if (hasPostcode(line, country)) return { end, isSplit: false }
    const before = parts[end - 1] ?? ''
    if (/^[A-Z]\S{1,3} ?\S{3,4}$/.test(line) && endsInPostcode(line, country) && isTown(before))
      return { end: end - 1, isSplit: true }
    const next = parts[end + 1] ?? ''
    if (endsInPostcode(line, country) && isTown(next) && countryNamed(next) === null)
      return { end, isSplit: true }
  }
  return null
}

const addressAfter = (lines: string[], at: number, country: string | null): string | null =>
  addressIn(lines, at + 1, { country })?.text ?? null

/** `〒150-0001` on its own line, then the address; or both on one line. */
function japaneseAddressAfter(lines: string[], at: number): string | null {
  const next = lines.slice(at + 1, at + 3)
  const end = next.findIndex((line) => JAPANESE_PLACE.test(line) && line.length <= 90)
  return end < 0 ? null : next.slice(0, end + 1).join(' ')
}

function addressesUnder(lines: string[], label: RegExp, country: string | null): string[] {
  const found: string[] = []
  for (const [at, line] of lines.entries()) {
    const [whole] = label.exec(foldText(line)) ?? []
    if (whole === undefined) continue
    const own = line.slice(whole.length).trim()
    if (own === '') {
      const below = addressAfter(lines, at, country) ?? japaneseAddressAfter(lines, at)
      if (below) found.push(below)
    } else if (own.length <= 200 && !/@|https?:/.test(own)) {
      const value = labelledAddress(lines, at, own, country)
      if (value) found.push(value)
    }
  }
  return found
}

/** Turkish towns without a postcode: district and province. */
const DISTRICT = /^\p{Lu}[\p{L} ]{1,30} ?\/ ?\p{Lu}[\p{L} ]{1,30}$/u
const longEnough = (address: string): string | null => (address.length >= 8 ? address : null)

/** The text behind a label, and the lines below if the postcode is there. */
function labelledAddress(
  lines: string[],
  at: number,
  own: string,
  country: string | null,
): string | null {
  const plain = own.replace(/(?<![.;])[.;]+$/, '')
  const isComplete = hasPostcode(plain, countryIn([plain]) ?? country) || hasPostcode(plain, null)
  if (isComplete) {
    const next = lines[at + 1] ?? ''
    const isTownAlone = !/\d.*\D\d/.test(plain) && !plain.includes(',')
    return isTownAlone && isStreet(next) && !isLabel(next) ? `${plain}, ${next}` : plain
  }
  if (/^〒?\s?\d{3}[-－]\d{4}$/u.test(plain) && JAPANESE_PLACE.test(lines[at + 1] ?? ''))
    return `${plain} ${lines[at + 1] ?? ''}`
  const first = plain.replace(/,$/, '')
  const joined = addressIn(lines, at + 1, { first, country })?.text ?? null
  if (joined && isPartOfAddress(first)) return joined
  const next = lines[at + 1] ?? ''
  if (!/[\d０-９]/.test(plain) && !DISTRICT.test(next)) return null
  return DISTRICT.test(next) && isPartOfAddress(next) ? `${first}, ${next}` : longEnough(plain)
}

const HEADING = /^(?:angaben|informationen|anbieterkennzeichnung) (?:gemäß|nach|gem\.) §.{1,40}$/iu

type Owner = { company: string | null; person: string | null }

/** Who stands above the first address of a page without labels. */
function ownerAbove(lines: string[], block: Block): Owner {
  const above = lines
    .slice(Math.max(0, block.from - 3), block.from)
    .filter((line) => isPartOfAddress(line) && !/^c\/o\b/i.test(line))
    .slice(-2)
  const name = above.at(-1) ?? ''
  if (COMPANY_LINE.test(name)) return { company: nameIn(name), person: null }
  const before = above.length > 1 ? (above[0] ?? '') : ''
  const isReversed = namesPerson(before) && !namesPerson(name)
  const person = personName(isReversed ? before : name)
  // One name alone may be the name of the shop.
  const isPerson =
    person !== null &&
    (namesPerson(person) || HEADING.test(before) || (before !== '' && !isHeading(before)))
  return { company: null, person: isPerson ? person : null }
}

/** The title of a notice, not the name of a shop. */
const isHeading = (line: string): boolean =>
  /^(?:impressum|imprint|colofon|kunye|kontakt\p{L}*|contact\p{L}*|yhteystiedot|iletisim.{0,12}|coordonnees|anbieter\p{L}*|betreiber|angaben .{3,50}|.{0,20}(?:§|information|informacion|legal|legale|legales|legais|notice|oplysninger|uppgifter|data|kontaktowe).{0,20})$/u.test(
    foldText(line),
  )

/** A notice says who it is about at its beginning. */
const MAX_LINES_ABOVE = 40

/** The first address of a page without labels, with its owner. */
function unlabelled(
  lines: string[],
  country: string | null,
): (Owner & { address: string; from: number }) | null {
  for (const [at, line] of lines.slice(0, MAX_LINES_ABOVE).entries()) {
    if (!hasPostcode(line, country) && !hasPostcode(line, null) && !endsInPostcode(line, null))
      continue
    const block =
      addressIn(lines, Math.max(0, at - 1), { country }) ??
      addressIn(lines, Math.max(0, at - 2), { country }) ??
      addressIn(lines, at, { country })
    if (block) return { address: block.text, from: block.from, ...ownerAbove(lines, block) }
  }
  return null
}

const firstOf = <Value>(values: readonly Value[], read: (value: Value) => string | null) => {
  for (const value of values) {
    const found = read(value)
    if (found) return found
  }
  return null
}

/** A line that is the name of a company, or begins with it and goes on with a number. */
function companyInLine(line: string): string | null {
  const isLine = COMPANY_LINE.test(line)
  const prefix = isLine ? line : (COMPANY_PREFIX.exec(line)?.[0] ?? '')
  const rest = line.slice(prefix.length)
  const goesOn =
    prefix !== '' &&
    (/^\s?[–—,(-]\s?[^\p{Ll}]{0,4}\d/u.test(rest) || NAME_ENDS.exec(foldText(rest))?.index === 0)
  if (isLine || goesOn) return nameIn(prefix)
  const name = nameBeforeNumber(line)
  return operatorIn(line) ?? (name !== null && personName(name) === null ? name : null)
}

/**
 * Who runs the shop, if the lines say so in one of the usual forms. Leaves out anything doubtful.
 */
export function readLegalLines(
  { kind, lines: all }: LegalPage,
  country: string | null = null,
): LegalNotice {
  const othersAt = all.findIndex((line) => OTHERS_BEGIN.test(line))
  const lines = othersAt < 0 ? all : all.slice(0, othersAt)
  const block = kind === 'labelled' ? null : unlabelled(lines, country)
  const company = companyOf(kind, lines, block)
  const responsible =
    labelled(lines, RESPONSIBLE_LABEL, (value) =>
      COMPANY_PREFIX.test(value) ? null : personName(value),
    ) ??
    (kind === 'labelled' ? null : firstOf(lines, ownerIn)) ??
    (company ? null : (block?.person ?? null))
  const labelledOne = addressesUnder(lines, ADDRESS_LABEL, country)[0] ?? null
  return {
    company,
    responsible,
    address:
      labelledOne ?? addressOfOwner(kind, lines, company?.value ?? responsible, country, block),
  }
}

function companyOf(
  kind: LegalPage['kind'],
  lines: string[],
  block: Owner | null,
): LegalNotice['company'] {
  const named =
    labelled(lines, COMPANY_LABEL, companyName) ??
    labelled(lines, RESPONSIBLE_LABEL, (value) => {
      const name = nameIn(value)
      return name && COMPANY_LINE.test(name) ? name : null
    })
  if (named) return { value: named, path: 'legal notice label' }
  const written = kind === 'legal' ? firstOf(lines, companyInLine) : (block?.company ?? null)
  if (written) return { value: written, path: 'legal notice line' }
  const traded = labelled(lines, TRADE_NAME_LABEL, (value, isBelow) =>
    companyName(value, isBelow && kind !== 'information'),
  )
  return traded ? { value: traded, path: 'trade name label' } : null
}

/** The lines below the owner, or on the platform's own page the only address. */
function addressOfOwner(
  kind: LegalPage['kind'],
  lines: string[],
  owner: string | null,
  country: string | null,
  block: { address: string; from: number } | null,
): string | null {
  if (kind === 'labelled') return null
  const at = owner === null ? -1 : lines.findIndex((line) => line.includes(owner))
  const [, behind = ''] = owner === null || at < 0 ? [] : (lines[at] ?? '').split(owner)
  const own = behind.replace(/^[\s,–-]+/u, '').replace(/\.$/, '')
  if (isStreet(own) && hasNumberBeforeComma(own) && hasPostcode(own, country)) return own
  const below = at < 0 ? null : addressAfter(lines, at, country)
  // Numbers may stand between the owner and the street.
  const isNear = block !== null && at >= 0 && block.from > at && block.from <= at + 5
  return below ?? (isNear || kind === 'information' ? (block?.address ?? null) : null)
}

function hasNumberBeforeComma(line: string): boolean {
  const digit = line.search(/\d/)
  return digit >= 0 && line.includes(',', digit)
}

const LEGAL_PATH =
  /\/(?:policies\/legal-notice|pages\/(?:impressum|imprint|legal-notice|mentions-legales|aviso-legal|informacion-legal|informacoes-legais|note-legali|informazioni-legali|kunye|yasal-bilgi|firma-bilgileri|sirket-bilgileri|bedrijfsgegevens|juridische-informatie|dane-firmy|anbieterkennzeichnung|rechtliche-hinweise|foretagsinformation|virksomhedsoplysninger|firmaopplysninger|yritystiedot|obchodni-udaje|tokushoho|tokutei|特定商取引|特商法|правна-информация|за-търговеца|данни-за-търговеца|colofon|legal)[^/]*)\/?$/
const CONTACT_INFORMATION_PATH = /\/policies\/contact-information\/?$/

/**
 * `legal` = prints who runs the shop; `information` = the platform's page with the shop's contact;
 * `labelled` = may say so, line by line with labels.
 */
type LegalPage = { kind: 'legal' | 'information' | 'labelled'; lines: string[] }

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
  const isInformation = CONTACT_INFORMATION_PATH.test(path)
  if (!isLegal && !isInformation && !isContact) return null
  const lines = scan.textBlocks
    .filter(({ region }) => region === 'page')
    .slice(0, MAX_LINES)
    .map(({ text }) =>
      text.slice(0, 400).replaceAll(INLINE_BREAK, ' ').replaceAll(/\s+/g, ' ').trim(),
    )
  const kind = isLegal ? 'legal' : isInformation ? 'information' : 'labelled'
  return { kind, lines: lines.filter((line) => line !== '') }
}

/** The lines of a page that may say who runs the shop; null for other pages. */
export const legalLinesOf = (page: ParsedPage): string[] | null => legalPageOf(page)?.lines ?? null

export const labelledFurtherAddresses = (page: ParsedPage): string[] =>
  addressesUnder(legalLinesOf(page) ?? [], FURTHER_ADDRESS_LABEL, null)
