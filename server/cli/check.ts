import { randomUUID } from 'node:crypto'
import { mkdir, statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { areUneven, pricesOf } from '#server/billing/api.ts'
import { connectSearch } from '#server/catalog/api.ts'
import { listOperators } from '#server/operator/api.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { type OpenDatabase, openDatabase } from '#server/platform/db/client.ts'
import { readSchemaState } from '#server/platform/db/migrate.ts'
import { describeError } from '#server/platform/errors.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createLog } from '#server/platform/log.ts'
import { type Check, outsideChecks } from './check-outside.ts'
import { defineCommand } from './command.ts'

export const command = defineCommand({
  usage: `

Reads the configuration, tries everything that it names, and prints a line for each. Exit code 1 if anything is wrong.
`,
  options: {},
  async run(_values, { say }) {
    const config = readConfig({ defaults: { LOG_LEVEL: 'fatal' } })
    say(`ok     configuration: roles ${config.ROLES.join(', ')}, origin ${config.PUBLIC_ORIGIN}`)
    const findings = await checkAll(config)
    for (const { name, state, detail } of findings) say(`${state.padEnd(6)} ${name}: ${detail}`)
    return findings.some(({ state }) => state === 'WRONG') ? 1 : 0
  },
})

type Finding = { name: string; state: 'ok' | 'warn' | 'WRONG'; detail: string }

async function checkAll(config: Config): Promise<Finding[]> {
  const findings: Finding[] = []
  const look = async (name: string, run: Check['run']) => {
    const finding = await find({ name, run })
    findings.push(finding)
    return finding.state !== 'WRONG'
  }
  await look('disk', () => checkDisk(config))
  const opened: { database?: OpenDatabase } = {}
  await look('database', async () => {
    opened.database = await openDatabase(config, createLog(config))
    return describeDatabase(opened.database, config)
  })
  const { database } = opened
  if (database) {
    const isCurrent = await look('schema', () => checkSchema(database))
    await look('clock', () => checkClock(database))
    if (isCurrent) await look('operators', () => countOperators(database))
    await database.close()
  }
  await look('search', () => checkSearch(config))
  await look('files', () => checkFiles(config))
  await look('prices', async () => checkPrices(config))
  await look('imprint', async () => checkImprint(config))
  return [...findings, ...(await Promise.all(outsideChecks(config).map(find)))]
}

const find = ({ name, run }: Check): Promise<Finding> =>
  run().then(
    (detail) => ({ name, state: 'ok', detail }),
    (error: unknown) => ({
      name,
      state: error instanceof CheckWarning ? 'warn' : 'WRONG',
      detail: describeError(error),
    }),
  )

/** Works, but not as customers or the law would expect. */
class CheckWarning extends Error {}

function checkPrices(config: Config): string {
  if (areUneven(pricesOf(config)))
    throw new CheckWarning(
      'one figure is charged in currencies that differ threefold in worth; PRICES sets each',
    )
  return config.PRICES ? 'from PRICES' : 'the defaults'
}

/** What the legal notice of the pages needs. */
function checkImprint(config: Config): string {
  const empty = (['OPERATOR_NAME', 'OPERATOR_ADDRESS'] as const).filter((name) => !config[name])
  if (empty.length > 0)
    throw new CheckWarning(`${empty.join(' and ')} not set: pages do not say who is behind them`)
  return `${config.OPERATOR_NAME}, ${config.OPERATOR_ADDRESS}`
}

const GIB = 1024 ** 3
const MIN_FREE_BYTES = GIB

async function checkDisk({ DATA_DIR }: Config): Promise<string> {
  await mkdir(DATA_DIR, { recursive: true })
  const { bavail, bsize } = await statfs(DATA_DIR)
  const free = `${((bavail * bsize) / GIB).toFixed(1)} GiB free in ${DATA_DIR}`
  if (bavail * bsize < MIN_FREE_BYTES) throw new Error(`only ${free}`)
  return free
}

async function describeDatabase({ db }: OpenDatabase, { DATABASE_URL }: Config): Promise<string> {
  const { rows } = await sql<{ version: string; isEncrypted: boolean }>`
    select current_setting('server_version') as version, ssl as "isEncrypted"
    from pg_stat_ssl where pid = pg_backend_pid()`.execute(db)
  const { version, isEncrypted } = rows[0] ?? {}
  const external = `an external server, the connection ${isEncrypted ? 'encrypted' : 'not encrypted'}`
  return `PostgreSQL ${version}, ${DATABASE_URL ? external : 'local, in DATA_DIR'}`
}

async function checkSchema({ db }: OpenDatabase): Promise<string> {
  const { applied, missing, unknown } = await readSchemaState(db)
  if (unknown.length > 0) throw new Error(`newer than this release: ${unknown.join(', ')}`)
  if (missing.length > 0) throw new Error(`${missing.length} migrations to run: storedawn migrate`)
  return `up to date, ${applied.at(-1)}`
}

const MAX_SKEW_SECONDS = 5

async function checkClock({ db }: OpenDatabase): Promise<string> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from clock_timestamp())::float8 as seconds`.execute(db)
  const skew = Math.abs(Date.now() / 1000 - (rows[0]?.seconds ?? 0))
  const text = `${skew.toFixed(1)} s between this clock and the database's`
  if (skew > MAX_SKEW_SECONDS) throw new Error(text)
  return text
}

async function countOperators({ db }: OpenDatabase): Promise<string> {
  const { length } = await listOperators({ db })
  return length === 0
    ? 'none yet: storedawn operator --add EMAIL'
    : `${length} may open the console at /operator`
}

async function checkSearch(config: Config): Promise<string> {
  const server = connectSearch(config)
  if (!server) return 'in the memory of each process'
  await using clickHouse = server.clickHouse
  const [row] = await clickHouse.select('select version()')
  return `ClickHouse ${String(row?.[0])}`
}

async function checkFiles(config: Config): Promise<string> {
  const files = await openFileStore({ config, log: createLog(config), now: () => new Date() })
  const name = `checks/${randomUUID()}`
  await files.write(name, Buffer.from(name))
  const read = await files.read(name)
  await files.remove([name])
  if (!read || Buffer.from(read).toString() !== name)
    throw new Error('a file that was written cannot be read')
  return config.FILES_URL
    ? 'written to and read from the bucket'
    : 'written to and read from DATA_DIR'
}
