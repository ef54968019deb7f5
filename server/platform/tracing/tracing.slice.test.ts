import { execFile } from 'node:child_process'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import * as z from 'zod'
import { createJobs } from '#server/platform/jobs/create-jobs.ts'
import { defineJob, registerJob } from '#server/platform/jobs/job-definition.ts'
import { allMails } from '#server/create-context.ts'
import { requestLogger } from '#server/platform/http/request-log.ts'
import { createLog } from '#server/platform/log.ts'
import { createMailJobs } from '#server/platform/mail/send-due-mails.ts'
import { createClientsTo } from '#testing/discovery/clients-to.ts'
import { insertStore, insertUser } from '#testing/factories.ts'
import { startTestApp } from '#testing/test-app.ts'
import { startTestMailbox } from '#testing/test-mailbox.ts'
import { type CollectedSpan, startTraceCollector } from '#testing/trace-collector.ts'
import { newToken } from '#server/platform/secrets/opaque-token.ts'
import { openTracing, recordStatement, runFrom, traced } from './tracing.ts'

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const BROWSER_SPAN = 'b7ad6b7169203331'
const traceparent = `00-${TRACE_ID}-${BROWSER_SPAN}-00`

const mailbox = sharedByTests(startTestMailbox)
const collector = sharedByTests(startTraceCollector)
const app = sharedByTests(() => startTestApp({ config: { SMTP_URL: mailbox.smtpUrl } }))

async function spansOf(work: () => Promise<unknown>, share = 1): Promise<CollectedSpan[]> {
  collector.spans.length = 0
  const tracing = await openTracing({
    TRACES_URL: collector.url,
    TRACES_SAMPLE: share,
    ROLES: ['api', 'worker'],
  })
  await work().finally(() => tracing?.[Symbol.asyncDispose]())
  return [...collector.spans]
}
const namesOf = (spans: CollectedSpan[]) => new Set(spans.map(({ name }) => name))

test('a list request is one trace from the browser through the route to its statements, without values', async () => {
  await insertStore(app.ctx.db, { name: 'Lamp shop' })
  const { send, token, userId } = await app.as('PRO_USER')
  const spans = await spansOf(() =>
    send({ url: '/api/stores?search=confidential', headers: { traceparent } }),
  )
  const route = spans.find(({ name }) => name === 'GET /api/stores')
  expect(route).toMatchObject({
    traceId: TRACE_ID,
    parentSpanId: BROWSER_SPAN,
    attributes: { 'http.route': '/api/stores', 'http.response.status_code': 200 },
  })
  const statements = spans.filter(({ name }) => name === 'SELECT')
  expect(statements.length).toBeGreaterThan(1)
  expect(statements.filter(({ parentSpanId }) => parentSpanId !== route?.spanId)).toEqual([])
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE_ID]))
  const text = JSON.stringify(spans)
  for (const value of ['confidential', token, userId, '127.0.0.1'])
    expect(text).not.toContain(value)
})

test('jobs, mails and worker log lines keep the id and trace of their request', async () => {
  const { ctx } = app
  const { email } = await insertUser(ctx)
  ctx.testLog.entries.length = 0
  let requestId: unknown
  const spans = await spansOf(async () => {
    const answer = await app.anonymous({
      method: 'POST',
      url: '/api/auth/forgot-password',
      headers: { traceparent },
      payload: { email },
    })
    requestId = answer.headers['x-request-id']
    await runJobs(createMailJobs(allMails), () => hasSent(email))
  })
  const sent = ctx.testLog.entries.find(({ event }) => event === 'mail.sent')
  expect(sent).toMatchObject({ requestId, traceId: TRACE_ID })
  const done = ctx.testLog.entries.find(
    ({ event, job }) => event === 'job.done' && job === 'send-mail',
  )
  expect(done).toMatchObject({ requestId, traceId: TRACE_ID })
  const [mail] = await mailbox.messages(email)
  expect(mail?.headers).toContainEqual({ name: 'x-request-id', value: requestId })
  expect(namesOf(spans.filter(({ traceId }) => traceId === TRACE_ID))).toEqual(
    new Set([
      ...namesOf(spans),
      'POST /api/auth/forgot-password',
      'job send-mail',
      `mail ${String(sent?.['kind'])}`,
      'INSERT',
    ]),
  )
  expect(JSON.stringify(spans)).not.toContain(email)
})

const hasSent = async (email: string) => (await mailbox.messages(email)).length > 0

const ofWorker = () => {
  const { database, log } = app.ctx
  return { pool: database.pool, log, roles: ['worker' as const], pollSeconds: 0.5 }
}

async function runJobs(
  registry: Parameters<typeof createJobs<typeof app.ctx>>[0]['registry'],
  isDone: () => Promise<boolean> | boolean,
): Promise<void> {
  const worker = await createJobs({ ...ofWorker(), registry })
  await worker.startWorkers(app.ctx)
  await expect.poll(isDone).toBe(true)
  await worker.stop()
}

