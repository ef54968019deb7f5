import type { ErrorBody } from '#contracts/error-body.ts'
import type { ErrorCode } from '#contracts/errors.ts'

/** Refusals that only the browser can notice, beside the server's own codes. */
export type ClientErrorCode = 'network' | 'malformed_response'

type Details = { status: number; statusText?: string; requestId: string | null } & Partial<
  Omit<ErrorBody, 'message' | 'code' | 'requestId'>
>

/** A call that did not give what was asked. `message` is the server's, already in the visitor's language, or empty. */
export class ApiError extends Error {
  code: ErrorCode | ClientErrorCode | (string & {})
  status: number
  /** The reason phrase of the answer, such as `Not Found`; empty where no answer came. */
  statusText: string
  requestId: string | null
  field: string | undefined
  remainingAttempts: number | undefined
  retryAfterSeconds: number | undefined

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
  }
}

export const isApiError = (error: unknown, code?: string): error is ApiError =>
  error instanceof ApiError && (code === undefined || error.code === code)
