import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import * as z from 'zod'

/** Spread into the options of `spawn`; empty for the current user. */
type RunAs = { uid?: number; gid?: number }

/** The user who starts the product, with a checkout and a home folder that this user may access. */
export type Stranger = AsyncDisposable & {
  name: string
  runAs: RunAs
  checkout: string
  env: Record<string, string>
  /** The command that starts the product in `checkout`. */
  command: string[]
  commandText: string
  createDataDir: () => Promise<string>
}

export type StrangerAnswer =
  | { kind: 'ready'; stranger: Stranger }
  | { kind: 'impossible'; reason: string }

/**
 * The only variables of this process that another user has too; product settings are not among
 * them.
 */
const KEPT =
  /^(PATH|LANG|LC_ALL|TZ|NODE_EXTRA_CA_CERTS|(https?|no)_proxy|npm_config_(registry|cache|nodedir))$/i

const PackageScripts = z.object({ scripts: z.object({ prestart: z.string(), start: z.string() }) })

/** The user who runs this benchmark. */
export async function asMyself(checkout: string): Promise<Stranger> {
  const folder = await createPublicFolder()
  const { command, commandText } = await findCommand(
    checkout,
    {},
    strangerEnvironment(os.homedir()),
  )
  return {
    name: os.userInfo().username,
    runAs: {},
    checkout,
    env: strangerEnvironment(os.homedir()),
    command,
    commandText,
    createDataDir: () => createDataDir(folder, {}),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/**
 * Another user of the same machine, with a copy of the checkout. Only root may start processes as
 * another user.
 */
export async function asUser(name: string, checkout: string): Promise<StrangerAnswer> {
  if (name === os.userInfo().username) return { kind: 'ready', stranger: await asMyself(checkout) }
  if (process.getuid?.() !== 0)
    return { kind: 'impossible', reason: `only root can run it as ${name}` }
  const runAs = await findUser(name)
  if (runAs === null) return { kind: 'impossible', reason: `this machine has no user ${name}` }
  const folder = await createPublicFolder()
  try {
    const home = path.join(folder, 'home')
    const copy = path.join(folder, 'checkout')
    await mkdir(home)
    run('cp', ['-a', checkout, copy])
    run('chown', ['-R', `${runAs.uid}:${runAs.gid}`, home, copy])
    const env = strangerEnvironment(home)
    const { command, commandText } = await findCommand(copy, runAs, env)
    const stranger: Stranger = {
      name,
      runAs,
      checkout: copy,
      env,
      command,
      commandText,
      createDataDir: () => createDataDir(folder, runAs),
      [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
    }
    return { kind: 'ready', stranger }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    return { kind: 'impossible', reason: error instanceof Error ? error.message : String(error) }
  }
}

/** For root: below a folder that every user may enter, which TMPDIR need not be. */
export async function createPublicFolder(): Promise<string> {
  const parent = process.getuid?.() === 0 ? '/var/tmp' : os.tmpdir()
  const folder = await mkdtemp(path.join(parent, 'storedawn-first-'))
  await chmod(folder, 0o755)
  return folder
}

async function findUser(name: string): Promise<Required<RunAs> | null> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const [, , uid, gid] = lines.find(([user]) => user === name) ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
}

async function createDataDir(folder: string, { uid, gid }: RunAs): Promise<string> {
  const dataDir = await mkdtemp(path.join(folder, 'data-'))
  // The product may have to run its database as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o755)
  if (uid !== undefined && gid !== undefined) await chown(dataDir, uid, gid)
  return dataDir
}

function strangerEnvironment(home: string): Record<string, string> {
  const kept = Object.entries(process.env).flatMap(([name, value]) =>
    KEPT.test(name) && value !== undefined ? [[name, value] as const] : [],
  )
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const withoutOurs = folders.filter(
    (folder) => !folder.includes(path.join('node_modules', '.bin')),
  )
  return { ...Object.fromEntries(kept), PATH: withoutOurs.join(path.delimiter), HOME: home }
}

/** `npm start`; if this user cannot run npm, the same two scripts with the project's own Node. */
async function findCommand(checkout: string, runAs: RunAs, env: Record<string, string>) {
  if (
    spawnSync('npm', ['--version'], { ...runAs, env, cwd: checkout, stdio: 'ignore' }).status === 0
  )
    return { command: ['npm', 'start'], commandText: 'npm start' }
  const { scripts } = PackageScripts.parse(
    JSON.parse(await readFile(path.join(checkout, 'package.json'), 'utf8')),
  )
  const ownNode = 'PATH="$PWD/node_modules/.bin:$PATH"'
  return {
    command: ['sh', '-c', `${ownNode}; export PATH; ${scripts.prestart} && exec ${scripts.start}`],
    commandText: 'the scripts prestart and start on our own Node, because this user cannot run npm',
  }
}

/** @throws Error with the output of the command */
export function run(command: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0)
    throw new Error(
      `${command} ${args[0]} ended with ${status}: ${stderr?.trim() || error?.message}`,
    )
}
