import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { compareVersions, validateStrict } from 'compare-versions'
import pLimit from 'p-limit'
import * as z from 'zod'
import { run } from '#judges/tools.ts'
import project from '../../package.json' with { type: 'json' }

/** A direct dependency, as it is installed and as the registry knows it. */
export type Dependency = {
  name: string
  version: string
  /** Whom its package names as author and contributors. */
  people: readonly string[]
  releasedAt: Date
}

const Person = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])
const Manifest = z.object({
  version: z.string(),
  author: Person.optional(),
  contributors: z.array(Person).default([]),
  maintainers: z.array(Person).default([]),
})
/** By version, beside the days of the page itself. */
const Times = z.record(z.string(), z.iso.datetime({ offset: true }))

const PACKAGES = path.resolve(import.meta.dirname, '../../node_modules')
/** npm is slow to start, and more at once would not be faster on two cores. */
const AT_ONCE = 2

/** @throws Error when the registry does not know one of them */
export async function readDependencies(): Promise<Dependency[]> {
  const names = Object.keys({ ...project.dependencies, ...project.devDependencies })
  const limit = pLimit(AT_ONCE)
  const read = names
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map(async (name) => {
      const file = await readFile(path.join(PACKAGES, name, 'package.json'), 'utf8')
      const { version, author, contributors, maintainers } = Manifest.parse(JSON.parse(file))
      const people = new Set([
        ...(author === undefined ? [] : [author]),
        ...contributors,
        ...maintainers,
      ])
      return {
        name,
        version,
        people: [...people],
        releasedAt: await limit(() => readRelease(name)),
      }
    })
  return Promise.all(read)
}

async function readRelease(name: string): Promise<Date> {
  const { code, stdout, stderr } = await run('npm', ['view', name, 'time', '--json'])
  if (code !== 0) throw new Error(`npm view ${name}: ${stderr || stdout}`)
  return newestRelease(Times.parse(JSON.parse(stdout)))
}

/**
 * Day of the highest version; of a pre-release only where there is nothing else. A mirror may date
 * the others later than this one.
 */
export function newestRelease(times: Readonly<Record<string, string>>): Date {
  const versions = Object.keys(times).filter((version) => validateStrict(version))
  const releases = versions.filter((version) => !version.includes('-'))
  const [newest] = (releases.length > 0 ? releases : versions).toSorted((a, b) =>
    compareVersions(b, a),
  )
  return new Date(times[newest ?? ''] ?? Number.NaN)
}
