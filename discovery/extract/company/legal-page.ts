import { INLINE_BREAK } from '#discovery/extract/html-scan.ts'
import type { ReadPage } from '#discovery/extract/visit.ts'

const LEGAL_PATH =
  /\/(?:policies\/legal-notice|pages\/(?:impressum|imprint|legal-notice|mentions-legales|aviso-legal|note-legali|kunye|tokushoho|colofon|legal)[^/]*)\/?$/
const CONTACT_INFORMATION_PATH = /\/policies\/contact-information\/?$/

/** `legal` = prints who runs the shop; `labelled` = may do so, line by line with labels. */
export type LegalPage = { kind: 'legal' | 'labelled'; lines: string[] }

const MAX_LINES = 400

/** The page's main text, line by line; null for pages that never carry company details. */
export function legalPageOf({ page, scan, isContact }: ReadPage): LegalPage | null {
  const path = (URL.parse(page.url)?.pathname ?? '').toLowerCase().replace(/\.html$/, '')
  const isLegal = LEGAL_PATH.test(path)
  if (!isLegal && !CONTACT_INFORMATION_PATH.test(path) && !isContact) return null
  const lines = scan.textBlocks
    .filter(({ region }) => region === 'page')
    .slice(0, MAX_LINES)
    .map(({ text }) => text.slice(0, 400).replaceAll(INLINE_BREAK, ' ').replaceAll(/\s+/g, ' ').trim())
  return { kind: isLegal ? 'legal' : 'labelled', lines: lines.filter((line) => line !== '') }
}
