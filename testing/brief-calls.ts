import { expect } from 'vitest'
import type { Day } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { type Brief, type BriefSettings, getBrief } from '#contracts/workspace/brief.ts'
import { sendDueBriefs } from '#server/workspace/brief/send-briefs.ts'
import { reportDueSearches } from '#server/workspace/saved-searches/search-matches-job.ts'
import { insertStore, insertUser } from '#testing/factories.ts'
import { inMarch } from '#testing/fake-clock.ts'
import { readMails, type ReadMail } from '#testing/read-mails.ts'
import { saveSearch, type Send } from '#testing/saved-calls.ts'
import { post, type TestApp } from '#testing/test-app.ts'

export type BriefAccount = Awaited<ReturnType<ReturnType<typeof createBriefCalls>['newAccount']>>

export const SETTINGS: BriefSettings = {
  pace: 'daily',
  weekday: 1,
  hour: 7,
  timeZone: 'Europe/Berlin',
  quietFrom: null,
  quietUntil: null,
  mail: true,
  webhook: false,
  atOnce: false,
}

export const kinds = (mails: ReadMail[]) => mails.map(({ kind }) => kind)
export const names = ({ text }: Pick<ReadMail, 'text'>) =>
  [...text.matchAll(/^- (?:\d+ · )?(.+)$/gm)].map(([, name = '']) => name)

/** @param own whose brief it is, unless another account is named */
export function createBriefCalls(app: () => TestApp, own: () => { send: Send }) {
  const ok = async (answer: Awaited<ReturnType<Send>>) => {
    expect([answer.statusCode, answer.json().code]).toEqual([200, undefined])
    return answer.json()
  }
  return {
    async newAccount(role: 'PRO_USER' | 'PLUS_USER' = 'PLUS_USER') {
      const account = await insertUser(app().ctx, { role })
      // The clock jumps further than the lifetime of a session.
      const send: Send = async (request) => (await app().openSession(account.userId)).send(request)
      return { ...account, send }
    },
    async set(changes: Partial<BriefSettings> = {}, { send } = own()) {
      const payload = { ...SETTINGS, ...changes }
      return ok(await send({ method: 'PUT', url: '/api/brief/settings', payload }))
    },
    newSearch: (changes: object = {}) => saveSearch(own().send, { mails: true, ...changes }),
    setClock: (time: string) => app().ctx.clock.set(inMarch(time)),
    store: (name: string, visibleAt: string, columns: object = {}) =>
      insertStore(app().ctx.db, {
        name,
        domain: `${name}.example`,
        visible_at: inMarch(visibleAt),
        ...columns,
      }),
    async follow(storeId: StoreId, { send } = own()) {
      const payload = { target: { kind: 'store', storeId } }
      await ok(await post(send, '/api/follows', payload))
    },
    async setStep(storeId: StoreId, nextDay: Day, stage = 'toContact') {
      const payload = { version: 0, stage, nextStep: `Write about ${nextDay}`, nextDay }
      await ok(await own().send({ method: 'PUT', url: `/api/leads/${storeId}`, payload }))
    },
    /** What goes out at this time, of searches too. */
    async briefsAt(time: string): Promise<ReadMail[]> {
      const { ctx } = app()
      ctx.clock.set(inMarch(time))
      await reportDueSearches(ctx, 'daily')
      await sendDueBriefs(ctx)
      return readMails(ctx)
    },
    briefNow: async ({ send } = own()): Promise<Brief> =>
      getBrief.response.parse(await ok(await send('/api/brief'))),
  }
}
