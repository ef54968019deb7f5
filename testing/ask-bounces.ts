import type { StoreId } from '#contracts/ids.ts'
import { insertStore, insertUser } from '#testing/factories.ts'
import type { TestApp } from '#testing/test-app.ts'

type Input = {
  params: Record<string, string>
  query?: Record<string, string>
  body?: object
  bearer: string
}
type Ask = (name: string, input: Input) => Promise<unknown>

const contact = 'hello@lamp.example'

/** Marks an address of the store and takes the mark back. */
export async function askBounces(ask: Ask, bearer: string, storeId: StoreId): Promise<void> {
  const params = { id: String(storeId) }
  await ask('markBounce', { params, body: { contact }, bearer })
  await ask('unmarkBounce', { params, query: { contact }, bearer })
}

/** Two accounts say the opposite of an address. */
export async function disputeAddress({ ctx }: Pick<TestApp, 'ctx'>): Promise<void> {
  const store = await insertStore(ctx.db)
  for (const verdict of ['bounced', 'arrives'] as const) {
    const { userId } = await insertUser(ctx, { role: 'PRO_USER' })
    const said = { address: contact, verdict, marked_at: ctx.now() }
    await ctx.db
      .insertInto('contact_bounces')
      .values({ user_id: userId, store_id: store, ...said })
      .execute()
  }
}
