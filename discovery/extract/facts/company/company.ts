import { type JsonRecord, recordOf, textOf } from '#discovery/document/json.ts'
import type { ParsedPage } from '#discovery/extract/parsed-visit.ts'
import { type Fact, factOf } from '#discovery/extract/store-snapshot.ts'
import {
  addressAfter,
  addressesUnder,
  hasNumberBeforeComma,
  type Owner,
  unlabelled,
} from './addresses.ts'
import type { LabelKind } from './legal-labels.ts'
import {
  behindLabel,
  foldedLine,
  isLabel,
  type LegalPage,
  legalLinesOf,
  legalPageOf,
} from './legal-pages.ts'
import { COMPANY_LINE, COMPANY_PREFIX, OTHERS_BEGIN } from './legal-words.ts'
import { companyInLine, companyName, nameIn, ownerIn, personName } from './names.ts'
import { hasPostcode, isStreet } from './postcodes.ts'

type CompanyFacts = {
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
export function extractCompany(pages: ParsedPage[], country: string | null): CompanyFacts {
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
  for (const node of page.organizations) {
    const name = textOf(node['legalName'], 120)
    const address = postalAddress(node)
    if (name)
      facts.company ??= factOf(name, 'observed', page.page, 'JSON-LD Organization.legalName')
    if (address)
      facts.address ??= factOf(address, 'observed', page.page, 'JSON-LD Organization.address')
  }
}

type LegalNotice = {
  company: { value: string; path: string } | null
  responsible: string | null
  address: string | null
}

/** The text after a label, on the same line or on the next one. */
function labelled(
  lines: string[],
  kind: LabelKind,
  accept: (value: string, isBelow: boolean) => string | null,
): string | null {
  for (const [at, line] of lines.entries()) {
    const own = behindLabel(line, kind)
    if (own === null) continue
    const value = own === '' ? (lines[at + 1] ?? '') : own
    const accepted = own === '' && isLabel(value) ? null : accept(value, own === '')
    if (accepted) return accepted
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

const MARK = /\s[–—|·•-]\s/gu

/** A notice in one line, its parts set apart by marks, or the address after the company's form. */
function partsOf(line: string): string[] {
  if (line.length > 250 || !/\d{4}|[A-Z]\d/.test(line)) return [line]
  if ((line.match(MARK) ?? []).length >= 2) return line.split(MARK).map((part) => part.trim())
  const company = COMPANY_PREFIX.exec(line)?.[0] ?? ''
  const [, rest = ''] = /^, (.+)$/u.exec(line.slice(company.length)) ?? []
  return company !== '' && hasNumberBeforeComma(rest) && hasPostcode(rest, null)
    ? [company, rest]
    : [line]
}

function once<Value>(read: () => Value): () => Value {
  let known: { value: Value } | null = null
  return () => (known ??= { value: read() }).value
}

/**
 * Who runs the shop, if the lines say so in one of the usual forms. Leaves out anything doubtful.
 */
export function readLegalLines(
  { kind, lines: all }: LegalPage,
  country: string | null = null,
): LegalNotice {
  const othersAt = all.findIndex((line) => OTHERS_BEGIN.test(foldedLine(line)))
  const lines = (othersAt < 0 ? all : all.slice(0, othersAt)).flatMap(partsOf)
  const blockOf = once(() => (kind === 'labelled' ? null : unlabelled(lines, country)))
  const company = companyOf(kind, lines, blockOf)
  const responsible =
    labelled(lines, 'responsible', (value) =>
      COMPANY_PREFIX.test(value) ? null : personName(value),
    ) ??
    (kind === 'labelled' ? null : firstOf(lines, ownerIn)) ??
    (company ? null : (blockOf()?.person ?? null))
  const labelledOne = addressesUnder(lines, 'address', country)[0] ?? null
  return {
    company,
    responsible,
    address:
      labelledOne ?? addressOfOwner(kind, lines, company?.value ?? responsible, country, blockOf),
  }
}

function companyOf(
  kind: LegalPage['kind'],
  lines: string[],
  blockOf: () => Owner | null,
): LegalNotice['company'] {
  const named =
    labelled(lines, 'company', companyName) ??
    labelled(lines, 'responsible', (value) => {
      const name = nameIn(value)
      return name && COMPANY_LINE.test(name) ? name : null
    })
  if (named) return { value: named, path: 'legal notice label' }
  const written = kind === 'legal' ? firstOf(lines, companyInLine) : (blockOf()?.company ?? null)
  if (written) return { value: written, path: 'legal notice line' }
  const traded = labelled(lines, 'trade', (value, isBelow) =>
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
  blockOf: () => { address: string; from: number } | null,
): string | null {
  if (kind === 'labelled') return null
  const at = owner === null ? -1 : lines.findIndex((line) => line.includes(owner))
  const [, behind = ''] = owner === null || at < 0 ? [] : (lines[at] ?? '').split(owner)
  const own = behind.replace(/^[\s,–-]+/u, '').replace(/\.$/, '')
  if (isStreet(own) && hasNumberBeforeComma(own) && hasPostcode(own, country)) return own
  const below = at < 0 ? null : addressAfter(lines, at, country)
  if (below) return below
  const block = blockOf()
  // Numbers may stand between the owner and the street.
  const isNear = block !== null && at >= 0 && block.from > at && block.from <= at + 5
  // A shop whose owner the notice does not tell from its name.
  const isAtTop = owner === null && block !== null && block.from <= 4
  return isNear || isAtTop || kind === 'information' ? (block?.address ?? null) : null
}

export const labelledFurtherAddresses = (page: ParsedPage): string[] =>
  addressesUnder(legalLinesOf(page) ?? [], 'further', null)
