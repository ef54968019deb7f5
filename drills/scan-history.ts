/**
 * Looks for secrets in every file of every commit. Exits with 1 if there is one.
 * Conformance: check-98
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { findSecrets } from '#testing/find-secrets.ts'

const MAX_BYTES = 20 * 1024 * 1024

const run = (args: string[]) => spawn('git', args, { stdio: ['pipe', 'pipe', 'inherit'] })

/** Every blob reachable from any commit of any branch, with one of its paths. */
async function listObjects(): Promise<Map<string, string>> {
  const paths = new Map<string, string>()
  for await (const line of createInterface({
    input: run(['rev-list', '--objects', '--all']).stdout,
  })) {
    const [id = '', ...path] = line.split(' ')
    if (path.length > 0) paths.set(id, path.join(' '))
  }
  return paths
}

/** Reads blobs in sequence: `<id> <type> <size>`, the bytes, a line end. */
async function* readObjects(
  ids: string[],
): AsyncGenerator<{ id: string; type: string; bytes: Buffer }> {
  const { stdin, stdout } = run(['cat-file', '--batch'])
  stdin.end(`${ids.join('\n')}\n`)
  let held = Buffer.alloc(0)
  let wanted: { id: string; type: string; size: number } | null = null
  for await (const chunk of stdout) {
    held = Buffer.concat([held, chunk])
    for (;;) {
      if (wanted === null) {
        const end = held.indexOf('\n')
        if (end < 0) break
        const [id = '', type = '', size] = held.subarray(0, end).toString().split(' ')
        wanted = { id, type, size: Number(size) }
        held = held.subarray(end + 1)
      }
      if (held.length <= wanted.size) break
      yield { id: wanted.id, type: wanted.type, bytes: held.subarray(0, wanted.size) }
      held = held.subarray(wanted.size + 1)
      wanted = null
    }
  }
}

const paths = await listObjects()
let scanned = 0
const findings: string[] = []
for await (const { id, type, bytes } of readObjects([...paths.keys()])) {
  if (type !== 'blob' || bytes.length > MAX_BYTES) continue
  scanned += 1
  for (const found of findSecrets(bytes.toString('latin1')))
    findings.push(`${paths.get(id)} (${id.slice(0, 10)}): ${found}`)
}
for (const line of findings) console.log(line)
console.log(`${scanned} versions of files scanned, ${findings.length} secrets found`)
process.exitCode = findings.length > 0 || scanned === 0 ? 1 : 0
