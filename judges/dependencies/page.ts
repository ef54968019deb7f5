import path from 'node:path'
import type { Concerned } from './concerned.ts'

export const DEPENDENCIES_PAGE = path.resolve(import.meta.dirname, '../../docs/dependencies.md')

type Row = { concerns: string; replacement: string }

const HEAD = '| package | version | why it is here | last release | what would replace it |'

/** @param before the page as it was: what would replace a package is written there by hand */
export function renderPage(concerned: readonly Concerned[], before: string, now: Date): string {
  const rows = readRows(before)
  const lines = concerned.map((each) =>
    [
      '',
      `\`${each.name}\``,
      each.version,
      each.concerns.join(', '),
      each.releasedAt.toISOString().slice(0, 10),
    ]
      .concat(rows.get(each.name)?.replacement ?? '', '')
      .join(' | ')
      .trim(),
  )
  return `${introduce(now)}\n${[HEAD, HEAD.replaceAll(/[^|]+/g, ' --- '), ...lines].join('\n')}\n`
}

const introduce = (now: Date): string => `# Dependencies that may leave us

As they were on ${now.toISOString().slice(0, 10)}. A direct dependency is here if its version is a pre-release or below 1.0 (_beta_), if its package names one person and nobody
besides as author or contributor (_one author_; who may publish a package is not told by every registry), or if its newest release is older than eighteen months by the dates of
the registry (_no release for 18 months_; a mirror may date old releases later). \`npm run dependency-list\` writes this page and keeps the last column, which people write. The
judge \`dependencies\` (\`npm run judges\`) fails when a package or its reasons are not those of this page, or when nothing is written in the last column.
`

/** What is not as the page says. */
export function compareWithPage(concerned: readonly Concerned[], page: string): string[] {
  const rows = readRows(page)
  const names = new Set(concerned.map(({ name }) => name))
  return [
    ...concerned.flatMap(({ name, concerns }) => {
      const row = rows.get(name)
      if (row?.concerns !== concerns.join(', '))
        return [`${name}: ${concerns.join(', ')}, and the page says ${row?.concerns ?? 'nothing'}`]
      return row.replacement === '' ? [`${name}: nothing is said to replace it`] : []
    }),
    ...[...rows.keys()].filter((name) => !names.has(name)).map((name) => `${name}: not concerned`),
  ]
}

function readRows(page: string): Map<string, Row> {
  const rows = page.split('\n').flatMap((line) => {
    const [, name = '', , concerns = '', , replacement = ''] = line
      .split('|')
      .map((cell) => cell.trim())
    const [, bare] = /^`(.+)`$/.exec(name) ?? []
    return bare === undefined ? [] : [[bare, { concerns, replacement }] as const]
  })
  return new Map(rows)
}
