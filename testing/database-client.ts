import pg from 'pg'

export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
  await client.connect()
  return work(client).finally(() => client.end())
}

/** The same server, another database. */
export function databaseUrl(server: string, name: string): string {
  const changed = new URL(server)
  changed.pathname = `/${name}`
  return changed.href
}

export async function isAnswering(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  // The driver reports a refused connection twice; without a listener the second report ends the
  // process.
  client.on('error', () => undefined)
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}
