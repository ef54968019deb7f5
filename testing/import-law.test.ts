import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

type Row = { file: string; allowed: string[]; forbidden: string[] }

/**
 * One row per line of the import table in ARCHITECTURE.md: a file, what it may import, and the
 * neighbours that are most tempting.
 */
const LAW = rowsOf([
  [
    'contracts/a.ts',
    './b.ts #contracts/b.ts zod/mini',
    'zod kysely node:fs #i18n/languages.ts #discovery/ct/tiles.ts #testing/clock.ts',
  ],
  ['contracts/a.test.ts', 'vitest #contracts/b.ts #testing/clock.ts', '#server/app.ts'],
  ['i18n/a.ts', './b.ts', '#contracts/b.ts #web/lib/b.ts #sim/world.ts'],
  ['i18n/a.test.ts', '#contracts/b.ts', '#web/lib/b.ts #server/app.ts'],
  [
    'discovery/ct/a.ts',
    './b.ts #discovery/fetch/b.ts #contracts/b.ts htmlparser2 node:crypto',
    `#server/platform/db/client.ts #server/platform/config.ts
     #i18n/b.ts #web/lib/b.ts #sim/world.ts`,
  ],
  ['discovery/ct/a.test.ts', '#testing/clock.ts', '#sim/world.ts #server/platform/config.ts'],
  [
    'server/platform/db/a.ts',
    './b.ts #contracts/b.ts #server/platform/errors.ts #discovery/fetch/b.ts kysely',
    '#server/app.ts #server/context.ts #server/catalog/api.ts #server/site/b.ts',
  ],
  [
    'server/catalog/a.ts',
    './search/search.ts #server/catalog/search/b.ts',
    `./search/embedded/b.ts ./search/clickhouse/b.ts
     #server/catalog/search/embedded/b.ts #server/catalog/search/clickhouse/b.ts`,
  ],
  [
    'server/catalog/search/embedded/a.ts',
    './b.ts #server/catalog/search/b.ts',
    '#server/catalog/search/clickhouse/b.ts #server/site/b.ts',
  ],
  [
    'server/catalog/search/clickhouse/a.ts',
    './b.ts #server/catalog/search/b.ts',
    '#server/catalog/search/embedded/b.ts #server/site/b.ts',
  ],
  [
    'server/catalog/search/a.ts',
    `./b.ts ./embedded/b.ts ./clickhouse/b.ts
     #contracts/b.ts #server/catalog/b.ts #server/platform/db/b.ts`,
    '#server/workspace/api.ts #server/context.ts #server/app.ts #discovery/ct/b.ts',
  ],
  [
    'server/workspace/saved/a.ts',
    '#server/workspace/exports/b.ts #server/catalog/api.ts #server/platform/http/route.ts',
    '#server/catalog/b.ts #server/catalog/search/b.ts #server/site/api.ts #web/paths.ts',
  ],
  [
    'server/operator/accounts/a.ts',
    '#server/operator/b.ts #server/billing/api.ts #server/discovery/api.ts',
    '#server/billing/b.ts #discovery/ct/b.ts #server/context.ts #web/paths.ts',
  ],
  [
    'server/workspace/saved/a.test.ts',
    '#testing/clock.ts #server/opt-out/b.ts',
    '#sim/world.ts #web/paths.ts',
  ],
  [
    'server/discovery/logs/a.ts',
    '#discovery/ct/b.ts #server/platform/jobs/b.ts #server/opt-out/api.ts',
    '#server/app.ts #server/workspace/api.ts #server/opt-out/b.ts #sim/world.ts',
  ],
  [
    'server/accounts/a.ts',
    './b.ts #i18n/b.ts',
    '#server/workspace/api.ts #server/billing/api.ts #discovery/ct/b.ts',
  ],
  [
    'server/app.ts',
    '#server/catalog/api.ts #server/platform/b.ts #discovery/ct/b.ts #i18n/b.ts',
    '#sim/world.ts #testing/clock.ts #web/paths.ts #scripts/b.ts',
  ],
  [
    'server/cli/a.ts',
    './b.ts #server/platform/b.ts #server/operations/b.ts #server/supervisor.ts',
    '#sim/world.ts #testing/clock.ts #web/paths.ts #scripts/b.ts',
  ],
  [
    'web/lib/dates/a.ts',
    '#web/lib/b.ts #web/api/b.ts #contracts/b.ts #web/paths.ts react',
    '#web/ui/b.tsx #web/catalog/b.tsx #server/platform/errors.ts node:fs zod',
  ],
  [
    'web/ui/a.tsx',
    '#web/lib/b.ts #i18n/b.ts #web/ui/form/b.tsx',
    '#web/catalog/b.tsx #web/router.tsx #discovery/ct/b.ts',
  ],
  [
    'web/api/a.ts',
    '#web/lib/b.ts #contracts/b.ts',
    '#web/ui/b.tsx #web/catalog/b.tsx #web/router.tsx',
  ],
  [
    'web/catalog/list/a.tsx',
    `./b.tsx #web/ui/b.tsx #web/lib/b.ts #web/api/b.ts
     #web/catalog/store/b.tsx #web/workspace/api.ts`,
    `#web/workspace/saved-searches/b.tsx #web/accounts/api.ts
     ../../site/b.tsx #web/router.tsx #server/app.ts`,
  ],
  [
    'web/workspace/feeds/a.tsx',
    '#web/accounts/api.ts #web/ui/b.tsx #web/workspace/b.tsx',
    '#web/accounts/identity/b.tsx #web/catalog/b.tsx #web/billing/b.tsx',
  ],
  [
    'web/billing/plan/a.tsx',
    '#web/accounts/api.ts #web/ui/b.tsx #web/billing/b.tsx',
    '#web/accounts/settings/b.tsx #web/catalog/b.tsx #web/workspace/api.ts',
  ],
  ['web/router.tsx', '#web/catalog/b.tsx', '#server/app.ts #sim/world.ts zod'],
  [
    'sim/dns/a.ts',
    '#sim/world.ts ../random.ts node:dgram dns-packet',
    '#contracts/b.ts #discovery/ct/b.ts #server/app.ts #i18n/b.ts',
  ],
  ['sim/world.ts', './dns/zone.ts', '#contracts/b.ts'],
  [
    'sim/shop-platform/pictures/a.ts',
    '../../random.ts ../shop.ts ./png.ts',
    '#contracts/b.ts #discovery/ct/b.ts',
  ],
  ['sim/dns/a.test.ts', '#testing/clock.ts', '#discovery/ct/b.ts'],
  [
    'e2e/a.spec.ts',
    '#testing/clock.ts #contracts/b.ts',
    '#server/app.ts #web/paths.ts #sim/world.ts',
  ],
])

