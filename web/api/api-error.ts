import type { ErrorBody } from '#contracts/error-body.ts'
import type { ErrorCode } from '#contracts/errors.ts'

/** Failures that only the browser can detect, in addition to the server's codes. */
type ClientErrorCode = 'network' | 'malformed_response'

type Details = { status: number; statusText?: string; requestId: string | null } & Partial<
  Omit<ErrorBody, 'message' | 'code' | 'requestId'>
>

/** A failed call. `message` comes from the server in the visitor's language, or is empty. */
export class ApiError extends Error {
  code: ErrorCode | ClientErrorCode | (string & {})
  status: number
  /** The reason phrase of the response, such as `Not Found`; empty when there was no response. */
  statusText: string
  requestId: string | null
  field: string | undefined
  remainingAttempts: number | undefined
  retryAfterSeconds: number | undefined
  challenge: string | undefined
  isSafeToRepeat: boolean | undefined

  constructor(code: string, message: string, details: Details, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ApiError'
    this.code = code
    this.status = details.status
    this.statusText = details.statusText ?? ''
    this.requestId = details.requestId
    this.field = details.field
    this.remainingAttempts = details.remainingAttempts
    this.retryAfterSeconds = details.retryAfterSeconds
    this.challenge = details.challenge
    this.isSafeToRepeat = details.isSafeToRepeat
  }
}

export const isApiError = (error: unknown, code?: string): error is ApiError =>
  error instanceof ApiError && (code === undefined || error.code === code)

/** A server that is busy or restarting may answer differently a moment later. */
export const isRefusal = (error: unknown): error is ApiError =>
  isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429

const MAX_WAIT_SECONDS = 30
/** Spreads the retries of clients that were refused in the same second. */
const JITTER_MS = 1_000

/** How long the server asked us to wait before a retry; null when it gave no time. */
export function retryAfterMs(error: unknown): number | null {
  if (!isApiError(error) || error.retryAfterSeconds === undefined) return null
  return Math.min(error.retryAfterSeconds, MAX_WAIT_SECONDS) * 1_000 + Math.random() * JITTER_MS
}
