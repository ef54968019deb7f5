import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ROOT } from './project-paths.js'
import { readIfExists } from './read-if-exists.js'

const RETRY_MS = 300

/**
 * Two simultaneous setups of one clone would delete each other's packages, so the second waits for
 * the first.
 */
export async function withSetupLock(work) {
  const lock = lockFile()
  await acquire(lock)
  const release = () => rmSync(lock, { force: true })
  process.once('exit', release)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  try {
    await work()
  } finally {
    release()
  }
}

// Outside the clone: `npm ci` empties node_modules, and the clone itself should contain no stray
// files.
function lockFile() {
  const id = createHash('sha256').update(ROOT).digest('hex').slice(0, 16)
  return path.join(os.tmpdir(), `storedawn-setup-${id}.lock`)
}

async function acquire(lock) {
  for (let waited = false; ; waited = true) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = Number(readIfExists(lock))
    if (!isAlive(holder)) {
      rmSync(lock, { force: true })
      continue
    }
    if (!waited) console.log(`… Waiting for another set-up of this folder (process ${holder})`)
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
