import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'

const BACKUP_FILE = /^storedawn-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z\.tar\.zst(\.age)?$/

/** Names sort by time. */
export function backupFileIn(folder: string, at: Date, isEncrypted: boolean): string {
  const time = at.toISOString().replaceAll(/[:.]/g, '-')
  return path.join(folder, `storedawn-${time}.tar.zst${isEncrypted ? '.age' : ''}`)
}

/** Deletes all but the newest, and what killed runs left. @returns the names of those deleted */
export async function pruneBackups(folder: string, keep: number): Promise<string[]> {
  const names = (await readdir(folder)).toSorted()
  const whole = names.filter((name) => BACKUP_FILE.test(name))
  const unfinished = names.filter(
    (name) => BACKUP_FILE.test(name.replace(/\.partial$/, '')) && !whole.includes(name),
  )
  const surplus = [...whole.slice(0, Math.max(0, whole.length - keep)), ...unfinished]
  for (const name of surplus) await rm(path.join(folder, name), { force: true })
  return surplus
}
