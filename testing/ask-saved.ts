import type { StoreId } from '#contracts/ids.ts'
import { type Ask, askEach } from '#testing/ask.ts'
import { insertStore, insertUser } from './factories.ts'
import { codeAt } from './operator-calls.ts'
import type { TestApp } from './test-app.ts'

/** What an account keeps: stores, products, and how it has its lists shown. */
export async function askSaved(
  ask: Ask,
  { storeId, twinId, productId }: { storeId: StoreId; twinId: StoreId; productId: string },
): Promise<void> {
  await ask('saveStore', { body: { storeId, tags: ['lamps'] } })
  const { id } = await ask('saveProduct', { body: { productId, tags: ['lamps'] } })
  await askEach(ask, ['listSavedStores', 'listSavedProducts', 'listSavedTags'])
  await ask('unsaveStore', { params: { id: String(storeId) } })
  await ask('unsaveProduct', { params: { savedId: String(id) } })
  await ask('saveStore', { body: { storeId } })
  await askExclusions(ask)
  await askLists(ask, storeId)
  await askLeads(ask, { storeId, twinId })
  await askBrief(ask, storeId)
  await askFollows(ask, storeId)
  const display = { columns: ['country'], density: 'compact', sortBy: 'name', sortDirection: 'ASC' }
  await ask('putListView', { body: { view: 'stores', display } })
  await ask('getListView')
}

async function askLists(ask: Ask, storeId: StoreId): Promise<void> {
  const { id } = await ask('createList', { body: { name: 'Leads' } })
  const action = { kind: 'list', list: id, on: true }
  const body = { target: { storeIds: [storeId, 999_999_999] }, action }
  await ask('changeStores', { body })
  await ask('renameList', { params: { id }, body: { name: 'Hot leads' } })
  await ask('listLists')
  const { undo } = await ask('deleteList', { params: { id } })
  await ask('undoChange', { params: { id: undo.id } })
}

async function askLeads(
  ask: Ask,
  { storeId, twinId }: { storeId: StoreId; twinId: StoreId },
): Promise<void> {
  const params = { storeId: String(storeId) }
  const step = { nextStep: 'Call', nextDay: '2026-03-12' }
  await ask('putLead', { params, body: { version: 0, stage: 'toContact', ...step } })
  await ask('getLead', { params })
  const twin = { storeId: String(twinId) }
  await ask('putLead', { params: twin, body: { version: 0, stage: 'won' } })
  await ask('listLeads')
  await ask('mergeLead', { params: twin, body: { into: storeId } })
  await ask('listStages')
  const stages = ['toContact', 'contacted'].map((key) => ({ key, name: 'S', isContacted: false }))
  const moved = { replied: 'contacted', won: 'contacted', lost: 'contacted' }
  await ask('putStages', { body: { stages, moved } })
  await ask('dismissErasedLeads')
  const body = { name: 'First mail', subject: 'About {store}', body: 'Hello' }
  const { id } = await ask('createTemplate', { body })
  await ask('updateTemplate', { params: { id }, body })
  await ask('listTemplates')
  await ask('deleteTemplate', { params: { id } })
}

async function askBrief(ask: Ask, storeId: StoreId): Promise<void> {
  const params = { storeId: String(storeId) }
  const { version } = await ask('getLead', { params })
  await ask('putLead', { params, body: { version, nextDay: '2026-03-01' } })
  const quiet = { quietFrom: 22, quietUntil: 7 }
  const times = { pace: 'daily', weekday: 1, hour: 7, timeZone: 'Europe/Berlin', ...quiet }
  const body = { ...times, mail: true, webhook: false, atOnce: false }
  await ask('putBriefSettings', { body })
  await askEach(ask, ['getBriefSettings', 'getBrief'])
  await ask('testBrief', { body: { channel: 'mail' } })
}

async function askFollows(ask: Ask, storeId: StoreId): Promise<void> {
  const niche = { kind: 'niche', category: 'garden_diy', country: 'DE' }
  await ask('createFollow', { body: { target: niche } })
  const target = { kind: 'store', storeId }
  const { id } = await ask('createFollow', { body: { target } })
  await ask('listFollows')
  await ask('deleteFollow', { params: { id } })
}

/**
 * The address of a feed is shown once, to its owner.
 * @returns the paths of those that still work
 */
export async function askFeeds(ask: Ask): Promise<string[]> {
  const { url, jsonUrl } = await ask('createFeed', { body: { kind: 'brief' } })
  const { id } = await ask('createFeed', { body: {} })
  await ask('listFeeds')
  await ask('deleteFeed', { params: { id } })
  return [url, jsonUrl].map((address) => new URL(address).pathname)
}

async function askExclusions(ask: Ask): Promise<void> {
  const lines = 'lamp.example\nhidden.example\nNevola Garden\nlamp.example\n'
  await ask('addExclusions', { text: lines })
  await ask('listExclusions')
  await ask('removeExclusion', { params: { key: 'lamp.example' } })
  const { id } = await ask('addExclusions', { text: 'other.example' })
  await ask('undoExclusionUpload', { params: { id } })
  await ask('emptyExclusions')
}

const contact = 'hello@lamp.example'

/** Marks an address of the store and takes the mark back. */
export async function askBounces(ask: Ask, storeId: StoreId): Promise<void> {
  const params = { id: String(storeId) }
  await ask('markBounce', { params, body: { contact } })
  await ask('unmarkBounce', { params, query: { contact } })
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

type Parts = {
  ask: Ask
  secrets: Set<string>
  at: Date
  account: { email: string; password: string }
}

export async function askSecondFactor(parts: Parts): Promise<void> {
  const { secrets, at, account } = parts
  const ask = (name: string, body?: object) => parts.ask(name, body && { body })
  const { secret } = await ask('beginSecondFactor')
  const code = codeAt(secret, at)
  const { recoveryCodes } = await ask('confirmSecondFactor', { code })
  for (const each of [secret, ...recoveryCodes]) secrets.add(each)
  await ask('getSecondFactor')
  const { challenge } = await ask('emailSignin', account)
  secrets.add(challenge)
  // The code was used to turn it on.
  await ask('finishSignin', { challenge, code })
  await ask('finishSignin', { challenge, code: recoveryCodes[0] })
  await ask('endSecondFactor', { currentPassword: account.password, code: recoveryCodes[1] })
}
