import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { type FeatureName, listFeatures } from '#contracts/operator/features.ts'
import { languages } from '#i18n/languages.ts'
import { addCandidates } from '#server/discovery/candidates.ts'
import { startPipeline } from '#server/discovery/start-pipeline.ts'
import { createFeatureSwitches } from '#server/platform/feature-switches.ts'
import { worldWithoutShops } from '#testing/discovery/world-without-shops.ts'
import { createExportCalls } from '#testing/export-calls.ts'
import { emptyTables, insertStores, insertUser, TEST_PASSWORD } from '#testing/factories.ts'
import { useConsole } from '#testing/shared-console.ts'
import { codeOf, post, postFrom } from '#testing/test-app.ts'
import { textsOf } from '#testing/texts.ts'

const { app, operator, ask, get, actionsOn } = useConsole()
beforeEach(async () => {
  await emptyTables(app.ctx, 'feature_switches')
  app.ctx.features.forget()
})

const change = (name: string, isOn: boolean) => ask('PUT', `features/${name}`, { isOn })
const stateOf = async (name: FeatureName) => {
  const { content } = listFeatures.response.parse(await get('features'))
  return content.find((each) => each.name === name)
}
const signUp = (language?: string) => {
  const email = `ada-${crypto.randomUUID()}@post.test`
  const payload = { name: 'Ada Byron', email, password: `${TEST_PASSWORD}!` }
  return postFrom(app, '/api/auth/email-signup', payload, { language })
}

describe('a feature switch', () => {
  test('is on until it is switched, keeps its time when it is switched again, and is audited once', async () => {
    expect(await stateOf('exports')).toEqual({ name: 'exports', isOn: true, changedAt: null })
    const at = app.ctx.now().toISOString()
    expect((await change('exports', false)).statusCode).toBe(200)
    app.ctx.clock.advance(1_000)
    await change('exports', false)
    expect(await stateOf('exports')).toEqual({ name: 'exports', isOn: false, changedAt: at })
    expect(await actionsOn('exports')).toEqual([
      {
        by: operator.userId,
        action: 'feature.switched',
        before: { isOn: true },
        after: { isOn: false },
      },
    ])
  })

  test('that does not exist is refused', async () => {
    expect((await change('everything', false)).statusCode).toBe(400)
  })

  test('reaches another process within five seconds', async () => {
    const other = createFeatureSwitches(app.ctx)
    expect(await other.isOn('checkout')).toBe(true)
    await change('checkout', false)
    expect(await other.isOn('checkout')).toBe(true)
    app.ctx.clock.advance(5_000)
    expect(await other.isOn('checkout')).toBe(false)
  })
})

describe('while it is off', () => {
  test('sign-up refuses in the language of the caller, and existing accounts sign in', async () => {
    const { email } = await insertUser(app.ctx)
    await change('sign_up', false)
    for (const language of languages) {
      const answer = await signUp(language)
      expect([answer.statusCode, answer.json()]).toMatchObject([
        403,
        { code: 'sign_up_closed', message: textsOf(language).t('errors:sign_up_closed') },
      ])
    }
    const known = { email, password: TEST_PASSWORD }
    expect((await post(app.anonymous, '/api/auth/email-signin', known)).statusCode).toBe(200)
    await change('sign_up', true)
    expect((await signUp()).statusCode).toBe(200)
  })

  test('no checkout opens', async () => {
    const { send } = await app.newAccount()
    await change('checkout', false)
    const answer = await post(send, '/api/subscription/create-checkout', { planId: 'pro' })
    expect(codeOf(answer)).toEqual([403, 'checkout_closed'])
    expect((await send('/api/plans/status')).statusCode).toBe(200)
  })

  test('no export begins, and an export prepared earlier is delivered', async () => {
    await insertStores(app.ctx.db, [{}])
    const { ask, urlOf, someone } = createExportCalls(() => app)
    const { send } = await someone('PRO_USER')
    const url = await urlOf(send)
    await change('exports', false)
    expect(codeOf(await ask(send))).toEqual([403, 'exports_closed'])
    expect((await app.anonymous(url)).statusCode).toBe(200)
  })

  test('no shop is visited, the log list is still read, and visits begin again afterwards', async () => {
    const [visited, read]: [string[], string[]] = [[], []]
    await change('crawler', false)
    await addCandidates(app.ctx.db, new Map([['lamp.example', app.ctx.now()]]), {
      answer: 'pointing',
      logId: 'log',
      now: app.ctx.now(),
    })
    const pipeline = await startPipeline(app.ctx, outsideOf(visited, read), { maxPauseMs: 20 })
    await expect.poll(() => read.length).toBeGreaterThan(1)
    await sleep(200)
    expect(visited).toEqual([])
    await change('crawler', true)
    await expect.poll(() => visited).toEqual(['lamp.example'])
    await pipeline.stop()
  })
})

const outsideOf = (visited: string[], read: string[]) =>
  worldWithoutShops((host) => visited.push(host), {
    async fetch({ url }) {
      read.push(url)
      return { kind: 'failed', url, cause: 'dns', detail: 'no log list here' }
    },
  })
