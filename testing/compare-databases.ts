import { databaseUrl, withClient } from '#testing/database-client.ts'

export type TableContent = { rows: number; md5: string }

/** The queue stamps its version row every minute. */
const VERSION_ONLY = '(select version from pgboss.version)'

export async function readTables(url: string): Promise<Record<string, TableContent>> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss') order by 1`,
    )
    const content: Record<string, TableContent> = {}
    for (const { name } of tables) {
      const rowsOf = name === 'pgboss.version' ? VERSION_ONLY : name
      const { rows } = await client.query<TableContent>(
        `select count(*)::int as rows, md5(coalesce(string_agg(t::text, E'\\n' order by t::text collate "C"), '')) as md5 from ${rowsOf} t`,
      )
      if (rows[0]) content[name] = rows[0]
    }
    return content
  })
}

export async function createEmptyDatabase(
  serverUrl: string,
): Promise<AsyncDisposable & { url: string }> {
  const name = `storedawn_empty_${Date.now()}_${Math.random().toString(16).slice(2, 10)}`
  await withClient(serverUrl, (client) =>
    client.query(`create database ${name} template template0`),
  )
  return {
    url: databaseUrl(serverUrl, name),
    [Symbol.asyncDispose]: async () =>
      void (await withClient(serverUrl, (client) =>
        client.query(`drop database ${name} with (force)`),
      )),
  }
}
