/**
 * `npm run advisories -- FILE|FOLDER`: checks every package of the lockfile against an export of
 * the OSV database (osv.dev, ecosystem npm). Exits with 1 if a package is affected, with 2 if the
 * export is unreadable.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { findAffected, type Installed } from './advisories/find-affected.ts'
import { type Advisory, readAdvisories } from './advisories/read-advisories.ts'

const Lockfile = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional() })),
})

process.exitCode = await check(process.argv[2])

async function check(source: string | undefined): Promise<number> {
  if (source === undefined) return fail('which export? npm run advisories -- FILE|FOLDER')
  const advisories = await readAdvisories(source).catch((error: unknown) => String(error))
  if (typeof advisories === 'string') return fail(advisories)
  if (advisories.length === 0) return fail(`${source}: contains no entry, so nothing was checked`)
  return report(await readInstalled(), advisories)
}

function report(installed: Installed[], advisories: Advisory[]): number {
  const findings = findAffected(installed, advisories)
  for (const { name, version, id, summary } of findings)
    process.stdout.write(`${name} ${version}: ${id} ${summary}\n`)
  process.stdout.write(
    `${installed.length} packages against ${advisories.length} advisories: ${findings.length} affected\n`,
  )
  return findings.length > 0 ? 1 : 0
}

async function readInstalled(): Promise<Installed[]> {
  const file = path.resolve(import.meta.dirname, '../package-lock.json')
  const { packages } = Lockfile.parse(JSON.parse(await readFile(file, 'utf8')))
  return Object.entries(packages).flatMap(([folder, { version }]) =>
    folder === '' || version === undefined
      ? []
      : [
          {
            name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
            version,
          },
        ],
  )
}

function fail(why: string): number {
  process.stderr.write(`${why}\n`)
  return 2
}
