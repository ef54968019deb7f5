/**
 * As much of ClickHouse's HTTP interface as `@clickhouse/client` uses, around ClickHouse as a
 * library (the npm package chdb). A process of its own, because the library opens one data folder
 * per process: `node chdb-server.ts CHDB_FOLDER DATA_FOLDER [PORT]`, which sends its port to its
 * parent.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pLimit from 'p-limit'

type Result = { bytes: () => Uint8Array }
type Session = {
  query: (sql: string) => void
  queryAsync: (sql: string, options: { format: string }) => Promise<Result>
  close: () => void
}

const [chdbFolder = '', dataFolder = '', port = '0'] = process.argv.slice(2)
const { Session } = createRequire(join(chdbFolder, 'package.json'))('chdb') as {
  Session: new (folder: string) => Session
}
/** Values become a part of the statement. */
const MAX_STATEMENT_BYTES = 2 ** 26
/** Each answers one question at a time, on its own thread. */
const sessions = Array.from({ length: Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) }, () => {
  const session = new Session(dataFolder)
  session.query(`set max_query_size = ${MAX_STATEMENT_BYTES}`)
  return session
})
const idle = [...sessions]
const whenIdle = pLimit(sessions.length)

async function ask(statement: string, format: string): Promise<Result> {
  const session = idle.pop()
  if (!session) throw new Error('all sessions are busy')
  try {
    return await session.queryAsync(statement, { format })
  } finally {
    idle.push(session)
  }
}

/** As ClickHouse's own `http_max_uri_size`. */
const MAX_ADDRESS_BYTES = 2 ** 20
/** As its `http_max_field_value_size`. */
const MAX_VALUE_BYTES = 2 ** 17

const server = createServer({ maxHeaderSize: MAX_ADDRESS_BYTES }, (request, response) => {
  answer(request, response).catch((error: unknown) => sendError(response, error))
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (url.pathname === '/ping') return void response.end('Ok.\n')
  const form = await readForm(request)
  const fields = [...url.searchParams, ...form]
  for (const [name, value] of fields)
    if (value.length > MAX_VALUE_BYTES && name !== BODY) throw new Error(`${name} is too long`)
  const statement = fields
    .flatMap(([name, value]) => (name === 'query' || name === BODY ? value : []))
    .join('\n')
  const format = url.searchParams.get('default_format') ?? 'TabSeparated'
  const result = await whenIdle(() =>
    response.destroyed ? null : ask(withValues(statement, new Map(fields)), format),
  )
  if (!result) return
  response.writeHead(200, {
    'content-type': 'text/plain; charset=utf-8',
    'x-clickhouse-summary': '{}',
  })
  response.end(result.bytes())
}

/** The name of a body that is not a form. */
const BODY = ''

async function readForm(request: IncomingMessage): Promise<[name: string, value: string][]> {
  const body = await text(request)
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) return [[BODY, body]]
  const form = await new Response(body, { headers: { 'content-type': type } }).formData()
  return [...form].map(([name, value]) => [name, String(value)])
}

const PLACE = /\{(\w+):([^{}]+)\}/g

/**
 * As the server itself does it. The library binds values only for one question at a time in the
 * whole process.
 */
const withValues = (statement: string, fields: ReadonlyMap<string, string>): string =>
  statement.replace(PLACE, (place, name: string, type: string) => {
    const value = fields.get(`param_${name}`)
    return value === undefined ? place : `_CAST(${literalOf(value, type)}, ${quote(type)})`
  })

const NULL = String.raw`\N`

/** Only a text outside of an array has been escaped twice. */
function literalOf(value: string, type: string): string {
  if (value === NULL) return 'null'
  return quote(type.startsWith('Array(') ? value : unescape(value))
}

const quote = (text: string): string => `'${text.replace(/[\\']/g, String.raw`\$&`)}'`

const ESCAPED: Record<string, string> = { 0: '\0', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
const unescape = (value: string): string =>
  value.replace(/\\(.)/gs, (_all, letter: string) => ESCAPED[letter] ?? letter)

const CODE = /Code: (\d+)/

function sendError(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  const [, code = '0'] = CODE.exec(message) ?? []
  if (!response.headersSent) response.writeHead(500, { 'x-clickhouse-exception-code': code })
  response.end(message)
}

server.listen(Number(port), '127.0.0.1', () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
)
process.on('disconnect', () => {
  for (const session of sessions) session.close()
  process.exit(0)
})
