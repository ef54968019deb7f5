import path from 'node:path'
import * as z from 'zod'
import { run } from './tools.ts'

/** The one of the path may have no modules of the system's packages. */
const PYTHONS = ['python3', '/usr/bin/python3']

async function findPython(module: string): Promise<string | undefined> {
  for (const python of PYTHONS) {
    const { code } = await run(python, ['-c', `import ${module}`])
    if (code === 0) return python
  }
  return undefined
}

/** Undefined for a module that is not there, and that of Python for one that does not say its own. */
export async function versionOfModule(module: string): Promise<string | undefined> {
  const python = await findPython(module)
  if (python === undefined) return undefined
  const script = `import importlib.metadata as known, sys
names = known.packages_distributions().get('${module}')
print(*map(known.version, names) if names else ['with Python ' + sys.version.split()[0]])`
  return (await run(python, ['-c', script])).stdout.trim()
}

const Seen = z.array(z.object({ what: z.string(), where: z.string() }))

/** Runs a script of this folder, which needs this module, on JSON lines. @returns what it found */
export async function askPython(
  script: string,
  module: string,
  lines: readonly object[],
  ...args: readonly string[]
): Promise<z.infer<typeof Seen>> {
  const python = (await findPython(module)) ?? ''
  const file = path.join(import.meta.dirname, script)
  const input = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const { code, stdout, stderr } = await run(python, [file, ...args], { input })
  if (code !== 0) throw new Error(stderr)
  return Seen.parse(JSON.parse(stdout))
}
