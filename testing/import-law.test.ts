import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

type Row = { file: string; allowed: string[]; forbidden: string[] }

// One row per line of the import table in ARCHITECTURE.md; `forbidden` lists the neighbours that
// are most tempting.
const LAW: Row[] = [
  {
    file: 'contracts/a.ts',
    allowed: ['./b.ts', '#contracts/b.ts', 'zod/mini'],
    forbidden: [
      'zod',
      'kysely',
      'node:fs',
      '#i18n/languages.ts',
      '#discovery/ct/tiles.ts',
      '#testing/clock.ts',
    ],
  },
  {
    file: 'contracts/a.test.ts',
    allowed: ['vitest', '#contracts/b.ts', '#testing/clock.ts'],
    forbidden: ['#server/app.ts'],
  },
  {
    file: 'i18n/a.ts',
    allowed: ['./b.ts'],
    forbidden: ['#contracts/b.ts', '#web/lib/b.ts', '#sim/world.ts'],
  },
  {
    file: 'i18n/a.test.ts',
    allowed: ['#contracts/b.ts'],
    forbidden: ['#web/lib/b.ts', '#server/app.ts'],
  },
  {
    file: 'discovery/ct/a.ts',
    allowed: ['./b.ts', '#discovery/fetch/b.ts', '#contracts/b.ts', 'htmlparser2', 'node:crypto'],
    forbidden: [
      '#server/platform/db/client.ts',
      '#server/platform/config.ts',
      '#i18n/b.ts',
      '#web/lib/b.ts',
      '#sim/world.ts',
    ],
  },
  {
    file: 'discovery/ct/a.test.ts',
    allowed: ['#testing/clock.ts'],
    forbidden: ['#sim/world.ts', '#server/platform/config.ts'],
  },
  {
    file: 'server/platform/db/a.ts',
    allowed: [
      './b.ts',
      '#contracts/b.ts',
      '#server/platform/errors.ts',
      '#discovery/fetch/b.ts',
      'kysely',
    ],
    forbidden: [
      '#server/app.ts',
      '#server/context.ts',
      '#server/catalog/api.ts',
      '#server/site/b.ts',
    ],
  },
  {
    file: 'server/catalog/a.ts',
    allowed: ['./search/search.ts', '#server/catalog/search/b.ts'],
    forbidden: [
      './search/embedded/b.ts',
      './search/clickhouse/b.ts',
      '#server/catalog/search/embedded/b.ts',
      '#server/catalog/search/clickhouse/b.ts',
    ],
  },
  {
    file: 'server/catalog/search/embedded/a.ts',
    allowed: ['./b.ts', '#server/catalog/search/b.ts'],
    forbidden: ['#server/catalog/search/clickhouse/b.ts', '#server/site/b.ts'],
  },
  {
    file: 'server/catalog/search/clickhouse/a.ts',
    allowed: ['./b.ts', '#server/catalog/search/b.ts'],
    forbidden: ['#server/catalog/search/embedded/b.ts', '#server/site/b.ts'],
  },
  {
    file: 'server/catalog/search/a.ts',
    allowed: [
      './b.ts',
      './embedded/b.ts',
      './clickhouse/b.ts',
      '#contracts/b.ts',
      '#server/catalog/b.ts',
      '#server/platform/db/b.ts',
    ],
    forbidden: [
      '#server/workspace/api.ts',
      '#server/context.ts',
      '#server/app.ts',
      '#discovery/ct/b.ts',
    ],
  },
  {
    file: 'server/workspace/saved/a.ts',
    allowed: [
      '#server/workspace/exports/b.ts',
      '#server/catalog/api.ts',
      '#server/platform/http/route.ts',
    ],
    forbidden: [
      '#server/catalog/b.ts',
      '#server/catalog/search/b.ts',
      '#server/site/api.ts',
      '#web/paths.ts',
    ],
  },
  {
    file: 'server/operator/accounts/a.ts',
    allowed: ['#server/operator/b.ts', '#server/billing/api.ts', '#server/discovery/api.ts'],
    forbidden: [
      '#server/billing/b.ts',
      '#discovery/ct/b.ts',
      '#server/context.ts',
      '#web/paths.ts',
    ],
  },
  {
    file: 'server/workspace/saved/a.test.ts',
    allowed: ['#testing/clock.ts', '#server/opt-out/b.ts'],
    forbidden: ['#sim/world.ts', '#web/paths.ts'],
  },
  {
    file: 'server/discovery/logs/a.ts',
    allowed: ['#discovery/ct/b.ts', '#server/platform/jobs/b.ts', '#server/opt-out/api.ts'],
    forbidden: [
      '#server/app.ts',
      '#server/workspace/api.ts',
      '#server/opt-out/b.ts',
      '#sim/world.ts',
    ],
  },
  {
    file: 'server/accounts/a.ts',
    allowed: ['./b.ts', '#i18n/b.ts'],
    forbidden: ['#server/workspace/api.ts', '#server/billing/api.ts', '#discovery/ct/b.ts'],
  },
  {
    file: 'server/app.ts',
    allowed: [
      '#server/catalog/api.ts',
      '#server/platform/b.ts',
      '#discovery/ct/b.ts',
      '#i18n/b.ts',
    ],
    forbidden: ['#sim/world.ts', '#testing/clock.ts', '#web/paths.ts', '#scripts/b.ts'],
  },
  {
    file: 'server/cli/a.ts',
    allowed: [
      './b.ts',
      '#server/platform/b.ts',
      '#server/operations/b.ts',
      '#server/supervisor.ts',
    ],
    forbidden: ['#sim/world.ts', '#testing/clock.ts', '#web/paths.ts', '#scripts/b.ts'],
  },
  {
    file: 'web/lib/dates/a.ts',
    allowed: ['#web/lib/b.ts', '#web/api/b.ts', '#contracts/b.ts', '#web/paths.ts', 'react'],
    forbidden: [
      '#web/ui/b.tsx',
      '#web/catalog/b.tsx',
      '#server/platform/errors.ts',
      'node:fs',
      'zod',
    ],
  },
  {
    file: 'web/ui/a.tsx',
    allowed: ['#web/lib/b.ts', '#i18n/b.ts', '#web/ui/form/b.tsx'],
    forbidden: ['#web/catalog/b.tsx', '#web/router.tsx', '#discovery/ct/b.ts'],
  },
  {
    file: 'web/api/a.ts',
    allowed: ['#web/lib/b.ts', '#contracts/b.ts'],
    forbidden: ['#web/ui/b.tsx', '#web/catalog/b.tsx', '#web/router.tsx'],
  },
  {
    file: 'web/catalog/list/a.tsx',
    allowed: [
      './b.tsx',
      '#web/ui/b.tsx',
      '#web/lib/b.ts',
      '#web/api/b.ts',
      '#web/catalog/store/b.tsx',
      '#web/workspace/api.ts',
    ],
    forbidden: [
      '#web/workspace/saved-searches/b.tsx',
      '#web/accounts/api.ts',
      '../../site/b.tsx',
      '#web/router.tsx',
      '#server/app.ts',
    ],
  },
  {
    file: 'web/workspace/feeds/a.tsx',
    allowed: ['#web/accounts/api.ts', '#web/ui/b.tsx', '#web/workspace/b.tsx'],
    forbidden: ['#web/accounts/identity/b.tsx', '#web/catalog/b.tsx', '#web/billing/b.tsx'],
  },
  {
    file: 'web/billing/plan/a.tsx',
    allowed: ['#web/accounts/api.ts', '#web/ui/b.tsx', '#web/billing/b.tsx'],
    forbidden: ['#web/accounts/settings/b.tsx', '#web/catalog/b.tsx', '#web/workspace/api.ts'],
  },
  {
    file: 'web/router.tsx',
    allowed: ['#web/catalog/b.tsx'],
    forbidden: ['#server/app.ts', '#sim/world.ts', 'zod'],
  },
  {
    file: 'sim/dns/a.ts',
    allowed: ['#sim/world.ts', '../random.ts', 'node:dgram', 'dns-packet'],
    forbidden: ['#contracts/b.ts', '#discovery/ct/b.ts', '#server/app.ts', '#i18n/b.ts'],
  },
  { file: 'sim/world.ts', allowed: ['./dns/zone.ts'], forbidden: ['#contracts/b.ts'] },
  {
    file: 'sim/shop-platform/pictures/a.ts',
    allowed: ['../../random.ts', '../shop.ts', './png.ts'],
    forbidden: ['#contracts/b.ts', '#discovery/ct/b.ts'],
  },
  { file: 'sim/dns/a.test.ts', allowed: ['#testing/clock.ts'], forbidden: ['#discovery/ct/b.ts'] },
  {
    file: 'e2e/a.spec.ts',
    allowed: ['#testing/clock.ts', '#contracts/b.ts'],
    forbidden: ['#server/app.ts', '#web/paths.ts', '#sim/world.ts'],
  },
]

// These may import everything; the test checks that the rows above do not import them.
const FREE: Row[] = ['testing', 'scripts', 'bench', 'drills', 'judges'].map((folder) => ({
  file: `${folder}/a.ts`,
  allowed: ['#server/app.ts', '#sim/world.ts', '#discovery/ct/b.ts', '#testing/clock.ts'],
  forbidden: [],
}))

/** Imported as a type only: a value import would reverse the direction. */
const TYPE_ONLY: { file: string; specifier: string }[] = [
  { file: 'server/site/pages/render.ts', specifier: '#web/entry-server.tsx' },
]

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

const typeOnlyCases: { asType: string; asValue: string }[] = []

function writeTypeOnlyCases(): void {
  for (const { file, specifier } of TYPE_ONLY) {
    const asType = writeSample(file, `import type { It } from '${specifier}'`)
    const asValue = writeSample(file, `import { it } from '${specifier}'`)
    typeOnlyCases.push({ asType, asValue })
  }
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
  writeTypeOnlyCases()
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
  expect(typeOnlyCases.filter((one) => refused.has(one.asType))).toEqual([])
  expect(typeOnlyCases.filter((one) => !refused.has(one.asValue))).toEqual([])
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
