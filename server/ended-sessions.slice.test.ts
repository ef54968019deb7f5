import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import { removeOperator } from '#server/operator/api.ts'
import { countLockWaits } from '#testing/lock-waits.ts'
import { prove, putProfile } from '#testing/account-calls.ts'
import { requestDeletion } from '#testing/deletion-calls.ts'
import { formOf } from '#testing/form-of.ts'
import { openConsole } from '#testing/operator-calls.ts'
import { post } from '#testing/test-app.ts'
import { pngOf } from '#testing/test-pictures.ts'
import { useTestApp } from '#testing/shared-app.ts'

let port: number
const app = useTestApp()
beforeAll(async () => {
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  // Safe: the server listens on a port.
  port = (app.fastify.server.address() as AddressInfo).port
})

type Caller = { token: string; userId: UserId }
type Request = { method: string; url: string; type?: string; body: Buffer | string }

const lastUseOf = async ({ userId }: Caller) => {
  const sessions = app.ctx.db
    .selectFrom('sessions')
    .select('last_used_at')
    .where('user_id', '=', userId)
  return (await sessions.executeTakeFirstOrThrow()).last_used_at
}

async function sendSlowly(
  caller: Caller,
  { method, url, type = 'application/json', body }: Request,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<string> {
  const bytes = Buffer.from(body)
  const half = Math.floor(bytes.length / 2)
  app.ctx.clock.advance(2 * MINUTE_MS) // the check records the use of the session once a minute
  const socket = connect({ port, host: '127.0.0.1' })
  await once(socket, 'connect')
  const answer = text(socket)
  socket.write(
    `${method} ${url} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${caller.token}\r\n` +
      `content-type: ${type}\r\ncontent-length: ${bytes.length}\r\nconnection: close\r\n\r\n`,
  )
  socket.write(bytes.subarray(0, half))
  await expect.poll(() => lastUseOf(caller)).toEqual(app.ctx.now())
  await meanwhile()
  socket.write(bytes.subarray(half))
  const [head = '', rest = ''] = (await answer).split('\r\n\r\n')
  const code = /"code":"(\w+)"/.exec(rest)?.[1]
  return `${head.split(' ')[1]}${code ? ` ${code}` : ''}`
}

const endSessions = ({ userId }: Caller) =>
  app.ctx.db
    .updateTable('sessions')
    .set({ revoked_at: app.ctx.now() })
    .where('user_id', '=', userId)
    .execute()

const userOf = ({ userId }: Caller) =>
  app.ctx.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()

describe('a request whose session ends before its body has arrived', () => {
  const profile = (email: string): Request => ({
    method: 'PUT',
    url: '/api/users/profile',
    body: JSON.stringify({ firstName: 'Eve', lastName: 'Late', email }),
  })

  test('changes neither names nor address', async () => {
    const own = await app.newAccount()
    await prove(own)
    expect(await sendSlowly(own, profile(own.email))).toBe('200')
    const late = profile('thief@example.test')
    expect(await sendSlowly(own, late, () => endSessions(own))).toBe('401 session_expired')
    expect(await userOf(own)).toMatchObject({ last_name: 'Late', pending_email: null })
  })

  test('stores no photo', async () => {
    const own = await app.newAccount()
    const { headers, payload } = await formOf(await pngOf(60, 60))
    const photo = {
      method: 'POST',
      url: '/api/users/profile/photo',
      type: String(headers?.['content-type']),
    }
    const send = (meanwhile?: () => Promise<unknown>) =>
      sendSlowly(own, { ...photo, body: payload as Buffer }, meanwhile)
    expect(await send(() => endSessions(own))).toBe('401 session_expired')
    expect((await userOf(own)).picture_url).toBeNull()
  })

  test('does nothing for an operator who was removed or locked', async () => {
    const { db, now } = app.ctx
    const { userId: target } = await app.newAccount()
    const grant = { plan: 'plus', until: now().toISOString().slice(0, 10) }
    const request = {
      method: 'POST',
      url: `/api/operator/accounts/${target}/plan`,
      body: JSON.stringify(grant),
    }
    const [removed, locked, other] = [
      await openConsole(app),
      await openConsole(app),
      await openConsole(app),
    ]
    const remove = () => removeOperator(app.ctx, removed.email)
    const lock = () => post(other.send, `/api/operator/accounts/${locked.userId}/lock`)
    expect(await sendSlowly(removed, request, remove)).toBe('403 operator_required')
    expect(await sendSlowly(locked, request, lock)).toBe('401 session_expired')
    const { role } = await db
      .selectFrom('users')
      .select('role')
      .where('id', '=', target)
      .executeTakeFirstOrThrow()
    expect(role).toBe('GUEST')
    expect(await sendSlowly(other, request)).toBe('200')
  })
})

describe('a session that ends while its request waits for the account', () => {
  /** As a reset of the password does: locks the account, then ends its sessions. */
  async function endSessionsBefore(
    own: Caller,
    request: () => Promise<{ json: () => { code?: string } }>,
  ) {
    const { answer } = await app.ctx.db.transaction().execute(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', own.userId).forUpdate().execute()
      const answer = request()
      await expect.poll(() => countLockWaits(app.ctx.db)).toBe(1)
      const ended = { revoked_at: app.ctx.now() }
      await tx.updateTable('sessions').set(ended).where('user_id', '=', own.userId).execute()
      return { answer } // wrapped: it must not be awaited here
    })
    return (await answer).json().code
  }

  test('requests no other address', async () => {
    const own = await app.newAccount()
    await prove(own)
    const code = await endSessionsBefore(own, () =>
      putProfile(own, { email: 'thief@example.test' }),
    )
    expect([code, (await userOf(own)).pending_email]).toEqual(['session_expired', null])
  })

  test('does not close the account', async () => {
    const own = await app.newAccount('PRO_USER')
    const code = await endSessionsBefore(own, () => requestDeletion(own))
    expect([code, (await userOf(own)).deletion_requested_at]).toEqual(['session_expired', null])
  })
})
