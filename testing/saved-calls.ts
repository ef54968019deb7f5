import type { Role } from '#contracts/accounts/auth.ts'
import { insertStore } from '#testing/factories.ts'
import { post, type TestApp } from '#testing/test-app.ts'

export type Send = TestApp['anonymous']

export const saveStore = (send: Send, payload: object) => post(send, '/api/saved-stores', payload)
export const saveProduct = (send: Send, payload: object) =>
  post(send, '/api/saved-products', payload)
export const exclude = (send: Send, payload: string) =>
  send({
    method: 'POST',
    url: '/api/exclusions',
    payload,
    headers: { 'content-type': 'text/plain' },
  })
/** @returns its id */
export async function saveSearch(send: Send, values: object = {}): Promise<string> {
  const usual = { name: 'Lamps', view: 'stores', query: 'country=DE', mails: false }
  const answer = await post(send, '/api/saved-searches', { ...usual, ...values })
  if (answer.statusCode !== 200) throw new Error(`refused: ${answer.body}`)
  return answer.json().id
}
export const unsave = (send: Send, path: string) => send({ method: 'DELETE', url: `/api/${path}` })

/** The ids of the stores that a list holds, the lowest first. */
export const found = async (send: Send, query: string): Promise<number[]> => {
  const { content } = (await send(`/api/stores?launchStatus=all&${query}`)).json()
  return content.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b)
}

export const createSavedCalls = (app: () => TestApp) => ({
  newcomer: (role: Role = 'PRO_USER') => app().newAccount(role),
  newStore: (values = {}) => insertStore(app().ctx.db, values),
})
