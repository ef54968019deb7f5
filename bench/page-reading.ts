/**
 * `node bench/page-reading.ts COMMIT [kind]`: reads pages of each kind with these sources and with
 * those of an earlier commit, in turn in one process, and prints the ratio of the times. The pages
 * come from the simulated world, and from the corpus if it is next to the project.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Page } from '#discovery/document/page.ts'
import { extractVisit } from '#discovery/extract/extract-visit.ts'
import { pageOf, shopsOf, visitOf } from '#scripts/extraction/world-pages.ts'
import { listCorpus, readCorpus } from '#testing/discovery/corpus.ts'
import { LANGUAGES } from '../sim/shop-platform/catalogue/languages.ts'

const SHOPS_PER_LANGUAGE = 4
const ROUNDS = 20
const MAX_RATIO = 1.05

type Reader = (page: Page) => unknown
type Row = { kind: string; page: Page }

const readerOf =
  (read: typeof extractVisit): Reader =>
  (page) =>
    read({ home: null, meta: null, products: null, contact: [page] }, new URL(page.url).hostname)

async function referenceAt(folder: string): Promise<Reader> {
  const url = pathToFileURL(join(folder, 'discovery/extract/extract-visit.ts')).href
  const reference: { extractVisit: typeof extractVisit } = await import(url)
  return readerOf(reference.extractVisit)
}

const kindOf = ({ url }: Page): string =>
  /legal-notice/.test(url)
    ? 'legal notice'
    : /contact-information/.test(url)
      ? 'contact information'
      : /conta[ct]t?/.test(url)
        ? 'contact page'
        : /\/policies\/|privacy/.test(url)
          ? 'policy'
          : 'other page'

function worldPages(): Page[] {
  const visits = LANGUAGES.flatMap((language) =>
    shopsOf(language, SHOPS_PER_LANGUAGE).map((shop) => visitOf(shop)),
  )
  return visits.flatMap(({ home, contact }) => [...(home ? [home] : []), ...contact])
}

const corpusPages = (): Page[] =>
  listCorpus('html').map((file) =>
    pageOf(`https://shop.example/pages/${file}`, readCorpus(`html/${file}`)),
  )

function timeOf(read: Reader, page: Page): number {
  const begin = performance.now()
  read(page)
  return performance.now() - begin
}

/** The least time of each page: what the machine does beside it only ever adds. */
function bestOf(page: Page, readers: { now: Reader; before: Reader }) {
  const best = { now: Infinity, before: Infinity }
  for (let round = 0; round < ROUNDS; round++)
    for (const side of round % 2 ? (['now', 'before'] as const) : (['before', 'now'] as const))
      best[side] = Math.min(best[side], timeOf(readers[side], page))
  return best
}

function compare(rows: Row[], readers: { now: Reader; before: Reader }): boolean {
  let isSlower = false
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const pages = rows.flatMap((row) => (row.kind === kind ? row.page : []))
    for (const page of pages) bestOf(page, readers)
    const all = pages.map((page) => bestOf(page, readers))
    const now = all.reduce((sum, best) => sum + best.now, 0)
    const before = all.reduce((sum, best) => sum + best.before, 0)
    const ratio = now / before
    isSlower ||= ratio > MAX_RATIO
    const each = (ms: number): string => `${(ms / pages.length).toFixed(2).padStart(7)} ms`
    process.stdout.write(
      `${kind.padEnd(22)} ${String(pages.length).padStart(4)} pages ${each(now)}, before ${each(before)}, ratio ${ratio.toFixed(2)}${ratio > MAX_RATIO ? '  SLOWER' : ''}\n`,
    )
  }
  return isSlower
}

const [commit = 'HEAD', only = ''] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'page-reading-'))
const git = (...words: string[]): Buffer => execFileSync('git', words, { stdio: 'pipe' })
git('worktree', 'add', '--detach', folder, commit)
try {
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const readers = { now: readerOf(extractVisit), before: await referenceAt(folder) }
  const rows = [
    ...worldPages().map((page) => ({ kind: kindOf(page), page })),
    ...corpusPages().map((page) => ({ kind: `corpus: ${kindOf(page)}`, page })),
  ].filter(({ kind }) => kind.includes(only))
  process.exitCode = compare(rows, readers) ? 1 : 0
} finally {
  git('worktree', 'remove', '--force', folder)
}
