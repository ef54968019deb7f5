import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { builtSources, copiedSources, ROOT, valuesOf } from './containerfile.ts'

const Lockfile = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })),
})

/**
 * The folder `/app` as the Containerfile makes it: its sources, without tests, and the packages
 * that it does not prune.
 */
export async function createImageFolder(folder: string): Promise<void> {
  for (const source of [...copiedSources, ...builtSources].filter(isPlain)) {
    const target = path.join(folder, source)
    await mkdir(path.dirname(target), { recursive: true })
    await cp(path.join(ROOT, source), target, {
      recursive: true,
      filter: (file) => !/\.test\.tsx?$/.test(file),
    })
  }
  await writeFile(path.join(folder, 'sbom.json'), '{}')
  await linkPackages(path.join(folder, 'node_modules'))
}

const isPlain = (source: string) => source !== 'node_modules' && source !== 'sbom.json'

/**
 * Links, because copies of the packages take minutes: what the packages themselves need is found
 * beside the originals.
 */
async function linkPackages(folder: string): Promise<void> {
  const { packages } = Lockfile.parse(
    JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8')),
  )
  const pruned = removedPackages()
  for (const [place, { dev }] of Object.entries(packages)) {
    const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place) ?? []
    if (name === undefined || dev || pruned.some((pattern) => pattern.test(name))) continue
    const target = path.join(folder, name)
    await mkdir(path.dirname(target), { recursive: true })
    await symlink(path.join(ROOT, 'node_modules', name), target)
  }
}

export function removedPackages(): RegExp[] {
  const [, removing = ''] = valuesOf('RUN').join('\n').split('&& cd node_modules')
  return Array.from(removing.matchAll(/&& rm -rf ([^&\n]+)/g), ([, names = '']) =>
    names.trim().split(' '),
  )
    .flat()
    .map((name) => new RegExp(`^${name.replaceAll('*', '[^/]*')}(/|$)`))
}
