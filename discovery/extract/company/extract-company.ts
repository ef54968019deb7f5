import { legalPageOf } from '#discovery/extract/company/legal-page.ts'
import { readLegalLines } from '#discovery/extract/company/read-legal-lines.ts'
import { factOf } from '#discovery/extract/fact.ts'
import { recordOf, textOf, type JsonRecord } from '#discovery/extract/json-value.ts'
import { organizationsOf } from '#discovery/extract/linked-data.ts'
import type { Fact } from '#discovery/extract/store-snapshot.ts'
import type { ReadPage } from '#discovery/extract/visit.ts'

export type CompanyFacts = {
  company: Fact<string> | null
  responsible: Fact<string> | null
  address: Fact<string> | null
}

// A legal notice is more reliable than a contact page.
const RANK = { legal: 0, labelled: 1 }

const postalAddress = (node: JsonRecord): string | null => {
  const address = recordOf(node['address'])
  const street = textOf(address['streetAddress'], 150)
  const place = [textOf(address['postalCode'], 20), textOf(address['addressLocality'], 80)]
    .filter(Boolean)
    .join(' ')
  return street && place !== '' ? `${street}, ${place}` : null
}

function fromLinkedData(page: ReadPage, facts: CompanyFacts): void {
  for (const node of organizationsOf(page.linkedData)) {
    const name = textOf(node['legalName'], 120)
    const address = postalAddress(node)
    if (name) facts.company ??= factOf(name, 'observed', page.page, 'JSON-LD Organization.legalName')
    if (address) facts.address ??= factOf(address, 'observed', page.page, 'JSON-LD Organization.address')
  }
}

/** Company, responsible person and address, as a legal notice, contact information or structured data prints them. */
export function extractCompany(pages: ReadPage[]): CompanyFacts {
  const facts: CompanyFacts = { company: null, responsible: null, address: null }
  const legal = pages.flatMap((page) => {
    const found = legalPageOf(page)
    return found ? [{ page, ...found }] : []
  })
  for (const { page, kind, lines } of legal.toSorted((a, b) => RANK[a.kind] - RANK[b.kind])) {
    const { company, responsible, address } = readLegalLines({ kind, lines })
    if (company) facts.company ??= factOf(company.value, 'detected', page.page, company.path)
    if (responsible) facts.responsible ??= factOf(responsible, 'detected', page.page, 'legal notice label')
    if (address) facts.address ??= factOf(address, 'detected', page.page, 'legal notice address')
  }
  for (const page of pages) fromLinkedData(page, facts)
  return facts
}
