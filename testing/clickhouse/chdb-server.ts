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
  queryBindAsync: (
    sql: string,
    params: Record<string, Param>,
    options: { format: string },
  ) => Promise<Result>
  close: () => void
}

const [chdbFolder = '', dataFolder = '', port = '0'] = process.argv.slice(2)
const { Session } = createRequire(join(chdbFolder, 'package.json'))('chdb') as {
  Session: new (folder: string) => Session
}
const session = new Session(dataFolder)
// A session has one connection.
const inOrder = pLimit(1)

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
  const result = await inOrder(async () => {
    if (response.destroyed) return null
    return session.queryBindAsync(statement, paramsOf(fields, statement), { format })
  })
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

type Param = string | null | (string | number)[]
const NULL = String.raw`\N`
const isArray = (name: string, statement: string) => statement.includes(`{${name}:Array(`)

/** The library escapes values itself, so what the client has escaped is read first. */
function paramsOf(fields: readonly [string, string][], statement: string): Record<string, Param> {
  const params: Record<string, Param> = {}
  for (const [key, value] of fields)
    if (key.startsWith('param_')) {
      const name = key.slice('param_'.length)
      params[name] =
        value === NULL ? null : isArray(name, statement) ? itemsOf(value) : unescape(value)
    }
  return params
}

const ESCAPED: Record<string, string> = { 0: '\0', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
const unescape = (value: string): string =>
  value.replace(/\\(.)/gs, (_all, letter: string) => ESCAPED[letter] ?? letter)

const ITEM = /'((?:[^'\\]|\\.)*)'|[^,[\]\s]+/gs

const itemsOf = (array: string): (string | number)[] =>
  [...array.matchAll(ITEM)].map(([item, quoted]) =>
    quoted === undefined ? Number(item) : unescape(quoted),
  )

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
  session.close()
  process.exit(0)
})
