import type { StoreId } from '#contracts/ids.ts'
import type { Ask } from '#testing/ask.ts'
import { insertStore, insertUser } from './factories.ts'
import { codeAt } from './operator-calls.ts'
import type { TestApp } from './test-app.ts'

/** What an account keeps: stores, products, and how it has its lists shown. */
export async function askSaved(
  ask: Ask,
  bearer: string,
  { storeId, twinId, productId }: { storeId: StoreId; twinId: StoreId; productId: string },
): Promise<void> {
  await ask('saveStore', { body: { storeId, tags: ['lamps'] }, bearer })
  const { id } = await ask('saveProduct', { body: { productId, tags: ['lamps'] }, bearer })
  for (const name of ['listSavedStores', 'listSavedProducts', 'listSavedTags'])
    await ask(name, { bearer })
  await ask('unsaveStore', { params: { id: String(storeId) }, bearer })
  await ask('unsaveProduct', { params: { savedId: String(id) }, bearer })
  await ask('saveStore', { body: { storeId }, bearer })
  await askExclusions(ask, bearer)
  await askLists(ask, bearer, storeId)
  await askLeads(ask, bearer, { storeId, twinId })
  await askBrief(ask, bearer, storeId)
  await askFollows(ask, bearer, storeId)
  const display = { columns: ['country'], density: 'compact', sortBy: 'name', sortDirection: 'ASC' }
  await ask('putListView', { body: { view: 'stores', display }, bearer })
  await ask('getListView', { bearer })
}

async function askLists(ask: Ask, bearer: string, storeId: StoreId): Promise<void> {
  const { id } = await ask('createList', { body: { name: 'Leads' }, bearer })
  const action = { kind: 'list', list: id, on: true }
  const body = { target: { storeIds: [storeId, 999_999_999] }, action }
  await ask('changeStores', { body, bearer })
  await ask('renameList', { params: { id }, body: { name: 'Hot leads' }, bearer })
  await ask('listLists', { bearer })
  const { undo } = await ask('deleteList', { params: { id }, bearer })
  await ask('undoChange', { params: { id: undo.id }, bearer })
}

async function askLeads(
  ask: Ask,
  bearer: string,
  { storeId, twinId }: { storeId: StoreId; twinId: StoreId },
): Promise<void> {
  const params = { storeId: String(storeId) }
  const step = { nextStep: 'Call', nextDay: '2026-03-12' }
  await ask('putLead', { params, body: { version: 0, stage: 'toContact', ...step }, bearer })
  await ask('getLead', { params, bearer })
  const twin = { storeId: String(twinId) }
  await ask('putLead', { params: twin, body: { version: 0, stage: 'won' }, bearer })
  await ask('listLeads', { bearer })
  await ask('mergeLead', { params: twin, body: { into: storeId }, bearer })
  await ask('listStages', { bearer })
  const stages = ['toContact', 'contacted'].map((key) => ({ key, name: 'S', isContacted: false }))
  const moved = { replied: 'contacted', won: 'contacted', lost: 'contacted' }
  await ask('putStages', { body: { stages, moved }, bearer })
  await ask('dismissErasedLeads', { bearer })
  const body = { name: 'First mail', subject: 'About {store}', body: 'Hello' }
  const { id } = await ask('createTemplate', { body, bearer })
  await ask('updateTemplate', { params: { id }, body, bearer })
  await ask('listTemplates', { bearer })
  await ask('deleteTemplate', { params: { id }, bearer })
}

async function askBrief(ask: Ask, bearer: string, storeId: StoreId): Promise<void> {
  const params = { storeId: String(storeId) }
  const { version } = await ask('getLead', { params, bearer })
  await ask('putLead', { params, body: { version, nextDay: '2026-03-01' }, bearer })
  const quiet = { quietFrom: 22, quietUntil: 7 }
  const times = { pace: 'daily', weekday: 1, hour: 7, timeZone: 'Europe/Berlin', ...quiet }
  const body = { ...times, mail: true, webhook: false, atOnce: false }
  await ask('putBriefSettings', { body, bearer })
  await ask('getBriefSettings', { bearer })
  await ask('getBrief', { bearer })
  await ask('testBrief', { body: { channel: 'mail' }, bearer })
}

async function askFollows(ask: Ask, bearer: string, storeId: StoreId): Promise<void> {
  const niche = { kind: 'niche', category: 'garden_diy', country: 'DE' }
  await ask('createFollow', { body: { target: niche }, bearer })
  const target = { kind: 'store', storeId }
  const { id } = await ask('createFollow', { body: { target }, bearer })
  await ask('listFollows', { bearer })
  await ask('deleteFollow', { params: { id }, bearer })
}

/**
 * The address of a feed is shown once, to its owner.
 * @returns the paths of those that still work
 */
export async function askFeeds(ask: Ask, bearer: string): Promise<string[]> {
  const { url, jsonUrl } = await ask('createFeed', { body: { kind: 'brief' }, bearer })
  const { id } = await ask('createFeed', { body: {}, bearer })
  await ask('listFeeds', { bearer })
  await ask('deleteFeed', { params: { id }, bearer })
  return [url, jsonUrl].map((address) => new URL(address).pathname)
}

async function askExclusions(ask: Ask, bearer: string): Promise<void> {
  const lines = 'lamp.example\nhidden.example\nNevola Garden\nlamp.example\n'
  await ask('addExclusions', { text: lines, bearer })
  await ask('listExclusions', { bearer })
  await ask('removeExclusion', { params: { key: 'lamp.example' }, bearer })
  const { id } = await ask('addExclusions', { text: 'other.example', bearer })
  await ask('undoExclusionUpload', { params: { id }, bearer })
  await ask('emptyExclusions', { bearer })
}

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

type Parts = {
  ask: Ask
  bearer: string
  secrets: Set<string>
  at: Date
  account: { email: string; password: string }
}

export async function askSecondFactor(parts: Parts): Promise<void> {
  const { bearer, secrets, at, account } = parts
  const ask = (name: string, body?: object) => parts.ask(name, { ...(body && { body }), bearer })
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
