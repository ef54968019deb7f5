import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '#contracts/dates.ts'
import { parseConfig } from '#server/config.ts'
import { createContext } from '#server/create-context.ts'
import { createTestLog } from '#testing/test-log.ts'

const ROOT = join(import.meta.dirname, '..')
/** What a fresh database depends on; a change of any of them makes a new template. */
const INGREDIENTS = [
  'server/db/migrations',
  'server/db/embedded/open-engine.ts',
  'server/jobs',
  'package-lock.json',
]
const BUILD_TIMEOUT_MS = 60_000
const TEMPLATE_KEEP_MS = 2 * DAY_MS
const TEMPLATE_PREFIX = `storedawn-template-${userInfo().username}-`

/** Brings the schema and the job queues into an empty database. */
export async function fillDatabase(settings: { DATA_DIR: string; DATABASE_URL?: string }): Promise<void> {
  const { log } = createTestLog()
  const config = parseConfig({ ...settings, ROLES: 'api', APP_SECRET: 'of a template, and of no copy of it' })
  const ctx = await createContext(config, { log })
  // Each copy gets the secret of its own first process.
  await ctx.db.deleteFrom('system_state').where('key', '=', 'app_secret').execute()
  await ctx[Symbol.asyncDispose]()
}

export async function hashIngredients(): Promise<string> {
  const hash = createHash('sha256').update(process.version)
  for (const file of (await Promise.all(INGREDIENTS.map(listFiles))).flat()) hash.update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}

async function listFiles(path: string): Promise<string[]> {
  const full = join(ROOT, path)
  if (!statSync(full).isDirectory()) return [full]
  return (await readdir(full))
    .toSorted()
    .filter((name) => !name.includes('.test.'))
    .map((name) => join(full, name))
}

/** A migrated folder of the embedded engine to copy from: made once per machine and version, by whoever comes first. */
export async function ensureTemplateFolder(): Promise<string> {
  const template = join(tmpdir(), `${TEMPLATE_PREFIX}${await hashIngredients()}`)
  const lock = `${template}.building`
  while (!existsSync(template)) {
    if (await tryMakeFolder(lock)) {
      await buildTemplate(template).finally(() => rm(lock, { recursive: true, force: true }))
    } else if (isOlderThan(lock, BUILD_TIMEOUT_MS)) await rm(lock, { recursive: true, force: true })
    else await sleep(50)
  }
  return template
}

async function buildTemplate(template: string): Promise<void> {
  if (existsSync(template)) return
  await removeOldTemplates()
  const draft = await mkdtemp(`${template}.draft-`)
  await fillDatabase({ DATA_DIR: draft })
  await rename(draft, template)
}

/** Every change of a migration makes a new one of 30 MB. */
async function removeOldTemplates(): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter((entry) => entry.startsWith(TEMPLATE_PREFIX))) {
    const folder = join(tmpdir(), name)
    if (isOlderThan(folder, TEMPLATE_KEEP_MS)) await rm(folder, { recursive: true, force: true })
  }
}

const tryMakeFolder = (folder: string) =>
  mkdir(folder).then(
    () => true,
    () => false,
  )

function isOlderThan(path: string, ms: number): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && Date.now() - stat.mtimeMs > ms
}