test('a job that another job starts carries the id of the first request', async () => {
  const seen: unknown[] = []
  const second = defineJob({
    name: 'second',
    payload: z.strictObject({ count: z.int() }),
    maxAttempts: 1,
    run: async (ctx) => {
      ctx.log.info({ event: 'test.second' }, 'the second job')
      seen.push('second')
    },
  })
  const first = defineJob({
    name: 'first',
    payload: z.strictObject({ count: z.int() }),
    maxAttempts: 1,
    run: async (ctx, payload) => void (await ctx.jobs.enqueue(ctx.db, second, payload)),
  })
  const registry = [registerJob(first), registerJob(second)]
  const jobs = await createJobs({ ...ofWorker(), registry })
  const requestId = crypto.randomUUID()
  await runFrom({ requestId }, () => jobs.enqueue(app.ctx.db, first, { count: 1 }))
  await jobs.startWorkers({ ...app.ctx, jobs })
  await expect.poll(() => seen).toEqual(['second'])
  await jobs.stop()
  expect(app.ctx.testLog.entries.find(({ event }) => event === 'test.second')).toMatchObject({
    requestId,
  })
})

test('a token in an attribute does not reach the collector', async () => {
  const token = newToken('sdk_')
  const attributes = { place: `/api/stores?key=${token}` }
  const spans = await spansOf(() =>
    traced(
      'visit',
      { attributes },
      async () => recordStatement(`select '${token}'`, 1, false),
      () => attributes,
    ),
  )
  expect(spans).toHaveLength(2)
  expect(JSON.stringify(spans)).not.toContain(token)
})

test('a line of a request names its id once', async () => {
  const lines: string[] = []
  const log = createLog({ LOG_LEVEL: 'info' }, { write: (line) => void lines.push(line) })
  const requestId = crypto.randomUUID()
  runFrom({ requestId }, () => {
    requestLogger(log).info({ requestId }, 'of the framework')
    log.info('of a verb')
  })
  expect(lines.map((line) => line.split(requestId).length - 1)).toEqual([1, 1])
})

test('a visit and its requests form one trace, and no shop receives a trace header', async () => {
  const received: IncomingHttpHeaders[] = []
  const shop = createServer((request, response) => {
    received.push(request.headers)
    response.writeHead(404).end()
  })
  await using outside = await createClientsTo(shop, app.ctx)
  const spans = await spansOf(() =>
    outside.probe({ host: '23.227.38.65', revealedAt: new Date() }, AbortSignal.timeout(20_000)),
  )
  shop.close()
  const visit = spans.find(({ name }) => name === 'visit')
  const fetches = spans.filter(({ name }) => name === 'fetch')
  expect(fetches.length).toBe(received.length)
  expect(fetches.length).toBeGreaterThan(0)
  expect(fetches.filter(({ parentSpanId }) => parentSpanId !== visit?.spanId)).toEqual([])
  expect(received.filter((headers) => 'traceparent' in headers || 'tracestate' in headers)).toEqual(
    [],
  )
  expect(JSON.stringify(spans)).not.toContain('23.227.38.65')
})

test('a caller cannot force tracing, and a malformed header starts a new trace', async () => {
  const ask = (header: string) => () =>
    app.anonymous({ url: '/api/articles', headers: { traceparent: header } })
  expect(await spansOf(ask(traceparent.replace(/00$/, '01')), 0)).toEqual([])
  const spans = await spansOf(ask('00-nonsense'))
  expect(spans.find(({ name }) => name === 'GET /api/articles')?.parentSpanId).toBeUndefined()
})

test('without TRACES_URL the product loads no code for spans', async () => {
  const loadedWith = async (settings: string) => {
    const code = `
      import { registerHooks } from 'node:module'
      const loaded = new Set()
      registerHooks({ resolve: (name, context, next) => (loaded.add(name), next(name, context)) })
      await import('#server/run-server.ts')
      const { openTracing } = await import('#server/platform/tracing/tracing.ts')
      const tracing = await openTracing({ TRACES_SAMPLE: 0, ROLES: [], ${settings} })
      await tracing?.[Symbol.asyncDispose]()
      console.log(JSON.stringify([...loaded].filter((name) => name.startsWith('@opentelemetry/') && name !== '@opentelemetry/api')))
      process.exit()`
    const cwd = join(import.meta.dirname, '../../..')
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', code],
      {
        cwd,
      },
    )
    return z.array(z.string()).parse(JSON.parse(stdout))
  }
  expect(await loadedWith('')).toEqual([])
  expect(await loadedWith(`TRACES_URL: '${collector.url}'`)).toContain('@opentelemetry/sdk-trace')
})
