/**
 * Prints the bill of materials of the container image, as CycloneDX: of the packages in the
 * lockfile those that are installed at this moment. Without the serial number and the time, the
 * same sources give the same image.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod'

const Bom = z.looseObject({
  serialNumber: z.string(),
  metadata: z.looseObject({ timestamp: z.string() }),
  components: z.array(
    z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() }),
  ),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

/** What npm says about `node_modules` after each of its changes. */
const InstalledPackages = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional() })),
})

/** @returns `name@version` of every package whose folder exists */
function readInstalled(): Set<string> {
  const { packages } = InstalledPackages.parse(
    JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')),
  )
  return new Set(
    Object.entries(packages).flatMap(([folder, { version }]) =>
      existsSync(folder) ? [`${folder.replace(/^.*node_modules\//, '')}@${version}`] : [],
    ),
  )
}

export function keepInstalled(bom: unknown, installed: ReadonlySet<string>): object {
  const { serialNumber: _, metadata, components, dependencies, ...rest } = Bom.parse(bom)
  const { timestamp: _time, ...withoutTime } = metadata
  const kept = components.filter(({ name, version }) => installed.has(`${name}@${version}`))
  const dropped = new Set(components.map((one) => one['bom-ref']))
  for (const one of kept) dropped.delete(one['bom-ref'])
  return {
    ...rest,
    metadata: withoutTime,
    components: kept,
    dependencies: dependencies
      .filter(({ ref }) => !dropped.has(ref))
      .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => !dropped.has(ref)) })),
  }
}

if (import.meta.main) {
  // Not with `--omit dev`: npm then leaves out every package that a development package needs, too,
  // such as zod.
  const bom: unknown = JSON.parse(
    execFileSync('npm', ['run', '--silent', 'sbom'], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 ** 2,
    }),
  )
  process.stdout.write(JSON.stringify(keepInstalled(bom, readInstalled())))
}
