import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { LocalPostgresError } from '#server/platform/db/errors.ts'

/** Spread into the options of `spawn`: empty when this process may run PostgreSQL itself. */
export type RunAs = { uid?: number; gid?: number }

const UNPRIVILEGED_USERS = ['postgres', 'nobody']

export const isRoot = (): boolean => process.getuid?.() === 0

/**
 * PostgreSQL refuses to run as root, so an unprivileged user of this machine runs it instead.
 * @throws LocalPostgresError when the machine has no such user
 */
export function chooseRunAs(): RunAs {
  if (!isRoot()) return {}
  const users = parsePasswd(readFileSync('/etc/passwd', 'utf8'))
  const user = UNPRIVILEGED_USERS.map((name) => users.get(name)).find((ids) => ids !== undefined)
  if (user) return user
  throw new LocalPostgresError(
    `PostgreSQL refuses to run as root, and this machine has no user named ${UNPRIVILEGED_USERS.join(' or ')}. ` +
      'Start Storedawn as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

function parsePasswd(text: string): Map<string, { uid: number; gid: number }> {
  return new Map(
    text.split('\n').flatMap((line) => {
      const [name, , uid, gid] = line.split(':')
      return name && uid && gid ? [[name, { uid: Number(uid), gid: Number(gid) }] as const] : []
    }),
  )
}

const ENTER = 0o001
const READ_AND_ENTER = 0o005

/**
 * Whether every user of the machine can reach the contents of this folder: it and all its parents
 * may be entered.
 */
export const isReachable = (folder: string): boolean => hasModeUpwards(path.resolve(folder), ENTER)

/** Whether every user may also list the folder, as running a program from it requires. */
export const isReadable = (folder: string): boolean =>
  hasModeUpwards(path.resolve(folder), ENTER) && hasMode(folder, READ_AND_ENTER)

const WRITE_BY_OTHERS = 0o022

/**
 * Whether only root can change what is in the folder. Root must not run programs from one that
 * another user prepared.
 */
export function isOnlyRoots(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found !== undefined && found.uid === 0 && (found.mode & WRITE_BY_OTHERS) === 0
}

function hasModeUpwards(folder: string, mode: number): boolean {
  if (!hasMode(folder, mode)) return false
  const parent = path.dirname(folder)
  return parent === folder || hasModeUpwards(parent, mode)
}

function hasMode(folder: string, mode: number): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found !== undefined && (found.mode & mode) === mode
}
