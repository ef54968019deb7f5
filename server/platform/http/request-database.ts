import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#server/platform/context.ts'
import type { LastWrite } from '#server/platform/db/replicas/read-replicas.ts'
import type { ReplicaHandles } from '#server/platform/db/replicas/replica-session.ts'
import type { Db } from '#server/platform/db/schema.ts'

/** Who reads: the account's last write, if any, has to be included. Null for a request that reads the primary. */
export type Reader = { lastWrite: LastWrite | null } | null

/** The database handles of one request. The server to read from is chosen once, when the first of them is used. */
export function createRequestDatabase(
  { db, dbWithSignal, replicas }: Pick<AppContext, 'db' | 'dbWithSignal' | 'replicas'>,
  { method, signal }: Pick<FastifyRequest, 'method' | 'signal'>,
  reader: Reader,
) {
  let replica: ReplicaHandles | null | undefined
  let own: Db | undefined
  let primary: Db | undefined
  const choose = () => {
    if (replica === undefined) replica = (reader && replicas?.choose(reader.lastWrite)) ?? null
    return replica
  }
  /** When the caller leaves, reads are cancelled and writes continue. */
  const primaryDb = () => (primary ??= method === 'GET' && dbWithSignal ? dbWithSignal(signal) : db)
  return {
    db: () => (own ??= choose()?.withSignal(signal) ?? primaryDb()),
    sharedDb: () => choose()?.shared ?? db,
    primaryDb,
    async isReplicaBehind(check: (db: Db) => Promise<boolean>) {
      const chosen = choose()
      return chosen !== null && !(await check(chosen.strict).catch(() => false))
    },
  }
}
