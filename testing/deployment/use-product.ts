import * as z from 'zod'

const Listed = z.object({ content: z.tuple([z.object({ id: z.number() })], z.unknown()) })

const READS = [
  '/',
  '/api/stores/facets?scope=all&groups=country,category',
  '/api/public/stats',
  '/api/public/highlights',
  '/api/public/freshness',
  '/api/users/preferences',
  '/api/users/profile',
  '/api/auth/sessions',
  '/api/saved-searches',
]

const MESSAGE = {
  fullName: 'Ada Stranger',
  email: 'stranger@example.test',
  subject: 'A question',
  message: 'Does the previous release take this?',
}

export async function useProduct(
  ask: (path: string, init: RequestInit) => Promise<Response>,
): Promise<string[]> {
  const refused: string[] = []
  const call = async (method: string, path: string, body?: object): Promise<string> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await ask(path, { method, ...(body && { body: JSON.stringify(body), headers }) })
    const text = await answer.text()
    if (answer.status !== 200) refused.push(`${method} ${path}: ${answer.status} ${text}`)
    return text
  }
  const list = Listed.parse(JSON.parse(await call('GET', '/api/stores?size=20&scope=all')))
  const [{ id: storeId }] = list.content
  for (const path of [...READS, `/api/stores/details/${storeId}`]) await call('GET', path)
  await call('POST', '/api/saved-stores', { storeId, notes: 'kept' })
  await call('GET', '/api/saved-stores')
  await call('POST', '/api/contact/support', MESSAGE)
  await call('POST', '/api/auth/forgot-password', { email: MESSAGE.email })
  return refused
}
