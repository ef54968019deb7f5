import { chmod, chown, readFile, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** Spread into the options of `spawn`: empty when this process may run PostgreSQL itself. */
export type RunAs = { uid?: number; gid?: number }

const UNPRIVILEGED = ['postgres', 'nobody']

/** PostgreSQL refuses to run as root: then an unprivileged user of this machine owns the folder and runs it. */
export async function runAsUser(folder: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return {}
  const users = parsePasswd(await readFile('/etc/passwd', 'utf8'))
  const user = UNPRIVILEGED.map((name) => users.get(name)).find((ids) => ids !== undefined)
  if (!user) throw new Error(`running as root, and none of the users ${UNPRIVILEGED.join(', ')} exists`)
  await chown(folder, user.uid, user.gid)
  await chmod(folder, 0o755)
  return user
}

function parsePasswd(text: string): Map<string, { uid: number; gid: number }> {
  return new Map(
    text.split('\n').flatMap((line) => {
      const [name, , uid, gid] = line.split(':')
      return name && uid && gid ? [[name, { uid: Number(uid), gid: Number(gid) }] as const] : []
    }),
  )
}

/** A temporary folder that other users may enter: TMPDIR can lie below a private home. */
export async function publicTempFolder(): Promise<string> {
  if (process.getuid?.() !== 0) return os.tmpdir()
  for (const folder of [os.tmpdir(), '/tmp', '/var/tmp']) {
    if (await isOpenToAll(folder)) return folder
  }
  throw new Error('running as root, and no temporary folder is open to other users')
}

/** Whether every user may enter this folder, that is, everything above it too. */
export async function isOpenToAll(folder: string): Promise<boolean> {
  const { mode } = await stat(folder).catch(() => ({ mode: 0 }))
  if ((mode & 0o005) !== 0o005) return false
  const parent = path.dirname(folder)
  return parent === folder || isOpenToAll(parent)
}
