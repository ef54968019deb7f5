import { getPriority, setPriority } from 'node:os'
import { type Config, ConfigError, readConfig } from '#server/platform/config.ts'
import { DEMO_FOLDER } from '#server/platform/db/refuse-demo.ts'
import { createLog } from '#server/platform/log.ts'
import { isLoopback, refuseTakenPort, withFreePort } from '#server/platform/process/ports.ts'
import { startSupervisor, type Supervisor, type SupervisorOptions } from '#server/supervisor.ts'
import { DEMO_PASSWORD, demoAccounts, demoOperator } from '#scripts/demo-accounts.ts'
import { startWorld, type World } from '#scripts/start-world.ts'
import {
  discoverySettings,
  identitySettings,
  paymentSettings,
  worldPace,
} from '#scripts/world-settings.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const demoDefaults = {
  ...worldPace,
  DATA_DIR: DEMO_FOLDER,
  LOG_LEVEL: 'warn',
  // Fictitious addresses in this world, like the support address, so that no real profile is
  // linked.
  SOCIAL_LINKS: 'https://social.storedawn.test/@storedawn,https://code.storedawn.test/storedawn',
  // A visitor of the demo stays for minutes, and should see shops change meanwhile.
  RECHECK_EARLY_MINUTES: '3,8,20,60',
  ACCURACY_FIRST_AFTER_MS: '180000',
  EXAMPLE_TESTIMONIALS: 'on',
}

/** Where an installation may keep what is its own: the demo neither writes nor deletes there. */
const notShared = { FILES_URL: '', SEARCH_URL: '', BACKUP_TO: '' }

export type Demo = Pick<Supervisor, 'restart' | 'showProgress' | 'stop'> & {
  /** With the world's addresses. */
  config: Config
  world: World
}

type Options = Pick<SupervisorOptions, 'program' | 'onOutput'> & {
  /** Where the API listens; unset, where the settings say. */
  apiAt?: Pick<Config, 'HOST' | 'PORT'>
  /** Called as soon as the API answers. */
  onApi?: (address: string, demo: Pick<Demo, 'config' | 'world'>) => void
}

/**
 * Starts the product against the simulated world. Everything on our side of the network is the
 * product itself.
 */
export async function startDemo({ apiAt, onApi, ...processes }: Options): Promise<Demo> {
  const wanted = readConfig({ defaults: demoDefaults, fixed: notShared })
  refuseOtherMachines(wanted)
  await refuseTakenPort(wanted.HOST, wanted.PORT)
  say('\n  Storedawn demo\n')
  say('  starting    the simulated world (shops, certificate logs, DNS) and PostgreSQL …')
  const supervisor = startSupervisor({
    ...processes,
    log: createLog(wanted),
    dataDir: wanted.DATA_DIR,
    databaseUrl: wanted.DATABASE_URL,
  })
  const world = startWorldFor(wanted)
  const stop = async () => {
    for (const part of [supervisor, world])
      await part.then(
        (running) => running.stop(),
        () => undefined,
      )
  }
  try {
    const [product, outside] = await Promise.all([supervisor, world])
    sayWhereDataIs(product.databaseFolder, wanted)
    yieldToProduct(outside)
    const { PORT, PUBLIC_ORIGIN } = await withFreePort(wanted)
    const demo = { config: { ...configFor(wanted, outside), PORT, PUBLIC_ORIGIN }, world: outside }
    await product.startProcesses({ ...demo.config, ...apiAt }, (address) => onApi?.(address, demo))
    return { ...product, ...demo, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Its shops answer whenever the product has nothing to do. */
function yieldToProduct({ pid }: World): void {
  if (pid !== undefined) setPriority(pid, Math.min(getPriority(pid) + 5, 19))
}

/** @throws ConfigError */
function refuseOtherMachines({ HOST }: Config): void {
  if (isLoopback(HOST) || process.argv.includes('--open-to-network')) return
  throw new ConfigError([
    `HOST: ${HOST} can be reached from other machines, and the demo's passwords are published. Unset it, or show the demo to your network: npm start -- --open-to-network`,
  ])
}

const startWorldFor = (wanted: Config): Promise<World> =>
  startWorld(
    {
      dataDir: `${wanted.DATA_DIR}/world`,
      seed: wanted.WORLD_SEED,
      stores: wanted.DEMO_STORES,
      launchEveryMs: wanted.LAUNCH_EVERY_MS,
      oldPerNew: wanted.DEMO_OLD_PER_NEW,
      flags: [
        '--changes-per-day',
        wanted.DEMO_CHANGES_PER_DAY,
        '--eager-share',
        wanted.DEMO_EAGER_SHARE,
      ],
    },
    () => undefined,
  )

/** Only if the folder is not where people would expect it. */
function sayWhereDataIs(folder: string | null, { DATA_DIR }: Config): void {
  if (folder && !folder.startsWith(DATA_DIR))
    say(
      `  database    in ${folder}: PostgreSQL does not run as root, and no other user may enter ${DATA_DIR}`,
    )
}

function configFor(wanted: Config, world: World): Config {
  return readConfig({
    defaults: { ...demoDefaults, SMTP_URL: world.smtp },
    fixed: {
      ...notShared,
      ...discoverySettings(world),
      // An operator who configured a payment provider wants to try that one.
      ...(!wanted.BILLING_SECRET_KEY && paymentSettings(world)),
      ...(!wanted.GOOGLE_CLIENT_ID && identitySettings(world)),
    },
  })
}

export function sayReady(address: string, { world }: { world: World }): void {
  const accounts = demoAccounts.map(({ email }) => `              ${email}`)
  const lines = [
    '',
    `  ready       ${address}`,
    `  accounts    password ${DEMO_PASSWORD}`,
    ...accounts,
    `  operator    ${demoOperator.email}, authenticator key ${demoOperator.key}`,
    `  mailbox     ${world.mailbox}`,
    `  world       ${world.control}`,
    '  stop        Ctrl-C',
    '',
  ]
  say(lines.join('\n'))
}
