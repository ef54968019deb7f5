export type Asked = {
  method: string
  /** Lower case, without port. */
  host: string
  path: string
  query: URLSearchParams
  header: (name: string) => string | undefined
  nowMs: number
  /** Id of the connection, for the request log. */
  connection: number
}

/** How the transfer of an answer fails. */
export type Mishap =
  | { kind: 'delay'; ms: number }
  /** Half of the body arrives at once, the rest after a pause. */
  | { kind: 'stall'; ms: number }
  /** The connection closes after half of the body. */
  | { kind: 'reset' }
  /** No answer ever arrives. */
  | { kind: 'silence' }

export type Answer = {
  status: number
  headers: Record<string, string | string[]>
  body: string | Buffer
  /** Already compressed, regardless of what the client accepts. */
  isEncoded?: boolean
  mishap?: Mishap
}

export type Respond = (asked: Asked) => Answer

export const plainText = (
  status: number,
  body: string,
  headers: Answer['headers'] = {},
): Answer => ({
  status,
  body,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
})

export const json = (status: number, body: unknown, headers: Answer['headers'] = {}): Answer => ({
  status,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
})

export const html = (status: number, body: string, headers: Answer['headers'] = {}): Answer => ({
  status,
  body,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
})

export const redirect = (
  status: 301 | 302,
  location: string,
  headers: Answer['headers'] = {},
): Answer => ({
  status,
  body: '',
  headers: { location, ...headers },
})
