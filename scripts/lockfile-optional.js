// Completes package-lock.json: run `node scripts/lockfile-optional.js` after every change of
// dependencies. If a registry does not offer every platform's build of a package, npm omits the
// missing builds from the lockfile, and then `npm ci` refuses it everywhere ("Missing:
// @oxlint/binding-… from lock file").
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './setup/project-paths.js'

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const PROCESSORS = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

const file = path.join(ROOT, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const added = missingOptional(lock.packages)
if (added.length > 0) {
  const entries = [...Object.entries(lock.packages), ...added].sort(([a], [b]) =>
    a.localeCompare(b, 'en'),
  )
  writeFileSync(
    file,
    `${JSON.stringify({ ...lock, packages: Object.fromEntries(entries) }, null, 2)}\n`,
  )
}
console.log(`${added.length} optional entries added to package-lock.json`)

function missingOptional(packages) {
  const missing = new Map()
  for (const [parent, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isLocked(packages, parent, name)) continue
      const bin = commandsOf(packages, Object.keys(optionalDependencies))
      missing.set(`node_modules/${name}`, { ...platformEntry(name, version), ...(bin && { bin }) })
    }
  }
  return [...missing]
}

// npm links only the commands in the lockfile. The builds for other platforms have the same
// commands.
function commandsOf(packages, names) {
  return names.map((name) => packages[`node_modules/${name}`]?.bin).find(Boolean)
}

// Node's own resolution: next to the parent, then in each folder above it.
function isLocked(packages, parent, name) {
  for (
    let folder = parent;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  ) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true
    if (!folder.includes('/node_modules/')) return Boolean(packages[`node_modules/${name}`])
  }
}

/** The name `@oxlint/binding-linux-arm64-musl` contains the platform, as in all such packages. */
function platformEntry(name, version) {
  const words = name.replace(/^@[^/]*\//, '').split('-')
  const os = SYSTEMS.filter((system) => words.includes(system))
  const cpu = PROCESSORS.filter((processor) => words.includes(processor))
  const entry = { version, optional: true }
  if (cpu.length > 0) entry.cpu = cpu
  if (os.length > 0) entry.os = os
  if (os.includes('linux') && words.some((word) => word.startsWith('musl'))) entry.libc = ['musl']
  if (os.includes('linux') && words.some((word) => word.startsWith('gnu'))) entry.libc = ['glibc']
  if (cpu.length === 0 && os.length === 0)
    throw new Error(`No platform in the name of the optional package ${name}`)
  return entry
}
