import { type ErrorCode, errorStatus } from '#contracts/errors.ts'

type AppErrorDetails = {
  field?: string | undefined
  retryAfterSeconds?: number
  remainingAttempts?: number
  remainingToday?: number
  /** Of a sign-in that a code has to finish. */
  challenge?: string
  /** The request had no effect. */
  isSafeToRepeat?: boolean
  cause?: unknown
}

/** Any other thrown value is a bug and becomes `internal`. */
export class AppError extends Error {
  code: ErrorCode
  field: string | undefined
  retryAfterSeconds: number | undefined
  remainingAttempts: number | undefined
  remainingToday: number | undefined
  challenge: string | undefined
  isSafeToRepeat: boolean | undefined

  constructor(code: ErrorCode, { cause, ...details }: AppErrorDetails = {}) {
    super(code, { cause })
    this.name = 'AppError'
    this.code = code
    Object.assign(this, details)
  }
}

export const statusOf = (error: AppError): number => errorStatus[error.code]

export const notFound = () => new AppError('not_found')
export const invalidRequest = (field?: string, cause?: unknown) =>
  new AppError('invalid_request', { field, cause })
export const authenticationRequired = () => new AppError('authentication_required')
export const operatorRequired = () => new AppError('operator_required')
export const sessionExpired = () => new AppError('session_expired')
export const planRequired = () => new AppError('plan_required')
export const overloaded = (cause?: unknown) =>
  new AppError('overloaded', { retryAfterSeconds: OVERLOADED_RETRY_SECONDS, cause })

/**
 * Only what needs the search engine: a load takes minutes, so a caller that goes on asking does so
 * slowly.
 */
export const searchUnavailable = (cause?: unknown) =>
  new AppError('search_unavailable', { retryAfterSeconds: SEARCH_RETRY_SECONDS, cause })

export const isSearchUnavailable = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'search_unavailable'

const SEARCH_RETRY_SECONDS = 10

/** Refused before any work, so the caller may repeat even a request that changes something. */
export const overloadedBeforeWork = (cause?: unknown) =>
  new AppError('overloaded', {
    retryAfterSeconds: OVERLOADED_RETRY_SECONDS,
    isSafeToRepeat: true,
    cause,
  })

export const OVERLOADED_RETRY_SECONDS = 5

/** Codes of the HTTP framework and the database. */
const FOREIGN_CODES: Record<string, ErrorCode> = {
  FST_ERR_BAD_URL: 'invalid_request',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_request',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_HANDLER_TIMEOUT: 'overloaded',
  ECONNREFUSED: 'overloaded',
  ECONNRESET: 'overloaded',
  EPIPE: 'overloaded',
  // PostgreSQL: query cancelled, disk full, too many connections, shutting down, recovering from a
  // crash, starting up.
  '57014': 'overloaded',
  '53100': 'overloaded',
  '53300': 'overloaded',
  '57P01': 'overloaded',
  '57P02': 'overloaded',
  '57P03': 'overloaded',
}

/** The pool's own deadlines carry no code. */
const POOL_MESSAGES =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|is not queryable$/

/** An unexpected one becomes `internal` with its cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { code, message, statusCode } = describe(error)
  const known = FOREIGN_CODES[code]
  if (known === 'overloaded' || POOL_MESSAGES.test(message)) return overloaded(error)
  if (known) return new AppError(known, { cause: error })
  // Such as the JSON parser's refusal of `__proto__`: thrown by the framework, about the request.
  if (statusCode === 400) return invalidRequest(undefined, error)
  return new AppError('internal', { cause: error })
}

function describe(error: unknown): { code: string; message: string; statusCode: number } {
  const { code, message, statusCode } = Object(error) as Record<string, unknown>
  return {
    code: typeof code === 'string' ? code : '',
    message: typeof message === 'string' ? message : '',
    statusCode: typeof statusCode === 'number' ? statusCode : 0,
  }
}

/**
 * The message for an operator, with the reason behind it: `fetch` says only that it failed, and a
 * name with several addresses fails with one error without a message that wraps one per address.
 */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeError).join('; ')
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error
    ? `${error.message}: ${describeError(error.cause)}`
    : error.message
}
