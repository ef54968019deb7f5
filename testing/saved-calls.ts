import type { Role } from '#contracts/accounts/auth.ts'
import { insertStore } from '#testing/factories.ts'
import type { Answer, TestApp } from '#testing/test-app.ts'

export type Send = TestApp['anonymous']

const post = (send: Send, url: string, payload: object) => send({ method: 'POST', url, payload })
export const saveStore = (send: Send, payload: object) => post(send, '/api/saved-stores', payload)
export const saveProduct = (send: Send, payload: object) =>
  post(send, '/api/saved-products', payload)
export const unsave = (send: Send, path: string) => send({ method: 'DELETE', url: `/api/${path}` })
export const refusal = (answer: Answer) => [
  answer.statusCode,
  answer.json().code,
  answer.json().field,
]

export const createSavedCalls = (app: () => TestApp) => ({
  newcomer: (role: Role = 'PRO_USER') => app().newAccount(role),
  newStore: (values = {}) => insertStore(app().ctx.db, values),
})
