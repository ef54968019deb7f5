import { namesPerson } from '#discovery/extract/facts/contact/email-kind.ts'
import type { LabelKind } from './legal-labels.ts'
import { COMPANY_LINE } from './legal-words.ts'
import { behindLabel, foldedLine, isLabel } from './legal-pages.ts'
import { nameIn, personName } from './names.ts'
import {
  countryIn,
  countryNamed,
  endsInPostcode,
  hasPostcode,
  isOtherLine,
  isStreet,
  mayBePostcode,
} from './postcodes.ts'

const JAPANESE_PLACE = /^[^都道府県]*[都道府県][^市区町村郡]*[市区町村郡].*[\d０-９]/u

const isPartOfAddress = (line: string): boolean =>
  line.length <= 90 && !isOtherLine(line) && !isLabel(line) && !/[!?]/.test(line)

const isTown = (line: string): boolean => /^\p{Lu}[\p{L}\p{M}'’. /-]{1,40}$/u.test(line)

export type Block = { text: string; from: number }

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
  if (!next.some(mayBePostcode) && !(first && mayBePostcode(first))) return null
  const stop = next.findIndex((line) => !isPartOfAddress(line))
  const parts = [...(first ? [first] : []), ...(stop < 0 ? next : next.slice(0, stop))]
  const home = countryIn(parts.slice(0, 6)) ?? country
  const at = placeAt(parts, home) ?? (home === null ? null : placeAt(parts, null))
  if (!at) return null
  const { end, isSplit } = at
  const isWhole = hasNumberBeforeComma(parts[end] ?? '')
  const begin = first ? 0 : isWhole ? end : end - linesAbove(parts, end)
  const street = parts[begin] ?? ''
  if (begin < 0 || (!first && !isWhole && !isStreet(street))) return null
  const place = parts.slice(end, end + (isSplit ? 2 : 1)).join(' ')
  const after = parts[end + (isSplit ? 2 : 1)] ?? ''
  const text = [...parts.slice(begin, end), place, ...(countryNamed(after) ? [after] : [])].join(
    ', ',
  )
  return { text, from: from + begin - (first ? 1 : 0) }
}

/** A village or part of the town may stand between the street and the postcode. */
const linesAbove = (parts: string[], end: number): number =>
  !isStreet(parts[end - 1] ?? '') && isTown(parts[end - 1] ?? '') && isStreet(parts[end - 2] ?? '')
    ? 2
    : 1

/** The line with the postcode; `isSplit` = the town is on a separate line. */
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

export const addressAfter = (lines: string[], at: number, country: string | null): string | null =>
  addressIn(lines, at + 1, { country })?.text ?? null

/** `〒150-0001` on its own line, then the address; or both on one line. */
function japaneseAddressAfter(lines: string[], at: number): string | null {
  const next = lines.slice(at + 1, at + 3)
  const end = next.findIndex((line) => JAPANESE_PLACE.test(line) && line.length <= 90)
  return end < 0 ? null : next.slice(0, end + 1).join(' ')
}

export function addressesUnder(lines: string[], kind: LabelKind, country: string | null): string[] {
  const found: string[] = []
  for (const [at, line] of lines.entries()) {
    const own = behindLabel(line, kind)
    if (own === null) continue
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
  const isComplete =
    mayBePostcode(plain) &&
    (hasPostcode(plain, null) || hasPostcode(plain, countryIn([plain]) ?? country))
  if (isComplete) {
    const next = lines[at + 1] ?? ''
    const isTownAlone = !/\d\D+\d/.test(plain) && !plain.includes(',')
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

export type Owner = { company: string | null; person: string | null }

/** The name above the first address of a page without labels. */
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
    foldedLine(line),
  )

/** A notice says who it is about at its beginning. */
const MAX_LINES_ABOVE = 40

/** The first address of a page without labels, with its owner. */
export function unlabelled(
  lines: string[],
  country: string | null,
): (Owner & { address: string; from: number }) | null {
  for (const [at, line] of lines.slice(0, MAX_LINES_ABOVE).entries()) {
    const isPlace =
      !isLabel(line) &&
      behindLabel(line, 'further') === null &&
      (hasPostcode(line, country) || hasPostcode(line, null) || endsInPostcode(line, null))
    if (!isPlace) continue
    const block =
      addressIn(lines, Math.max(0, at - 1), { country }) ??
      addressIn(lines, Math.max(0, at - 2), { country }) ??
      addressIn(lines, at, { country })
    if (block) return { address: block.text, from: block.from, ...ownerAbove(lines, block) }
  }
  return null
}

export function hasNumberBeforeComma(line: string): boolean {
  const digit = line.search(/\d/)
  return digit >= 0 && line.includes(',', digit)
}
