import { chownSync, lchownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import {
  chooseRunAs,
  isReachable,
  isReadable,
  isRoot,
  type RunAs,
} from '#server/platform/db/local-postgres/run-as.ts'

/** From the sources, and from the bundles in `dist/product`. */
const PROJECT = path.resolve(import.meta.dirname, '../../..')

/** What an earlier start as root left in DATA_DIR beside the database. */
const KEPT = ['app-secret', 'compile-cache', 'photos', 'pictures', 'postgres.log', 'screenshots']

/**
 * Root's part of starting the product as the user that runs the database: that user gets DATA_DIR.
 * @returns the user for `giveUpRoot`; nobody when this process is not root, or when no other user
 * can reach the product's files
 */
export function prepareUser(dataDir: string, log: Logger, owner?: RunAs): RunAs {
  if (!isRoot()) return {}
  mkdirSync(dataDir, { recursive: true })
  const closed = isReadable(PROJECT) ? (isReachable(dataDir) ? null : dataDir) : PROJECT
  const { uid, gid } = closed === null ? (owner ?? chooseRunAs()) : {}
  if (uid === undefined || gid === undefined) {
    log.warn(
      { event: 'process.keeps_root', folder: closed },
      'the product runs as root, because no other user may enter this folder: open it, or start as an ordinary user',
    )
    return {}
  }
  chownSync(dataDir, uid, gid)
  for (const name of KEPT) handOver(path.join(dataDir, name), uid, gid)
  return { uid, gid }
}

/** Only what root owns, and no link: the user may have put one there. */
function handOver(file: string, uid: number, gid: number): void {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found?.uid !== 0 || (found.isFile() && found.nlink > 1)) return
  if (found.isDirectory())
    for (const name of readdirSync(file)) handOver(path.join(file, name), uid, gid)
  lchownSync(file, uid, gid)
}

/** For good: a process that talks to the whole internet needs no right of root. */
export function giveUpRoot({ uid, gid }: RunAs): void {
  if (uid === undefined || gid === undefined) return
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
}
