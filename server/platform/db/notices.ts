import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** The signature that pg-boss expects of its database. */
export type Listen = (
  channel: string,
  onNotice: (payload: string) => void,
  /** Called after a loss of the session: notices sent meanwhile never arrive. */
  onReturn?: () => void,
) => Promise<{ close: () => Promise<void> }>

type Subscription = { channel: string; onNotice: (payload: string) => void; onReturn: () => void }
type Connect = () => Promise<pg.PoolClient>

const RETRY_MS = 1_000

/**
 * Hears what others `NOTIFY`: one session of the pool for all channels of the process, from the
 * first to the last. A notice is a hint, which may be lost: whoever needs it also looks by itself.
 */
export function createListener(connect: Connect): { listen: Listen; close: () => Promise<void> } {
  const subscriptions = new Set<Subscription>()
  const session = createSession(connect, {
    onNotice({ channel, payload = '' }) {
      for (const each of subscriptions) if (each.channel === channel) each.onNotice(payload)
    },
    onLoss: () => void replace(),
  })
  const replace = async () => {
    while (subscriptions.size > 0) {
      try {
        for (const { channel } of subscriptions) await session.listen(channel)
        for (const { onReturn } of subscriptions) onReturn()
        return
      } catch {
        await session.end()
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
  }
  const remove = async (subscription: Subscription) => {
    subscriptions.delete(subscription)
    if (subscriptions.size === 0) await session.end()
  }
  return {
    async listen(channel, onNotice, onReturn = () => undefined) {
      const subscription = { channel, onNotice, onReturn }
      subscriptions.add(subscription)
      try {
        await session.listen(channel)
      } catch (error) {
        await remove(subscription)
        throw error
      }
      return { close: () => remove(subscription) }
    },
    async close() {
      subscriptions.clear()
      await session.end()
    },
  }
}

/** A network may drop a silent connection without telling either end. */
const CHECK_EVERY_MS = 30_000

type SessionEvents = { onNotice: (notice: pg.Notification) => void; onLoss: () => void }

/** Opened by the first `listen`. */
function createSession(connect: Connect, { onNotice, onLoss }: SessionEvents) {
  let opening: Promise<pg.PoolClient> | null = null
  let current: pg.PoolClient | null = null

  const open = async (): Promise<pg.PoolClient> => {
    const client = await connect()
    current = client
    const check = () => void client.query('select').catch(() => client.end())
    const timer = setInterval(check, CHECK_EVERY_MS).unref()
    client.on('notification', onNotice)
    client.once('end', () => {
      clearInterval(timer)
      if (current === client) void end().then(onLoss)
    })
    return client
  }
  /** For good: no other query may get a session that listens. */
  const end = async () => {
    const ended = opening
    opening = current = null
    const client = await ended?.catch(() => null)
    client?.release(true)
  }
  return {
    end,
    async listen(channel: string): Promise<void> {
      opening ??= open().catch((error: unknown) => {
        opening = null
        throw error
      })
      const client = await opening
      await client.query(`listen "${channel}"`)
    },
  }
}
