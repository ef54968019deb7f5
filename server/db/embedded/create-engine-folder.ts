import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const CREATE_PROCESS = join(import.meta.dirname, 'create-engine-process.ts')

/**
 * Creates an empty database beside its place and moves it there, so that a kill leaves either none or a whole one. In a process of its
 * own, because creation takes 600 MB of memory that the process would never give back (an opened database takes 240 MB).
 */
export async function ensureEngineFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  await mkdir(dirname(folder), { recursive: true })
  await removeDrafts(folder)
  const draft = `${folder}.new-${process.pid}`
  await promisify(execFile)(process.execPath, [CREATE_PROCESS, draft])
  await rename(draft, folder)
}

/** A start that was killed half-way leaves its draft. */
async function removeDrafts(folder: string): Promise<void> {
  const drafts = (await readdir(dirname(folder))).filter((name) =>
    name.startsWith(`${basename(folder)}.new-`),
  )
  for (const name of drafts) await rm(join(dirname(folder), name), { recursive: true, force: true })
}