// These may import everything; the test checks that the rows above do not import them.
const FREE: Row[] = ['testing', 'scripts', 'bench', 'drills', 'judges'].map((folder) => ({
  file: `${folder}/a.ts`,
  allowed: ['#server/app.ts', '#sim/world.ts', '#discovery/ct/b.ts', '#testing/clock.ts'],
  forbidden: [],
}))

const FORMS: { form: string; write: (from: string) => string }[] = [
  { form: 'a static import', write: (from) => `import { it } from '${from}'` },
  { form: 'a type import', write: (from) => `import type { It } from '${from}'` },
  { form: 'a re-export', write: (from) => `export { it } from '${from}'` },
  { form: 'an export of everything', write: (from) => `export * from '${from}'` },
  { form: 'a dynamic import', write: (from) => `export const it = import('${from}')` },
  { form: 'an import for its effect', write: (from) => `import '${from}'` },
]

const ROOT = path.resolve(import.meta.dirname, '..')
const OXLINT = path.join(ROOT, 'node_modules/oxlint/bin/oxlint')

type Diagnostic = { code: string; filename: string }

let tree = ''
let samples = 0
let asType = ''
let asValue = ''
const refused = new Set<string>()
const otherFindings: string[] = []

function writeSample(file: string, line: string): string {
  const extension = /(\.(test|spec))?\.tsx?$/.exec(file)?.[0] ?? ''
  const name = `${file.slice(0, -extension.length)}-${samples++}${extension}`
  writeRaw(name, line)
  return name
}

function writeRaw(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(tree, name)), { recursive: true })
  writeFileSync(path.join(tree, name), `${text}\n`)
}

