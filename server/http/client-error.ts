import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody } from '#contracts/error-body.ts'
import { securityHeaders } from './security-headers.ts'

const STATUS_BY_CODE: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** A request that cannot be parsed as HTTP never reaches a route; it gets the same kind of answer, written by hand. */
export const createClientErrorHandler = (message: string) =>
  function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const status = STATUS_BY_CODE[error.code ?? ''] ?? 400
    const body: ErrorBody = { message, code: 'invalid_request', requestId: randomUUID() }
    socket.end(rawAnswer(status, JSON.stringify(body)))
  }

/** An answer for a connection without a readable request. */
export function rawAnswer(status: number, body: string, extra: Record<string, string> = {}): string {
  const headers = {
    ...securityHeaders('none', '/'),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
    ...extra,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}
