import { foldText } from '#discovery/document/fold-text.ts'
import { percentDecoded } from '#discovery/document/urls.ts'
import { type Label, type LabelKind, labelOf } from './legal-labels.ts'
import type { ParsedPage } from '#discovery/extract/parsed-visit.ts'
import { oneLine } from '#discovery/extract/scan-elements.ts'

const LEGAL_PATH =
  /\/(?:policies\/legal-notice|pages\/(?:impressum|imprint|legal-notice|mentions-legales|aviso-legal|informacion-legal|informacoes-legais|note-legali|informazioni-legali|kunye|yasal-bilgi|firma-bilgileri|sirket-bilgileri|bedrijfsgegevens|juridische-informatie|dane-firmy|anbieterkennzeichnung|rechtliche-hinweise|foretagsinformation|virksomhedsoplysninger|firmaopplysninger|yritystiedot|obchodni-udaje|tokushoho|tokutei|特定商取引|特商法|правна-информация|за-търговеца|данни-за-търговеца|colofon|legal)[^/]*)\/?$/
const CONTACT_INFORMATION_PATH = /\/policies\/contact-information\/?$/

/**
 * `legal` = prints who runs the shop; `information` = the platform's page with the shop's contact;
 * `labelled` = may say so, line by line with labels.
 */
export type LegalPage = { kind: 'legal' | 'information' | 'labelled'; lines: string[] }

const MAX_LINES = 400

type Line = { folded: string; label: Label | null }

const MAX_LINES_KNOWN = 500
const lines = new Map<string, Line>()

/** A line folded, with its label; each rule about notices asks for the same lines again. */
function lineOf(text: string): Line {
  const known = lines.get(text)
  if (known !== undefined) return known
  if (lines.size >= MAX_LINES_KNOWN) lines.clear()
  const folded = foldText(text)
  const line = { folded, label: labelOf(folded) }
  lines.set(text, line)
  return line
}

export const foldedLine = (line: string): string => lineOf(line).folded

/** What stands behind a label of this kind, '' if nothing; null if the line has no such label. */
export function behindLabel(line: string, kind: LabelKind): string | null {
  const { label } = lineOf(line)
  return label?.kinds.includes(kind) ? line.slice(label.length).trim() : null
}

/** Whether the line begins with a label of the owner or of his address. */
export const isLabel = (line: string): boolean =>
  lineOf(line).label?.kinds.some((kind) => kind !== 'further') ?? false

const known = new WeakMap<ParsedPage, LegalPage | null>()

/** The page's main text, line by line; null for pages that never carry company details. */
export function legalPageOf(page: ParsedPage): LegalPage | null {
  const read = known.get(page)
  if (read !== undefined) return read
  const legal = readLegalPage(page)
  known.set(page, legal)
  return legal
}

function readLegalPage({ page, scan, isContact }: ParsedPage): LegalPage | null {
  const path = percentDecoded(URL.parse(page.url)?.pathname ?? '')
    .toLowerCase()
    .replace(/\.html$/, '')
  const isLegal = LEGAL_PATH.test(path)
  const isInformation = CONTACT_INFORMATION_PATH.test(path)
  if (!isLegal && !isInformation && !isContact) return null
  const lines = scan.textBlocks
    .filter(({ region }) => region === 'page')
    .slice(0, MAX_LINES)
    .map(({ text }) => oneLine(text).trim())
  const kind = isLegal ? 'legal' : isInformation ? 'information' : 'labelled'
  return { kind, lines: lines.filter((line) => line !== '') }
}

/** The lines of a page that may say who runs the shop; null for other pages. */
export const legalLinesOf = (page: ParsedPage): string[] | null => legalPageOf(page)?.lines ?? null