type Case = { row: Row; specifier: string; form: string; file: string }
const allowedCases: Case[] = []
const forbiddenCases: Case[] = []

/**
 * The same target by a relative path: `#server/app.ts` from `discovery/ct/a.ts` is
 * `../../server/app.ts`.
 */
function relativeTo(file: string, specifier: string): string | null {
  if (!specifier.startsWith('#')) return null
  const relative = path.posix.relative(path.posix.dirname(file), specifier.slice(1))
  return relative.startsWith('../') ? relative : null
}

function writeCases(row: Row): void {
  for (const specifier of row.allowed) {
    for (const { form, write: line } of FORMS) {
      const file = writeSample(row.file, line(specifier))
      allowedCases.push({ row, specifier, form, file })
    }
  }
  for (const specifier of row.forbidden) {
    const relative = relativeTo(row.file, specifier)
    const disguises = relative === null ? [specifier] : [specifier, relative, `./${relative}`]
    for (const disguise of disguises) {
      for (const { form, write: line } of FORMS) {
        const file = writeSample(row.file, line(disguise))
        forbiddenCases.push({ row, specifier: disguise, form, file })
      }
    }
  }
}

function rowsOf(rows: [file: string, allowed: string, forbidden: string][]): Row[] {
  return rows.map(([file, allowed, forbidden]) => ({
    file,
    allowed: allowed.split(/\s+/),
    forbidden: forbidden.split(/\s+/),
  }))
}

function lint(): Diagnostic[] {
  const { stdout } = spawnSync(process.execPath, [OXLINT, '-f', 'json'], {
    cwd: tree,
    maxBuffer: 64 * 1024 * 1024,
  })
  const report = JSON.parse(stdout.toString()) as { diagnostics: Diagnostic[] }
  return report.diagnostics
}

beforeAll(() => {
  tree = realpathSync(mkdtempSync(path.join(tmpdir(), 'import-law-')))
  for (const file of ['.oxlintrc.json', 'package.json', 'tsconfig.json']) {
    copyFileSync(path.join(ROOT, file), path.join(tree, file))
  }
  for (const row of [...LAW, ...FREE]) writeCases(row)
  // A value import would reverse the direction.
  const renderer = 'server/site/pages/render.ts'
  asType = writeSample(renderer, "import type { It } from '#web/entry-server.tsx'")
  asValue = writeSample(renderer, "import { it } from '#web/entry-server.tsx'")
  writeSample('discovery/x.ts', "export type Far = import('#server/app.ts').App")
  writeRaw(
    'discovery/one.ts',
    "import { two } from '#discovery/two.ts'\nexport const one = () => two",
  )
  writeRaw('discovery/two.ts', "import { one } from './one.ts'\nexport const two = () => one")
  for (const { code, filename } of lint()) {
    const file = path.relative(tree, path.resolve(tree, filename))
    if (code === 'eslint(no-restricted-imports)') refused.add(file)
    else otherFindings.push(`${file} ${code}`)
  }
})

afterAll(() => rmSync(tree, { recursive: true, force: true }))

test.each([...LAW, ...FREE])('$file may import what the table allows it, in every form', (row) => {
  const wronglyRefused = allowedCases.filter((one) => one.row === row && refused.has(one.file))
  expect(wronglyRefused.map(describeCase)).toEqual([])
})

test.each(LAW)('$file may import nothing else, in any form or disguise', (row) => {
  const slipped = forbiddenCases.filter((one) => one.row === row && !refused.has(one.file))
  expect(slipped.map(describeCase)).toEqual([])
})

test('types of some neighbours may be imported, their values may not', () => {
  expect([refused.has(asType), refused.has(asValue)]).toEqual([false, true])
})

test('two files that import each other are refused, also through a subpath import', () => {
  expect(otherFindings).toContain('discovery/one.ts import(no-cycle)')
  expect(otherFindings).toContain('discovery/two.ts import(no-cycle)')
})

test('an import hidden in a type is refused for any target', () => {
  const hidden = otherFindings.filter((found) =>
    found.endsWith(' typescript(consistent-type-imports)'),
  )
  expect(hidden).toEqual([expect.stringMatching(/^discovery\/x-\d+\.ts /)])
})

function describeCase({ specifier, form }: Case): string {
  return `${form} of ${specifier}`
}
