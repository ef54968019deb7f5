import { type ExecFileOptions, execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Tools that npm fetches: in exact versions, and outside of the project's dependencies. */
const CACHE = path.resolve(import.meta.dirname, '../node_modules/.judges')
const MOST_OUTPUT_BYTES = 256 * 1024 ** 2

export type Run = { code: number; stdout: string; stderr: string }

/** Runs a program to its end. One that cannot be started has the code -1. */
export function run(
  program: string,
  args: readonly string[],
  options: Pick<ExecFileOptions, 'cwd' | 'env' | 'timeout'> & { input?: string } = {},
): Promise<Run> {
  const { input, ...rest } = options
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      { ...rest, encoding: 'utf8', maxBuffer: MOST_OUTPUT_BYTES },
      (error, stdout, stderr) =>
        resolve({ code: error ? exitCodeOf(error.code) : 0, stdout, stderr }),
    )
    child.stdin?.on('error', () => undefined) // it ended without reading all of it
    child.stdin?.end(input)
  })
}

const exitCodeOf = (code: unknown): number => (typeof code === 'number' ? code : -1)

/** The lines of a tool's messages. */
export const linesOf = (text: string): string[] =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))

/** A folder that is gone afterwards. */
export async function withFolder<Result>(
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'storedawn-judge-'))
  return use(folder).finally(() => rm(folder, { recursive: true, force: true }))
}

/** Of a program on the path; undefined if it is missing. */
export async function versionOf(
  program: string,
  args: readonly string[] = ['--version'],
): Promise<string | undefined> {
  const { code, stdout, stderr } = await run(program, args)
  return code === 0 ? /\d+(?:\.\d+)+[\w.+~-]*/.exec(stdout + stderr)?.[0] : undefined
}

/**
 * The folder of a package in exactly this version, fetched by npm at the first call. Undefined when
 * that fails.
 */
export async function fromNpm(name: string, version: string): Promise<string | undefined> {
  const folder = path.join(CACHE, `${name.replace('/', '+')}@${version}`)
  const installed = path.join(folder, 'node_modules', name)
  if (existsSync(installed)) return installed
  await mkdir(folder, { recursive: true })
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']
  const { code } = await run('npm', ['install', '--prefix', folder, ...flags, `${name}@${version}`])
  return code === 0 ? installed : undefined
}

/**
 * A folder with files of a public repository at exactly this commit, fetched at the first call.
 * Undefined when that fails.
 */
export async function fromGitHub(
  repository: string,
  commit: string,
  files: readonly string[],
): Promise<string | undefined> {
  const folder = path.join(CACHE, `${repository.replace('/', '+')}@${commit}`)
  await mkdir(folder, { recursive: true })
  for (const file of files) {
    const kept = path.join(folder, path.basename(file))
    if (existsSync(kept)) continue
    const address = `https://raw.githubusercontent.com/${repository}/${commit}/${file}`
    const answer = await fetch(address).catch(() => undefined)
    if (!answer?.ok) return undefined
    await writeFile(kept, Buffer.from(await answer.arrayBuffer()))
  }
  return folder
}
