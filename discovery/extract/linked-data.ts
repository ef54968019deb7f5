import { decodeHTMLStrict } from 'entities'
import { isRecord, parseJson, type JsonRecord } from '#discovery/document/json.ts'
import { parseLenientJson } from '#discovery/document/lenient-json.ts'
import type { HtmlScan } from './scan-elements.ts'

const MAX_NODES = 500

/**
 * All nodes of the page's JSON-LD: top-level nodes and members of arrays and `@graph`; nested
 * values stay in their node.
 */
export function readLinkedData(scan: HtmlScan): JsonRecord[] {
  const nodes: JsonRecord[] = []
  const visit = (value: unknown, depth: number): void => {
    if (nodes.length >= MAX_NODES || depth > 4) return
    if (Array.isArray(value)) for (const item of value) visit(item, depth + 1)
    else if (isRecord(value)) {
      nodes.push(value)
      if (value['@graph'] !== undefined) visit(value['@graph'], depth + 1)
    }
  }
  for (const script of scan.scripts)
    if (script.type.includes('ld+json')) visit(readScript(script.text), 0)
  return nodes
}

/** Templates escape their values for HTML, where a script needs none. */
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i

const MAX_DEPTH = 64

function withoutEntities(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return ENTITY.test(value) ? decodeHTMLStrict(value) : value
  if (depth > MAX_DEPTH) return null
  if (Array.isArray(value)) return value.map((item) => withoutEntities(item, depth + 1))
  if (!isRecord(value)) return value
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutEntities(item, depth + 1)]))
}

function readScript(text: string): unknown {
  const value = parseJson(text) ?? parseLenientJson(text)
  return ENTITY.test(text) ? withoutEntities(value) : value
}

export const typesOf = (node: JsonRecord): string[] =>
  [node['@type']].flat().filter((type) => typeof type === 'string')

const ORGANIZATION = /(?:Organization|Store|Business|Corporation|Brand|Shop|Agency|Club)$/
/** Kinds of organisations of schema.org whose name does not say so. */
const ORGANIZATION_LIKE = new Set(
  `Restaurant Bakery Winery Brewery Distillery BarOrPub Cafe Florist DaySpa BeautySalon HairSalon
  NailSalon TattooParlor ArtGallery Pharmacy Optician Dentist MedicalClinic VeterinaryCare
  Attorney Notary Locksmith Plumber Electrician GeneralContractor HousePainter MovingCompany
  RoofingContractor RealEstateAgent Hotel Hostel Motel Resort BedAndBreakfast Campground NGO
  Library School Consortium CollegeOrUniversity EducationalOrganization MusicGroup TheaterGroup
  DanceGroup PerformingGroup SportsTeam ExerciseGym ShoppingCenter AnimalShelter ChildCare
  DryCleaningOrLaundry SelfStorage AutoDealer AutoRepair AutoRental AutoWash MotorcycleDealer
  Cooperative LegalService ProfessionalService FinancialService AccountingService EmergencyService`.split(
    /\s+/,
  ),
)

const isOrganization = (node: JsonRecord): boolean =>
  typesOf(node)
    .map((type) => type.split(/[/#:]/).at(-1) ?? '')
    .some((type) => ORGANIZATION.test(type) || ORGANIZATION_LIKE.has(type))

/** Properties in which a page names its organization; an article's `about` names its subject. */
const HOLDERS: readonly [types: RegExp, fields: readonly string[]][] = [
  [
    /(?:WebSite|Page)$/,
    ['publisher', 'mainEntity', 'about', 'copyrightHolder', 'provider', 'isPartOf'],
  ],
  [/(?:Article|Posting|Blog)$/, ['publisher', 'isPartOf']],
]
const MAX_HELD = 3

const heldBy = (node: JsonRecord): JsonRecord[] =>
  HOLDERS.filter(([types]) => typesOf(node).some((type) => types.test(type)))
    .flatMap(([, fields]) => fields)
    .flatMap((field) => node[field])
    .filter(isRecord)

/** The nodes that describe the shop as a company: those by themselves, then those of its pages. */
export function organizationsOf(nodes: JsonRecord[]): JsonRecord[] {
  const all = [...nodes]
  for (let level = nodes, depth = 0; level.length > 0 && depth < MAX_HELD; depth++)
    all.push(...(level = level.flatMap(heldBy)))
  return all.filter(isOrganization)
}
