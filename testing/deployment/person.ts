import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { formOf } from '#testing/form-of.ts'

const EMAIL = 'stranger@example.test'
const PASSWORD = 'Correct-Horse-7!'
const Mails = z.array(z.object({ text: z.string() }))

export function createPerson({ origin, mailbox }: { origin: string; mailbox: string }) {
  let token = ''
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    })
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
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
    ask,
    async signUp(): Promise<void> {
      await post('/api/auth/email-signup', {
        email: EMAIL,
        password: PASSWORD,
        name: 'Ada Stranger',
      })
      const confirmed = await ask(
        `/api/auth/verify-email?token=${encodeURIComponent(await readLink())}`,
      )
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
    /** @returns the status of its answer */
    readPhoto: async (url: string): Promise<number> => (await ask(url)).status,
    isSignedIn: async (): Promise<boolean> => (await ask('/api/auth/me')).ok,
  }
}
