/** `bin/storedawn`: everything that an operator runs. */
import path from 'node:path'
import { BackupError } from '#server/operations/backup/backup-error.ts'
import { describeStartFailure } from '#server/platform/process/run-until-signal.ts'
import { type Command, createCaller, UsageError } from './command.ts'

type Entry = { name: string; summary: string; load: () => Promise<Command> }

const COMMANDS: Entry[] = [
  {
    name: 'start',
    summary: 'run the product',
    load: async () => (await import('./start.ts')).command,
  },
  {
    name: 'migrate',
    summary: 'bring the database to the newest schema',
    load: async () => (await import('./database.ts')).migrate,
  },
  {
    name: 'check',
    summary: 'test the configuration and everything that it names',
    load: async () => (await import('./check.ts')).command,
  },
  {
    name: 'backup',
    summary: 'write or verify a backup',
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    name: 'restore',
    summary: 'restore a backup into an empty installation',
    load: async () => (await import('./backup.ts')).restore,
  },
  {
    name: 'operator',
    summary: 'choose who may open the operator console',
    load: async () => (await import('./operator.ts')).command,
  },
  {
    name: 'opt-out',
    summary: 'exclude a domain and erase its stores',
    load: async () => (await import('./opt-out.ts')).command,
  },
  {
    name: 'reset-secret',
    summary: 'accept another APP_SECRET after the old one was lost or leaked',
    load: async () => (await import('./database.ts')).resetSecret,
  },
]

const EXIT_FAILED = 1
const EXIT_WRONG_USAGE = 2
const PROJECT_FOLDER = path.resolve(import.meta.dirname, '../..')

const HELP = `Usage: storedawn COMMAND [OPTIONS]

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(14)}${summary}`).join('\n')}

storedawn COMMAND --help lists the options of a command. docs/settings.md lists the settings, which come from the environment or
from .env in ${PROJECT_FOLDER}; relative paths in them start there.
`

/** @returns the exit code; undefined = the command keeps running */
async function main([name, ...args]: string[]): Promise<number | undefined> {
  const caller = createCaller(process.cwd())
  // As under `npm start`: relative settings and `.env` belong to the project's folder.
  process.chdir(PROJECT_FOLDER)
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(HELP)
    return 0
  }
  const entry = COMMANDS.find((each) => each.name === name)
  if (!entry)
    return refuseUsage(name === undefined ? 'a command is missing' : `there is no command ${name}`)
  const command = await entry.load()
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`Usage: storedawn ${entry.name} ${command.usage}`)
    return 0
  }
  try {
    return await command.run(args, caller)
  } catch (error) {
    if (error instanceof UsageError) return refuseUsage(error.message, entry.name)
    const message = error instanceof BackupError ? error.message : describeStartFailure(error)
    process.stderr.write(`storedawn ${entry.name}: ${message}\n`)
    return EXIT_FAILED
  }
}

function refuseUsage(why: string, command?: string): number {
  const asked = ['storedawn', ...(command ? [command] : [])].join(' ')
  process.stderr.write(`${asked}: ${why}. See ${asked} --help\n`)
  return EXIT_WRONG_USAGE
}

const exitCode = await main(process.argv.slice(2))
if (exitCode !== undefined) process.exitCode = exitCode
