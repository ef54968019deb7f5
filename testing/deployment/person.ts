import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { formOf } from '#testing/form-of.ts'

const EMAIL = 'stranger@example.test'
const PASSWORD = 'Correct-Horse-7!'
const Listed = z.object({ content: z.tuple([z.object({ id: z.number() })], z.unknown()) })
const Mails = z.array(z.object({ text: z.string() }))

/** A visitor who signs up and sends a photo, through the public address only. */
export function createPerson({ origin, mailbox }: { origin: string; mailbox: string }) {
  let token = ''
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}${path}`, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } })
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }

  async function readLink(): Promise<string> {
    while (true) {
      const answer = await fetch(`${mailbox}/messages.json?to=${encodeURIComponent(EMAIL)}`)
      const [mail] = Mails.parse(await answer.json())
      const [, sent] = /[?&]token=([\w.~%-]+)/.exec(mail?.text ?? '') ?? []
      if (sent !== undefined) return decodeURIComponent(sent)
      await sleep(500)
    }
  }

  return {
    /** Signs up, opens the link of the mail that the worker sends, and signs in. */
    async signUp(): Promise<void> {
      await post('/api/auth/email-signup', { email: EMAIL, password: PASSWORD, name: 'Ada Stranger' })
      const confirmed = await ask(`/api/auth/verify-email?token=${encodeURIComponent(await readLink())}`)
      if (!confirmed.ok) throw new Error(`the link of the mail answers ${confirmed.status}`)
      const signedIn = await post('/api/auth/email-signin', { email: EMAIL, password: PASSWORD })
      token = z.object({ token: z.string() }).parse(signedIn).token
    },
    /** @returns the photo's address */
    async uploadPhoto(bytes: Uint8Array): Promise<string> {
      const { headers, payload } = await formOf(bytes)
      const type = String(headers?.['content-type'])
      const answer = await ask('/api/users/profile/photo', {
        method: 'POST',
        headers: { 'content-type': type },
        body: new Uint8Array(payload as Buffer),
      })
      if (!answer.ok) throw new Error(`the photo: ${answer.status} ${await answer.text()}`)
      return z.object({ pictureUrl: z.string() }).parse(await answer.json()).pictureUrl
    },
    /** Reads and writes of most kinds. @returns the calls that were not answered with 200, each with its answer */
    async useEverything(): Promise<string[]> {
      const refused: string[] = []
      const call = async (method: string, path: string, body?: object): Promise<unknown> => {
        const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
        const answer = await ask(path, { method, ...sent })
        const text = await answer.text()
        if (answer.status !== 200) refused.push(`${method} ${path}: ${answer.status} ${text}`)
        return parseJson(text)
      }
      const list = Listed.parse(await call('GET', '/api/stores?size=20&scope=all'))
      const [{ id: storeId }] = list.content
      for (const path of [
        '/',
        '/api/stores/facets?scope=all&groups=country,category',
        `/api/stores/details/${storeId}`,
        '/api/public/stats',
        '/api/public/highlights',
        '/api/public/freshness',
        '/api/users/preferences',
        '/api/users/profile',
        '/api/auth/sessions',
        '/api/saved-searches',
      ])
        await call('GET', path)
      await call('POST', '/api/saved-stores', { storeId, notes: 'kept' })
      await call('GET', '/api/saved-stores')
      await call('POST', '/api/contact/support', {
        fullName: 'Ada Stranger',
        email: EMAIL,
        subject: 'A question',
        message: 'Does the previous release take this?',
      })
      await call('POST', '/api/auth/forgot-password', { email: EMAIL })
      return refused
    },
    /** @returns the status of its answer */
    readPhoto: async (url: string): Promise<number> => (await ask(url)).status,
    isSignedIn: async (): Promise<boolean> => (await ask('/api/auth/me')).ok,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
