import type { Config } from '#server/config.ts'
import { findFreePort } from '#server/db/find-free-port.ts'

const UNKNOWN_ORIGIN = 'http://localhost:0'

/** Chooses the port before anything starts: links in mails contain it, and their code knows only the settings. */
export async function withFreePort(config: Config): Promise<Config> {
  if (config.PORT !== 0 || config.PUBLIC_ORIGIN !== UNKNOWN_ORIGIN) return config
  const port = await findFreePort(config.HOST)
  return { ...config, PORT: port, PUBLIC_ORIGIN: `http://localhost:${port}` }
}
