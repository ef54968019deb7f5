import type { SavedProduct, SavedStore } from '#contracts/workspace/saved.ts'
import type { SavedSearch } from '#contracts/workspace/saved-searches.ts'
import type { Client } from '#testing/demo-client.ts'
import { requireEnv } from './world.ts'

export async function forgetEverything(client: Client): Promise<void> {
  const stores = await client.get<{ content: SavedStore[] }>('/api/saved-stores?size=1000')
  for (const { storeId } of stores.content)
    await call(client, 'DELETE', `/api/saved-stores/${storeId}`)
  const products = await client.get<{ content: SavedProduct[] }>('/api/saved-products?size=1000')
  for (const { id } of products.content) await call(client, 'DELETE', `/api/saved-products/${id}`)
  const { searches } = await client.get<{ searches: SavedSearch[] }>('/api/saved-searches')
  for (const { id } of searches) await call(client, 'DELETE', `/api/saved-searches/${id}`)
}

export async function call({ token }: Client, method: string, path: string): Promise<void> {
  const answer = await fetch(`${requireEnv('E2E_ORIGIN')}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
}
