import type { StoreSummary } from '#contracts/catalog/stores.ts'
import type { SavedProduct, SavedStore } from '#contracts/workspace/saved.ts'
import type { SavedSearch } from '#contracts/workspace/saved-searches.ts'
import type { Client } from '#testing/demo-client.ts'

export async function forgetEverything(client: Client): Promise<void> {
  const stores = await client.get<{ content: SavedStore[] }>('/api/saved-stores?size=1000')
  for (const { storeId } of stores.content)
    await call(client, 'DELETE', `/api/saved-stores/${storeId}`)
  const products = await client.get<{ content: SavedProduct[] }>('/api/saved-products?size=1000')
  for (const { id } of products.content) await call(client, 'DELETE', `/api/saved-products/${id}`)
  const { searches } = await client.get<{ searches: SavedSearch[] }>('/api/saved-searches')
  for (const { id } of searches) await call(client, 'DELETE', `/api/saved-searches/${id}`)
}

/** The list's, by the query of its address. */
export const storesBy = async (client: Client, query: string): Promise<StoreSummary[]> =>
  (await client.get<{ content: StoreSummary[] }>(`/api/stores?${query}`)).content

/** @throws Error with the answer if it is a refusal */
export async function call<Answer = unknown>(
  { origin, token }: Client,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}
