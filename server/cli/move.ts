import { moveDatabase } from '#server/operations/backup/move-database.ts'
import { defineCommand, UsageError } from './command.ts'
import { describeRows, readSettings, type Settings, withLocalDatabase } from './installation.ts'

const LOCAL = 'local'

export const command = defineCommand({
  usage: `--to ADDRESS [--from ADDRESS]

Copies the database into an empty one and compares every row. Stop the product first. The original stays as it is, and so
do pictures, photos and app-secret in DATA_DIR.

  --to, --from   postgres://…, or ${LOCAL} for the PostgreSQL of DATA_DIR. Default of --from: the one that the product uses
`,
  options: { to: { type: 'string' }, from: { type: 'string' } },
  async run(options, { say }) {
    const settings = readSettings()
    if (options.to === undefined) throw new UsageError('--to is missing')
    const to = parseAddress('--to', options.to)
    const from = parseAddress('--from', options.from ?? settings.config.DATABASE_URL ?? LOCAL)
    if (from === to) throw new UsageError('--from and --to are the same database')
    const tables = await withAddress(settings, from, (fromUrl) =>
      withAddress(settings, to, (toUrl) => moveDatabase({ fromUrl, toUrl, log: settings.log })),
    )
    say(`copied and compared: ${describeRows(tables)}`)
    say(
      to === LOCAL
        ? 'Now unset DATABASE_URL and start.'
        : 'Now set DATABASE_URL to the new address and start.',
    )
    return 0
  },
})

/** @throws UsageError */
function parseAddress(option: string, text: string): string {
  if (text === LOCAL || /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '')) return text
  throw new UsageError(`${option} must be a postgres:// address or ${LOCAL}`)
}

const withAddress = <Result>(
  settings: Settings,
  address: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> =>
  address === LOCAL ? withLocalDatabase(settings, 'product', work) : work(address)
