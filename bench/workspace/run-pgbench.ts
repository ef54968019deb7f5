import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Statement } from './api-messages.ts'

/**
 * Runs the same statements with the same values in PostgreSQL's own load tool. @returns rounds per
 * second
 */
export async function runPgbench(
  pgbench: string,
  url: string,
  statements: readonly Statement[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'storedawn-pgbench-'))
  try {
    const script = join(folder, 'request.sql')
    await writeFile(script, statements.map((statement) => `${withValues(statement)};\n`).join(''))
    const { hostname, port, pathname, username, searchParams } = new URL(url)
    // The folder of a Unix socket is a parameter of the address.
    const host = searchParams.get('host') ?? hostname
    const load = [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(connections),
      '-j',
      '2',
      '-T',
      String(seconds),
    ]
    const target = ['-h', host, ...(port ? ['-p', port] : []), '-U', username, pathname.slice(1)]
    const { stdout } = await promisify(execFile)(pgbench, [...load, '-f', script, ...target])
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const withValues = ({ text, values }: Statement): string =>
  text
    .replaceAll(/\$(\d+)/g, (_, place: string) => literal(values[Number(place) - 1]))
    .replaceAll(/\s+/g, ' ')

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`
  if (typeof value !== 'string') throw new Error(`no literal for ${typeof value}`)
  // pgbench treats a colon before letters or digits as a variable.
  if (ISO_TIME.test(value)) return `to_timestamp(${Date.parse(value) / 1000})`
  return `'${value.replaceAll("'", "''")}'`
}
