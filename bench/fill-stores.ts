import { withClient } from '#testing/database-client.ts'
import { createTools, fillStores as fillDrawn, pickStores } from './workspace/fill-stores.ts'
import { FULL_SIZE } from './workspace/workspace-size.ts'

export const LAST_DAY = FULL_SIZE.lastDay

/** The stores of a year, drawn as in the workspace's databases. */
export async function fillStores(url: string, stores: number): Promise<void> {
  const size = { ...FULL_SIZE, stores, products: 20 * stores, days: 365 }
  await withClient(url, async (client) => {
    await createTools(client, size)
    await pickStores(client, size)
    await fillDrawn(client, size, () => undefined)
    await client.query('drop schema bench cascade; analyze')
  })
}
