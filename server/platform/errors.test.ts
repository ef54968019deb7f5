import { describe, expect, test } from 'vitest'
import { AppError, statusOf, toAppError } from './errors.ts'

const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

describe('turning an error into a refusal', () => {
  test.each([
    [new AppError('not_found'), 'not_found', 404],
    [coded('FST_ERR_CTP_BODY_TOO_LARGE', { statusCode: 413 }), 'payload_too_large', 413],
    [coded('FST_ERR_HANDLER_TIMEOUT', { statusCode: 503 }), 'overloaded', 503],
    [Object.assign(new SyntaxError('x'), { statusCode: 400 }), 'invalid_request', 400],
    [coded('57014'), 'overloaded', 503],
    [coded('ECONNREFUSED'), 'overloaded', 503],
    [new Error('timeout exceeded when trying to connect'), 'overloaded', 503],
    [new Error('Query read timeout'), 'overloaded', 503],
    [new Error('Connection terminated unexpectedly'), 'overloaded', 503],
    [coded('23505'), 'internal', 500],
    [new TypeError('x is not a function'), 'internal', 500],
    ['a text', 'internal', 500],
    [undefined, 'internal', 500],
  ])('%s is %s', (thrown, code, status) => {
    const error = toAppError(thrown)
    expect([error.code, statusOf(error)]).toEqual([code, status])
  })

  test('the original error is kept for the log, and every overload says when to retry', () => {
    const cause = new Error('secret')
    expect(toAppError(cause).cause).toBe(cause)
    expect(toAppError(coded('53300')).retryAfterSeconds).toBeGreaterThan(0)
  })
})
