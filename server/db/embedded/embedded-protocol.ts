import * as z from 'zod'

/** What the server tells its database process, as one JSON argument. */
export const EmbeddedTask = z.object({
  dataDir: z.string(),
  serverPid: z.int(),
  socketFolder: z.string(),
  /** Windows has no unix sockets that pg can use: there the engine listens on a loopback port behind a password. */
  password: z.string().optional(),
  idleInTransactionMs: z.int(),
})
export type EmbeddedTask = z.infer<typeof EmbeddedTask>

/** What the database process tells the server. */
export const EmbeddedReport = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), port: z.int() }),
  z.object({ kind: z.literal('held'), holder: z.string(), serverPid: z.int() }),
  z.object({ kind: z.literal('broken'), problem: z.string() }),
])
export type EmbeddedReport = z.infer<typeof EmbeddedReport>

/** pg finds a unix socket by folder and this number. */
export const SOCKET_PORT = 5432
export const socketFileIn = (folder: string) => `${folder}/.s.PGSQL.${SOCKET_PORT}`
export const databaseFolderIn = (dataDir: string) => `${dataDir}/database`
