import pg from 'pg'
import { createRandom, whole } from '#testing/random.ts'

/** Changes a store from time to time, as visits do, so that in-memory indexes must keep up. */
export async function changeStores(
  url: string,
  { perSecond, stores }: { perSecond: number; stores: number },
): Promise<AsyncDisposable> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const random = createRandom(5)
  let last = Promise.resolve<unknown>(undefined)
  const timer = setInterval(() => {
    last = client.query(
      'update stores set product_count = 1 + coalesce(product_count, 0) where id = $1',
      [1 + whole(random, stores)],
    )
  }, 1000 / perSecond)
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await last
      await client.end()
    },
  }
}
